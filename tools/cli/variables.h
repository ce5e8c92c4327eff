// The variables of the environment that the command line hears.
#pragma once

#include <optional>
#include <string>

#include "tools/cli/exit_code.h"

namespace tilewright::tools {

// A line each, for help.
std::string VariablesText(int width);

// A target that there is not is an error of usage, the same for every command: nothing
// could be done as it was wanted. Other values that mean nothing, and what is a variable
// of nobody and looks like a slip of the hand, are told to standard error (those of the
// cache are its own to tell).
std::optional<Failure> CheckVariables();

}  // namespace tilewright::tools
