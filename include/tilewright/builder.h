// Programs built from C++, operation by operation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/export.h"
#include "tilewright/kernel.h"
#include "tilewright/program.h"
#include "tilewright/types.h"

namespace tilewright {

// Writes StableHLO in generic form, which Build() parses and verifies: every
// operation of StableHLO and chlo can be built, and mistakes come with the line
// and the operation. Not thread-safe.
//
//   ProgramBuilder b;
//   ProgramBuilder::Value x = b.Input(type), y = b.Input(type);
//   absl::StatusOr<Program> program = b.Build({b.Elementwise("stablehlo.add", {x, y})});
class TILEWRIGHT_EXPORT ProgramBuilder {
 public:
  // A value of the builder that made it; any other is an error of Build().
  struct Value {
    int number = -1;
  };

  Value Input(TensorType type);
  // Row-major elements, as in a buffer.
  Value Constant(TensorType type, absl::Span<const uint8_t> bytes);
  // An operation whose result has the first operand's type.
  Value Elementwise(std::string_view name, const std::vector<Value>& operands);
  // Any operation with one result. `attributes` is what stands between <{ and }>
  // in the generic form, `regions` what stands between ( and ) after it:
  //   b.Append("stablehlo.transpose", {x}, type, "permutation = array<i64: 1, 0>")
  Value Append(std::string_view name, const std::vector<Value>& operands,
               TensorType result, std::string_view attributes = "",
               std::string_view regions = "");

  // A call of a kernel (tilewright/kernel.h): its outputs.
  std::vector<Value> CallKernel(const Kernel& kernel, const std::vector<Value>& operands);

  const TensorType& type(Value value) const;
  // The text so far, as a function @main with these results.
  std::string Text(const std::vector<Value>& results) const;
  // InvalidArgument for what does not verify. The builder can go on.
  absl::StatusOr<Program> Build(const std::vector<Value>& results) const;

 private:
  Value AddValue(TensorType type);
  void AppendCall(std::string_view name, const std::vector<Value>& operands,
                  std::string_view result_names, std::string_view result_types,
                  std::string_view attributes, std::string_view regions);

  std::vector<TensorType> types_;  // of values, by number
  std::vector<int> inputs_;        // numbers
  std::string body_;
  std::string problem_;          // the first mistake that text cannot show
  std::vector<Kernel> kernels_;  // that are called
};

}  // namespace tilewright
