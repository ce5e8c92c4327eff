#include "jit/plan_program.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/expand.h"
#include "codegen/precision.h"
#include "support/status_macros.h"
#include "support/work_note.h"

namespace tilewright::jit {

absl::StatusOr<codegen::PlannedProgram> PlanProgram(const ir::Program& program,
                                                    const codegen::PlanOptions& options) {
  const WorkNote note(absl::StrCat("the plan of @", program.name));
  const Numerics numerics = options.emit.scalar.numerics;
  TW_ASSIGN_OR_RETURN(ir::Program expanded, codegen::Expand(program));
  TW_ASSIGN_OR_RETURN(expanded, codegen::ApplyPrecision(std::move(expanded), numerics));
  return codegen::MakePlan(expanded, options);
}

}  // namespace tilewright::jit
