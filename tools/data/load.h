// Programs and their inputs from files, with the exit code each error means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tilewright/npy.h"
#include "tilewright/program.h"
#include "tools/cli/exit_code.h"

namespace tilewright::tools {

// The program in `path`, specialised to the arrays' types when it has sizes
// that only they tell.
std::optional<Failure> LoadProgram(const std::string& path, const std::string& entry,
                                   const std::vector<Array>& arrays,
                                   std::optional<Program>* program);

// A file that is missing or damaged is kInputOutput, the rest kFailed.
Failure InputFailure(const absl::Status& status);

}  // namespace tilewright::tools
