// Runs one case of `check`.
#pragma once

#include <functional>
#include <string>

#include "tilewright/compile.h"
#include "tilewright/device.h"
#include "tools/check/cases.h"

namespace tilewright::tools {

enum class Outcome { kPassed, kFailed, kSkipped };

struct CaseResult {
  std::string name;  // the path, and "#function" (":piece") in check-style files
  Outcome outcome = Outcome::kPassed;
  std::string reason;  // of a failure, or of a refusal; one line
  std::string digest;  // of the outputs' bytes, as hex; empty when there are none
};

struct CheckOptions {
  CompileOptions compile;
  // Negative: each output's own, or by its type; 0.
  double rtol = -1;
  double atol = -1;
};

// Calls `done` for each result in order: one for a golden folder, one for every
// entry of every piece of a check-style file. A file that is to fail (`not`) or
// not to be interpreted (RUN-DISABLED: it is parsed, printed and parsed again)
// gives one.
void RunCase(const Case& the_case, const CheckOptions& options, const Device& device,
             const std::function<void(const CaseResult&)>& done);

}  // namespace tilewright::tools
