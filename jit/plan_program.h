// From a verified program to kernels and steps: what every user of codegen's
// planner does first.
#pragma once

#include "absl/status/statusor.h"
#include "codegen/planner.h"
#include "ir/program.h"
#include "support/numerics.h"

namespace tilewright::jit {

// `cluster` false: one kernel an operation. `kernels`: that the program may call.
absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    Numerics numerics, bool cluster,
                                                    const codegen::EmitOptions& emit,
                                                    codegen::KernelSet kernels = {});

}  // namespace tilewright::jit
