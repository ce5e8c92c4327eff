// tilewright completion: what shells complete, from the commands' own options.
#include "tools/cli/completion.h"

#include "tools/cli/commands.h"
#include "tools/cli/print.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  source <(tilewright completion bash)     # in ~/.bashrc\n"
    "  source <(tilewright completion zsh)      # in ~/.zshrc, after compinit\n"
    "  tilewright completion fish | source      # in ~/.config/fish/config.fish";

// The members that a choice's validator lists: of "TEXT:{a,b}", a and b.
std::vector<std::string> ValuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t begin = type.find('{');
  const size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',');
}

CompletedOption OptionOf(const CLI::Option& option) {
  return {.long_names = option.get_lnames(),
          .short_names = option.get_snames(),
          .description = option.get_description(),
          .needs_value = option.get_items_expected_min() > 0,
          .values = ValuesOf(option)};
}

void AddTo(const CLI::App& app, const std::string& path,
           std::vector<CompletedCommand>* commands) {
  CompletedCommand command;
  command.path = path;
  for (const CLI::App* verb : app.get_subcommands({})) {
    command.verbs.push_back({verb->get_name(), verb->get_description()});
  }
  // `help` takes what the program takes.
  if (app.get_name() == "help" && app.get_parent() != nullptr) {
    for (const CLI::App* verb : app.get_parent()->get_subcommands({})) {
      if (verb != &app) command.arguments.push_back(verb->get_name());
    }
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      command.takes_key = command.takes_key || option->get_name() == "KEY";
      for (std::string& value : ValuesOf(*option)) {
        command.arguments.push_back(std::move(value));
      }
    }
    if (option->get_lnames().empty() && option->get_snames().empty()) continue;
    command.options.push_back(OptionOf(*option));
  }
  commands->push_back(std::move(command));
  for (const CLI::App* verb : app.get_subcommands({})) {
    AddTo(*verb, absl::StrCat(path, " ", verb->get_name()), commands);
  }
}

std::string ScriptFor(const std::string& shell,
                      const std::vector<CompletedCommand>& commands) {
  if (shell == "fish") return FishCompletion(commands);
  const std::string script = BashCompletion(commands);
  if (shell == "bash") return script;
  return absl::StrCat("autoload -U +X bashcompinit && bashcompinit\n", script);
}

}  // namespace

Command AddCompletion(CLI::App* app) {
  auto shell = std::make_shared<std::string>();
  app->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(OneOf({"bash", "zsh", "fish"}));
  app->footer(kExamples);
  const CLI::App* const whole = app->get_parent();
  return [shell, whole] {
    std::vector<CompletedCommand> commands;
    AddTo(*whole, "", &commands);
    const std::string script = ScriptFor(*shell, commands);
    return PrintText(script);
  };
}

}  // namespace tilewright::tools
