// A program's operations by ordinal, and in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::ir {

// "stablehlo.add (model.py:12:3)", without the place where it is not known.
std::string Describe(const Program& program, const Operation& operation);

// Refers to a program as it was written, which must outlive it and stay as it is.
class OperationIndex {
 public:
  explicit OperationIndex(const Program& program);

  // Null when there is none.
  const Operation* Find(int32_t ordinal) const;
  // "stablehlo.add (model.py:12:3), stablehlo.tanh (model.py:13:3)": those that there
  // are, in order; of many the first few.
  std::string Describe(absl::Span<const int32_t> ordinals) const;

 private:
  const Program& program_;
  std::vector<const Operation*> operations_;
};

}  // namespace tilewright::ir
