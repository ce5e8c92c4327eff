// The command line. See commands.h.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "tilewright/tilewright.h"
#include "tools/cli/commands.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/last_words.h"
#include "tools/cli/print.h"
#include "tools/cli/settings.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  tilewright run model.mlir --random-inputs --report\n"
    "  tilewright run model.mlir --inputs data/ --outputs results/\n"
    "  tilewright run model.mlir --input x.npy --input y.npy --repeat 10 --report=json\n"
    "  tilewright check --numerics=ieee cases/ --jobs 4\n"
    "  tilewright compile *.mlir\n"
    "  tilewright print model.mlir --stage=llvm\n"
    "  tilewright cache explain model.mlir\n"
    "Environment: TILEWRIGHT_TARGET, TILEWRIGHT_CACHE (off, ro, rw, verify),\n"
    "TILEWRIGHT_CACHE_DIR, TILEWRIGHT_DUMP=DIR, TILEWRIGHT_GUARD=1.\n"
    "Exit codes: 0 fine, 1 failed, 2 usage, 3 input or output.";

// An option whose value may be left out takes it with `=` only, so that it
// never swallows the file that follows: `--report` becomes `--report=table`.
std::string WithDefaultValue(const std::string& argument) {
  if (argument == "--report") return "--report=table";
  if (argument == "--random-inputs") return "--random-inputs=0";
  return argument;
}

// Of a word that is no command CLI11 only says that a subcommand is required.
void NameUnknownCommand(const CLI::App* app, int argc, char** argv) {
  for (int i = 1; i < argc && app->get_require_subcommand_min() > 0; ++i) {
    const std::string word = argv[i];
    const auto found = app->get_subcommands(
        [&](const CLI::App* command) { return command->get_name() == word; });
    if (found.empty()) {
      if (word.rfind('-', 0) == 0) return;
      std::fprintf(stderr, "tilewright: '%s' is no command of %s\n", word.c_str(),
                   app->get_name().c_str());
      return;
    }
    app = found[0];
  }
}

ExitCode Main(int argc, char** argv) {
  Clock::time_point start = Clock::now();
  TakeClosedDescriptors();
  SayLastWords(&CurrentWork);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file beyond the user's limit is an error like others
  CLI::App app("Tilewright: a TPU in software. Runs StableHLO programs natively.",
               "tilewright");
  app.footer(kExamples);
  app.set_version_flag("--version", [] {
    return "tilewright " + Version() + " (" + BuildDescription() + ")";
  });
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Command>> commands;
  auto add = [&](const char* name, const char* what, auto bind) {
    CLI::App* command = app.add_subcommand(name, what);
    commands.emplace_back(command, bind(command));
  };
  add("run", "Compile and run a StableHLO program",
      [&](CLI::App* command) { return AddRun(command, start); });
  add("check", "Run golden cases and check-style files, and compare", AddCheck);
  add("compile", "Compile programs into the cache", AddCompile);
  add("print", "Print a stage of compilation", AddPrint);
  add("cache", "Inspect, explain, check and prune the compilation cache", AddCache);
  add("completion", "Print a script for the shell that completes commands",
      AddCompletion);

  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) arguments.push_back(WithDefaultValue(argv[i]));
  try {
    app.parse(arguments);  // takes them in reverse
  } catch (const CLI::ParseError& error) {
    NameUnknownCommand(&app, argc, argv);
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    std::fputs(err.str().c_str(), stderr);
    const ExitCode printed = PrintText(out.str());
    if (code == kFine || code == kInputOutput) return std::max(printed, ExitCode{code});
    return kUsage;
  }
  for (const auto& [command, run] : commands) {
    if (command->parsed()) return run();
  }
  return kUsage;
}

}  // namespace
}  // namespace tilewright::tools

int main(int argc, char** argv) {
  try {
    return tilewright::tools::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    return tilewright::tools::Report(
        {tilewright::tools::kFailed, "not enough memory on this machine"});
  }
}
