// Sizes as values of a program that finds them when it runs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::ir {

// Writes operations on i64 scalars into a list, each size once. What it writes depends on
// nothing but the program's arguments.
class SizeValues {
 public:
  // Both outlive it. `program` gets values, `operations` what computes them.
  SizeValues(Program* program, std::vector<Operation>* operations)
      : program_(*program), operations_(*operations) {}

  // Symbols are sizes of arguments, or follow from one that is `c * symbol + d`.
  // Unimplemented, with the symbol, where one does not.
  absl::Status FindSymbols();

  // Asserts that the argument has the sizes that its type says, and what is known of
  // symbols that are among them.
  void AssertShape(ValueId argument, const std::string& name);

  ValueId Scalar(const Size& size);
  // tensor<Nxi64>
  ValueId Vector(const std::vector<Size>& sizes);
  ValueId Vector(const Dims& numbers);

 private:
  ValueId Append(OpKind kind, std::vector<ValueId> operands, TensorType type,
                 Attributes attributes = {});
  ValueId Two(OpKind kind, ValueId a, ValueId b);
  ValueId Number(int64_t number);
  ValueId SizeOfArgument(ValueId argument, int64_t dimension);
  ValueId Expression(const Size& size);
  ValueId All(OpKind kind, absl::Span<const Size> sizes);
  // `a` compared with `b`, or else the message, in which {0} and {1} are they.
  void Assert(absl::string_view direction, ValueId a, ValueId b, std::string message);

  Program& program_;
  std::vector<Operation>& operations_;
  std::vector<ValueId> symbols_;
  std::vector<std::pair<ValueId, int64_t>> tells_;  // by symbol: which size says it
  absl::flat_hash_map<Size, ValueId> scalars_;
  absl::flat_hash_map<std::vector<Size>, ValueId> vectors_;
};

bool AreNumbers(const std::vector<Size>& sizes);

// An operation with one result.
Operation MadeOf(OpKind kind, std::vector<ValueId> operands, ValueId result,
                 Attributes attributes = {});

}  // namespace tilewright::ir
