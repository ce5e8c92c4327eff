// Warnings on standard error, which is where a process without a user interface of its
// own tells what its user should know.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace tilewright {

// What a terminal shows as it is: control characters, and bytes that are no UTF-8, are
// \xNN. Messages quote what others wrote.
std::string Printable(absl::string_view text);

// "tilewright: warning: ..." on a line.
void Warn(absl::string_view warning);

}  // namespace tilewright
