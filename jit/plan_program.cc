#include "jit/plan_program.h"

#include <utility>

#include "codegen/expand.h"
#include "codegen/precision.h"
#include "support/status_macros.h"

namespace tilewright::jit {

absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    const codegen::PlanOptions& options) {
  const Numerics numerics = options.emit.scalar.numerics;
  TW_ASSIGN_OR_RETURN(ir::Program expanded, codegen::Expand(program));
  TW_ASSIGN_OR_RETURN(expanded, codegen::ApplyPrecision(std::move(expanded), numerics));
  return codegen::MakePlan(expanded, options);
}

}  // namespace tilewright::jit
