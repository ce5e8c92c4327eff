// Programs built from C++, operation by operation.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/export.h"
#include "tilewright/kernel.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright {

// Every operation of StableHLO and chlo can be built. Each is checked by the call that
// appends it: the first mistake is kept, with the caller's file and line, the operation,
// the types of its operands and the cause; status() has it from then on, and Build()
// gives it back. What such a call returns may be used on, to no effect. Messages and
// reports name the lines of the C++ source. Not thread-safe.
//
//   ProgramBuilder b;
//   ProgramBuilder::Value x = b.Input(type), y = b.Input(type);
//   absl::StatusOr<Program> program = b.Build({b.Elementwise("stablehlo.add", {x, y})});
class TILEWRIGHT_EXPORT ProgramBuilder {
 public:
  // The call in the caller's source.
  using Where = std::source_location;

  // A value of the builder that made it; any other is a mistake.
  struct Value {
    int number = -1;
  };
  // A computation that was closed, for one operation of the builder that made it.
  struct Region {
    int number = -1;
  };
  using Ints = std::vector<int64_t>;
  using Attribute = std::variant<bool, int64_t, double, std::string, Ints>;

  // An operation to be. Attributes have StableHLO's names; of those that it writes as
  // structures (dimension numbers, windows), each field is one. A list with an entry for
  // each low and high end, such as padding, is flat, and precisions are 0 for DEFAULT,
  // 1 for HIGH and 2 for HIGHEST, one an operand. What has a default may be left out, and
  // so may `results` where they follow from the rest.
  //   b.Append({.name = "stablehlo.reduce",
  //             .operands = {x, zero},
  //             .attributes = {{"dimensions", ProgramBuilder::Ints{1}}},
  //             .regions = {b.Reducer("stablehlo.add", ElementType::kF32)}})[0]
  struct Operation {
    std::string_view name;
    std::vector<Value> operands = {};
    std::vector<std::pair<std::string_view, Attribute>> attributes = {};
    std::vector<Region> regions = {};
    std::vector<TensorType> results = {};
  };

  // Among limit_indices, edge_padding_high and slice_sizes: what the result's type, which
  // is given, says. For sizes that are no numbers.
  static constexpr int64_t kFromResult = std::numeric_limits<int64_t>::min();

  ProgramBuilder();
  ProgramBuilder(const ProgramBuilder& other);
  ProgramBuilder(ProgramBuilder&& other) noexcept;
  ProgramBuilder& operator=(ProgramBuilder other) noexcept;
  ~ProgramBuilder();

  using SizeFacts = tilewright::SizeFacts;
  // A size that is known when the program runs: a number, below kOpenSize, that stands
  // for it in types of this builder, and for nothing elsewhere. A program of such inputs
  // is open (Program::open). Its operations are right for every value that the facts
  // allow, or they are a mistake: a slice of the first two rows wants a size of at
  // least 2.
  //   const int64_t n = b.Symbol("n", {.at_least = 2});
  //   ProgramBuilder::Value x = b.Input({ElementType::kF32, {n, 128}});
  int64_t Symbol(std::string_view name, const SizeFacts& facts,
                 Where where = Where::current());
  int64_t Symbol(std::string_view name, Where where = Where::current());
  // What is made of symbols: "2*n + 1", "floordiv(n, 2)", "max(n, m)".
  int64_t Size(std::string_view expression, Where where = Where::current());

  struct InputOptions {
    // The result, of the input's type, that may take its memory: a run that donates
    // (ExecuteOptions::donate) computes it there, in place where that is possible. No two
    // inputs have the same one. -1: none.
    int donated_to = -1;
  };

  Value Input(const TensorType& type, Where where = Where::current());
  Value Input(const TensorType& type, const InputOptions& options,
              Where where = Where::current());
  // Row-major elements, as in a buffer. Its sizes are numbers.
  Value Constant(const TensorType& type, absl::Span<const uint8_t> bytes,
                 Where where = Where::current());
  // An operation whose result has the first operand's type.
  Value Elementwise(std::string_view name, const std::vector<Value>& operands,
                    Where where = Where::current());
  // Its results.
  std::vector<Value> Append(const Operation& operation, Where where = Where::current());
  // An operation with one result, partly as text: `attributes` is what stands between <{
  // and }> in the generic form, `regions` what stands between ( and ) after it. Slower
  // than the above, and with text of numbers alone for sizes.
  //   b.Append("stablehlo.transpose", {x}, type, "permutation = array<i64: 1, 0>")
  Value Append(std::string_view name, const std::vector<Value>& operands,
               const TensorType& result, std::string_view attributes = "",
               std::string_view regions = "", Where where = Where::current());

  // What is appended from here on is in a region, with arguments of these types, ...
  std::vector<Value> OpenRegion(const std::vector<TensorType>& arguments,
                                Where where = Where::current());
  // ... up to here. It may use what is around it; what it makes is gone.
  Region CloseRegion(const std::vector<Value>& results, Where where = Where::current());
  // The region that makes one scalar of two with the operation of that name.
  Region Reducer(std::string_view name, ElementType element,
                 Where where = Where::current());

  // A call of a kernel (tilewright/kernel.h): its outputs. Operands that are not its
  // inputs, or not for all sizes, are a mistake of this call. Different kernels may have
  // one name.
  std::vector<Value> CallKernel(const Kernel& kernel, const std::vector<Value>& operands,
                                Where where = Where::current());

  // A token for what is no value of this builder.
  TensorType type(Value value) const;
  // The first mistake.
  const absl::Status& status() const;
  // The program so far with these results, as StableHLO; empty when there is none.
  std::string Text(const std::vector<Value>& results) const;
  // InvalidArgument when there was a mistake. The builder can go on.
  absl::StatusOr<Program> Build(const std::vector<Value>& results) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tilewright
