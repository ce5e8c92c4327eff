// What goes to standard output, and to files that users name.
#pragma once

#include <string>

#include "tools/cli/exit_code.h"

namespace tilewright::tools {

// Descriptors 0 to 2 that whoever started us has closed are taken, so that no file that
// is opened later becomes standard output; what is written to them is an error.
void TakeClosedDescriptors();

// To standard output, whole. Where that fails, kInputOutput, and it is told: once,
// however much is still to come.
// What would be a terminal's commands is shown (Printable): names may be foreign.
ExitCode PrintText(const std::string& text);
// As they are.
ExitCode PrintBytes(const std::string& bytes);

// To the file that the user named; "-" is standard output.
ExitCode WriteResult(const std::string& path, const std::string& bytes);
// Whether what is written there is on standard output, where nothing else belongs then.
bool IsStandardOutput(const std::string& path);

}  // namespace tilewright::tools
