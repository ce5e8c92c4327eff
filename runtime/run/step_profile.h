// What one step of a plan did in a run.
#pragma once

#include <cstdint>
#include <string>

#include "plan/plan.h"

namespace tilewright::runtime {

struct StepProfile {
  std::string name;      // source operation
  int32_t ordinal = -1;  // of it
  std::string place;     // "model.py:12:3", where the program at hand has it
  std::string kind;      // kernel, copy, routine, while, case
  int32_t parent = -1;   // the loop or branch that it is part of: its place in the list
  int64_t calls = 0;
  double ms = 0;
  plan::KernelCost cost;  // per call
};

}  // namespace tilewright::runtime
