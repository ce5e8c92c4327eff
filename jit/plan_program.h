// From a verified program to kernels and steps: what every user of codegen's
// planner does first.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/planner.h"
#include "ir/program.h"
#include "jit/target.h"
#include "support/numerics.h"

namespace tilewright::jit {

// `cluster` false: one kernel an operation;
// `kernels`: that programs may call.
codegen::PlanOptions PlanOptionsFor(const Target& target, Numerics numerics,
                                    absl::string_view chip, bool cluster,
                                    codegen::KernelSet kernels);

absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    const codegen::PlanOptions& options);

}  // namespace tilewright::jit
