// What --help says.
#pragma once

#include <string>

#include "CLI/App.hpp"

namespace tilewright::tools {

// How long lines of help are on a terminal that is this wide (0: there is none).
int HelpWidth(int width);

// A command's arguments, options and verbs in lines of at most HelpWidth(width)
// characters, and its examples.
std::string HelpText(const CLI::App& app, int width);

}  // namespace tilewright::tools
