// What is planned of a program's text: its kernels and their steps.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "jit/llvm/target.h"
#include "support/check.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

inline absl::StatusOr<codegen::PlannedProgram> PlanText(const std::string& text,
                                                        const codegen::CodeFacts& facts) {
  TW_ASSIGN_OR_RETURN(stablehlo::ParsedProgram parsed, stablehlo::ParseProgram(text));
  return codegen::Pipeline(facts).Plan(std::move(parsed.program));
}

// On one host, for a chip; there is a plan.
inline codegen::PlannedProgram PlanFor(const std::string& text,
                                       const std::string& chip = "v5e") {
  const codegen::CodeFacts facts = {
      .kernel = {*jit::FindTarget("x86-64-v3"), Numerics::kIeee}, .chip = chip};
  absl::StatusOr<codegen::PlannedProgram> planned = PlanText(text, facts);
  TW_CHECK(planned.ok());
  return *std::move(planned);
}

}  // namespace tilewright::runtime
