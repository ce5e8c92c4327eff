// From a verified program to kernels and steps: what every user of codegen's
// planner does first.
#pragma once

#include "absl/status/statusor.h"
#include "codegen/planner.h"
#include "ir/program.h"

namespace tilewright::jit {

absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    const codegen::PlanOptions& options);

}  // namespace tilewright::jit
