// The command line. See commands.h.
#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "tilewright/tilewright.h"
#include "tools/cli/commands.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/help.h"
#include "tools/cli/last_words.h"
#include "tools/cli/print.h"
#include "tools/cli/table.h"
#include "tools/cli/variables.h"
#include "tools/cli/words.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  tilewright run model.mlir --random-inputs --report\n"
    "  tilewright run model.mlir --inputs data/ --outputs results/\n"
    "  tilewright check --numerics=ieee cases/ --jobs 4\n"
    "  tilewright compile *.mlir\n"
    "  tilewright print model.mlir --stage=llvm\n"
    "  tilewright cache explain model.mlir\n"
    "\n"
    "`tilewright help COMMAND` says more of each.\n"
    "\n";

std::string ExitCodesText(int width) {
  std::string text = "Exit codes:";
  for (const ExitCodeWords& row : kExitCodes) {
    absl::StrAppend(&text, "\n  ", row.code, "  ", Wrapped(row.what, 5, width));
  }
  return text;
}

using Commands = std::vector<std::pair<CLI::App*, Command>>;

void AddCommands(CLI::App* app, Clock::time_point start, Commands* commands) {
  const auto add = [&](const char* name, const char* what, auto bind) {
    CLI::App* const command = app->add_subcommand(name, what);
    command->footer("");
    commands->emplace_back(command, bind(command));
  };
  add("run", "Compile and run a StableHLO program",
      [&](CLI::App* command) { return AddRun(command, start); });
  add("check", "Run golden cases and check-style files, and compare", AddCheck);
  add("compile", "Compile programs into the cache", AddCompile);
  add("print", "Print a stage of compilation", AddPrint);
  add("cache", "Inspect, explain, check and prune the compilation cache", AddCache);
  add("completion", "Print a script for the shell that completes commands",
      AddCompletion);
  // Its words are verbs, which ReadWords reads.
  add("help", "Say more of a command", [](CLI::App*) { return Command(); });
}

// The verbs that say what is wrong with variables themselves, or hear none.
bool ToleratesVariables(const std::vector<std::string>& words) {
  if (words.empty() || words[0] != "cache")
    return words.empty() || words[0] == "completion";
  return words.size() > 1 && (words[1] == "doctor" || words[1] == "config");
}

// How the program ends where there is nothing to run.
std::optional<ExitCode> Parse(CLI::App* app, const Words& words) {
  std::vector<std::string> reversed(words.words.rbegin(), words.words.rend());
  try {
    app->parse(reversed);
    return std::nullopt;
  } catch (const CLI::CallForVersion&) {
    return PrintText(
        absl::StrCat("tilewright ", Version(), " (", BuildDescription(), ")\n"));
  } catch (const CLI::Success&) {
    return kFine;
  } catch (const CLI::RuntimeError& error) {
    return static_cast<ExitCode>(error.get_exit_code());
  } catch (const CLI::ParseError& error) {
    return Report({kUsage, error.what()});
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
  app.set_help_flag("-h,--help", "say more, and end");
  app.set_version_flag("-V,--version", "");
  app.get_version_ptr()->description("say which build this is, and end");
  app.require_subcommand(1);
  Commands commands;
  AddCommands(&app, start, &commands);

  const absl::StatusOr<Words> words = ReadWords(app, {argv + 1, argv + argc});
  if (!words.ok()) return Report({kUsage, std::string(words.status().message())});
  if (words->help != nullptr) {
    const int width = TerminalWidth();
    if (words->help == &app) {
      app.footer(absl::StrCat(kExamples, VariablesText(HelpWidth(width)), "\n",
                              ExitCodesText(HelpWidth(width))));
    }
    return PrintText(HelpText(*words->help, width));
  }
  if (!ToleratesVariables(words->words)) {
    if (const std::optional<Failure> failure = CheckVariables()) return Report(*failure);
  }
  if (const std::optional<ExitCode> code = Parse(&app, *words)) return *code;
  for (const auto& [command, run] : commands) {
    if (command->parsed()) return run();
  }
  return kFine;
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
