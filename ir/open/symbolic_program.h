// Programs that are one but for numbers, as a program of symbols that kernels are made
// of.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "ir/literal.h"
#include "ir/program.h"

namespace tilewright::ir {

class SymbolicProgram {
 public:
  // `programs` were made for other sizes each, and are verified. What is another number
  // in each of them is a size, where it is one of a type, or else a number that the
  // program takes as an input. Which sizes are symbols, and of which expressions of them
  // the others are, is guessed of what these programs have: Match tells where that holds.
  // Unimplemented, with the operation, where they are not one program. What it is has yet
  // to be verified: not every operation takes any size.
  static absl::StatusOr<SymbolicProgram> Of(absl::Span<const Program> programs);

  // Takes what the programs take and, behind it, scalars.
  const Program& program() const { return program_; }
  size_t numbers() const { return numbers_.size(); }

  // A program of numbers, as this one at some sizes.
  struct Instance {
    Dims sizes;                    // of the symbols
    std::vector<Literal> numbers;  // its last inputs
  };
  // What `program` is: this one, at these sizes and with these numbers, has operation for
  // operation its types, operands and attributes. nullopt where it is another program, or
  // a size that is open here is 0 or 1 there.
  std::optional<Instance> Match(const Program& program) const;

 private:
  class Maker;
  class Matcher;

  // Sizes of 0 and 1 mean something else to many operations.
  static constexpr int64_t kLeastSize = 2;

  // What is handed over in place of a constant's element, or of where a slice begins.
  struct Number {
    ValueId of = -1;     // the result of the operation
    int dimension = -1;  // of a slice; -1: a constant
  };

  Program program_;
  size_t values_ = 0;  // that the programs have: others were added
  size_t inputs_ = 0;  // likewise
  std::vector<Number> numbers_;
  absl::flat_hash_map<ValueId, Literal> constants_;  // that were added
};

}  // namespace tilewright::ir
