// Which operations run as library routines, and under which name.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "ir/program.h"

namespace tilewright::codegen {

// The routine's name for a kRoutine operation ("fft", "cholesky",
// "triangular_solve", or a custom call's target), or nullopt when the target is
// not one that Tilewright knows.
std::optional<std::string> RoutineName(const ir::Operation& operation);
// The same of a custom call's target.
bool IsRoutine(absl::string_view target);

}  // namespace tilewright::codegen
