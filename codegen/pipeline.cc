#include "codegen/pipeline.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/facts/open_sizes.h"
#include "codegen/facts/unknown_calls.h"
#include "codegen/rewrite/cut_products.h"
#include "codegen/rewrite/expand.h"
#include "codegen/rewrite/join_reshapes.h"
#include "codegen/rewrite/order_rows.h"
#include "codegen/rewrite/pad_updates.h"
#include "codegen/rewrite/precision.h"
#include "codegen/rewrite/turn_convolutions.h"
#include "ir/specialize.h"
#include "support/refusals.h"
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
      {"rows",
       [](ir::Program program, const CodeFacts&) -> absl::StatusOr<ir::Program> {
         OrderRows(&program);
         return program;
       }},
      {"reshapes",
       [](ir::Program program, const CodeFacts&) -> absl::StatusOr<ir::Program> {
         JoinReshapes(&program);
         return program;
       }},
      {"precision",
       [](ir::Program program, const CodeFacts& facts) {
         return ApplyPrecision(std::move(program), facts.kernel.numerics);
       }},
      {"turn",
       [](ir::Program program, const CodeFacts&) -> absl::StatusOr<ir::Program> {
         TurnConvolutions(&program);
         return program;
       }},
      {"pad",
       [](ir::Program program, const CodeFacts&) -> absl::StatusOr<ir::Program> {
         PadUpdates(&program);
         return program;
       }},
      {"cut", [](ir::Program program,
                 const CodeFacts&) { return CutLongProducts(std::move(program)); }},
  };
  return kPasses;
}

absl::StatusOr<ir::Program> Pipeline::Rewrite(ir::Program program) const {
  if (const ir::Operation* const op = WhatNeedsNumbers(program)) {
    return ir::ErrorAt(program.files, op->location,
                       absl::UnimplementedError(absl::StrCat(
                           ir::Name(op->kind), ": its sizes are to be numbers")));
  }
  for (const Pass& pass : Passes()) {
    TW_ASSIGN_OR_RETURN(program, pass.run(std::move(program), facts_));
  }
  return program;
}

absl::StatusOr<PlannedProgram> Pipeline::Plan(ir::Program program,
                                              absl::Span<const int64_t> values,
                                              const GivenUp& given_up) const {
  const WorkNote note(absl::StrCat("the plan of @", program.name));
  if (WhatNeedsNumbers(program) != nullptr) {
    TW_ASSIGN_OR_RETURN(program, ir::Specialize(std::move(program), values));
  }
  TW_ASSIGN_OR_RETURN(program, Rewrite(std::move(program)));
  Refusals refusals;
  AddUnknownCalls(program, program.body, &refusals);
  TW_RETURN_IF_ERROR(refusals.ToStatus());
  return MakePlan(program, values, facts_, given_up);
}

}  // namespace tilewright::codegen
