// The variables of the environment that the command line hears.
#pragma once

#include <optional>
#include <string>

#include "tools/cli/exit_code.h"

namespace tilewright::tools {

// A line each, for help.
std::string VariablesText(int width);

// A value that is none of those that its variable can have is an error of usage, the same
// for every command; of the cache's variables it is a warning of who uses the cache. What
// is a variable of nobody, and looks like a slip of the hand, is told to standard error.
std::optional<Failure> CheckVariables();

}  // namespace tilewright::tools
