// The commands. Each adds itself to the program's options and runs when chosen.
#pragma once

#include <functional>

#include "CLI/App.hpp"
#include "tools/cli/exit_code.h"
#include "tools/cli/settings.h"

namespace tilewright::tools {

using Command = std::function<ExitCode()>;

// `start` is the time of main().
Command AddRun(CLI::App* app, Clock::time_point start);
Command AddCheck(CLI::App* app);
Command AddCompile(CLI::App* app);
Command AddPrint(CLI::App* app);
Command AddCache(CLI::App* app);
Command AddCompletion(CLI::App* app);

}  // namespace tilewright::tools
