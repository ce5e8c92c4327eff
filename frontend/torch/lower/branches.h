// Parts of a program of which one is run, as data says.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/program.h"

namespace tilewright::torch_lower {

// A program whose last results are what it checks: Check::kHolds, or $0 of a text.
struct Branch {
  std::shared_ptr<const ir::Program> program;
  std::vector<std::string> checks;
};

// The number of a pair, which `chosen` has as its attribute: the first is run where the
// first operand is true. They take the operands behind it and give the same types. A pair
// stays as long as the process.
int64_t NumberOfBranches(Branch where_true, Branch where_false);

}  // namespace tilewright::torch_lower
