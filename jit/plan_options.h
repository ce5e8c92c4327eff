// What a plan is made by, besides the program.
#pragma once

#include "absl/strings/string_view.h"
#include "codegen/planner.h"
#include "jit/target.h"
#include "support/numerics.h"

namespace tilewright::jit {

// `cluster` false: one kernel an operation;
// `kernels`: that programs may call.
codegen::PlanOptions PlanOptionsFor(const Target& target, Numerics numerics,
                                    absl::string_view chip, bool cluster,
                                    codegen::KernelSet kernels);

}  // namespace tilewright::jit
