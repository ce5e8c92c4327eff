#include "jit/plan_program.h"

#include <utility>

#include "codegen/expand.h"
#include "codegen/precision.h"
#include "support/status_macros.h"

namespace tilewright::jit {

absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    Numerics numerics, bool cluster,
                                                    const codegen::EmitOptions& emit,
                                                    codegen::KernelSet kernels) {
  TW_ASSIGN_OR_RETURN(ir::Program expanded, codegen::Expand(program));
  TW_ASSIGN_OR_RETURN(expanded, codegen::ApplyPrecision(std::move(expanded), numerics));
  codegen::PlanOptions how;
  how.emit = emit;
  how.cluster.enabled = cluster;
  how.kernels = std::move(kernels);
  return codegen::MakePlan(expanded, how);
}

}  // namespace tilewright::jit
