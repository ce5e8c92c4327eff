#include "codegen/pipeline.h"

#include <utility>

#include "codegen/rewrite/expand.h"
#include "codegen/rewrite/precision.h"
#include "support/status_macros.h"

namespace tilewright::codegen {

absl::Span<const Pipeline::Pass> Pipeline::Passes() {
  static constexpr Pass kPasses[] = {
      {"expand", [](ir::Program program, const CodeFacts&) { return Expand(program); }},
      {"precision",
       [](ir::Program program, const CodeFacts& facts) {
         return ApplyPrecision(std::move(program), facts.kernel.numerics);
       }},
  };
  return kPasses;
}

absl::StatusOr<ir::Program> Pipeline::Rewrite(ir::Program program) const {
  for (const Pass& pass : Passes()) {
    TW_ASSIGN_OR_RETURN(program, pass.run(std::move(program), facts_));
  }
  return program;
}

absl::StatusOr<PlannedProgram> Pipeline::Plan(ir::Program program) const {
  TW_ASSIGN_OR_RETURN(program, Rewrite(std::move(program)));
  return MakePlan(program, facts_);
}

}  // namespace tilewright::codegen
