#include "codegen/pipeline.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/rewrite/cut_products.h"
#include "codegen/rewrite/expand.h"
#include "codegen/rewrite/precision.h"
#include "support/status_macros.h"
#include "support/work_note.h"

namespace tilewright::codegen {

absl::Span<const Pipeline::Pass> Pipeline::Passes() {
  static constexpr Pass kPasses[] = {
      // Passes have one signature, whatever they do with the program.
      {"expand",
       [](ir::Program program, const CodeFacts&) {  // NOLINT(*-unnecessary-value-param)
         return Expand(program);
       }},
      {"precision",
       [](ir::Program program, const CodeFacts& facts) {
         return ApplyPrecision(std::move(program), facts.kernel.numerics);
       }},
      {"cut", [](ir::Program program,
                 const CodeFacts&) { return CutLongProducts(std::move(program)); }},
  };
  return kPasses;
}

absl::StatusOr<ir::Program> Pipeline::Rewrite(ir::Program program) const {
  if (program.symbols.count() > 0) {
    return absl::UnimplementedError(
        absl::StrCat("the size '", program.symbols[0].name,
                     "' is no number: a program is compiled for one value of each size, "
                     "see ir/specialize.h"));
  }
  for (const Pass& pass : Passes()) {
    TW_ASSIGN_OR_RETURN(program, pass.run(std::move(program), facts_));
  }
  return program;
}

absl::StatusOr<PlannedProgram> Pipeline::Plan(ir::Program program) const {
  const WorkNote note(absl::StrCat("the plan of @", program.name));
  TW_ASSIGN_OR_RETURN(program, Rewrite(std::move(program)));
  return MakePlan(program, facts_);
}

}  // namespace tilewright::codegen
