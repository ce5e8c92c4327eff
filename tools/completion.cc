// tilewright completion: what shells complete, from the commands' own options.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tools/commands.h"

namespace tilewright::tools {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  source <(tilewright completion bash)     # in ~/.bashrc\n"
    "  source <(tilewright completion zsh)      # in ~/.zshrc, after compinit";

constexpr char kBegin[] = R"sh(_tilewright() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  # Bash makes words of its own of `=`.
  if [ "$current" = "=" ]; then current=""; fi
  if [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
  local path="" word choices=""
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
)sh";

constexpr char kMiddle[] = R"sh(
      *) ;;
    esac
  done
  case "$path:$previous" in
)sh";

constexpr char kEnd[] = R"sh(
    *)
      case "$path" in
%s
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  if [ ${#COMPREPLY[@]} -eq 0 ] && [ -z "$choices" -o "${current#-}" = "$current" ]; then
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
)sh";

// The members that a choice's validator lists: "TEXT:{a,b}" to "a b".
std::string ChoicesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t begin = type.find('{');
  const size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  return absl::StrJoin(std::vector<std::string>(
                           absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',')),
                       " ");
}

// What the script is made of; `path` is " cache ls" for that verb.
struct Script {
  std::string steps;    // cases: from a path and a word to a longer path
  std::string values;   // cases: an option's values
  std::string choices;  // cases: a path's verbs and options
};

void AddTo(const CLI::App& app, const std::string& path, Script* script) {
  std::vector<std::string> words;
  for (const CLI::App* verb : app.get_subcommands({})) {
    const std::string longer = absl::StrCat(path, " ", verb->get_name());
    words.push_back(verb->get_name());
    absl::StrAppend(&script->steps, "      \"", longer, "\") path=\"", longer, "\" ;;\n");
    AddTo(*verb, longer, script);
  }
  bool takes_key = false;
  for (const CLI::Option* option : app.get_options()) {
    takes_key = takes_key || (option->get_positional() && option->get_name() == "KEY");
    for (const std::string& name : option->get_lnames()) {
      words.push_back("--" + name);
      const std::string choices = ChoicesOf(*option);
      if (choices.empty()) continue;
      absl::StrAppend(&script->values, "    \"", path, ":--", name, "\") choices=\"",
                      choices, "\" ;;\n");
    }
  }
  absl::StrAppend(
      &script->choices, "        \"", path, "\") choices=\"", absl::StrJoin(words, " "),
      takes_key ? " $(tilewright cache ls --quiet --where \"key=$current*\" 2>/dev/null)"
                : "",
      "\" ;;\n");
}

std::string BashScript(const CLI::App& app) {
  Script script;
  AddTo(app, "", &script);
  std::string end = kEnd;
  end.replace(end.find("%s"), 2, script.choices);
  return absl::StrCat(kBegin, script.steps, kMiddle, script.values, end,
                      "complete -o filenames -F _tilewright tilewright\n");
}

}  // namespace

Command AddCompletion(CLI::App* app) {
  auto shell = std::make_shared<std::string>();
  app->add_option("SHELL", *shell, "bash or zsh")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  app->footer(kExamples);
  const CLI::App* const whole = app->get_parent();
  return [shell, whole] {
    std::string script = BashScript(*whole);
    // Zsh runs Bash's completions.
    if (*shell == "zsh")
      script = "autoload -U +X bashcompinit && bashcompinit\n" + script;
    return std::fputs(script.c_str(), stdout) < 0 || std::fflush(stdout) != 0
               ? kInputOutput
               : kFine;
  };
}

}  // namespace tilewright::tools
