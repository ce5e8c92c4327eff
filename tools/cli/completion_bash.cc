#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/cli/completion.h"

namespace tilewright::tools {
namespace {

// STEPS: cases, from a path and a word to a longer path. VALUES: cases, an option's
// values. CHOICES: cases, a path's verbs and options.
constexpr char kScript[] = R"sh(_tilewright() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  # Bash makes words of its own of `=`.
  if [ "$current" = "=" ]; then current=""; fi
  if [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi
  # Zsh keeps them together.
  local prefix=""
  case "$current" in
    --*=*) previous="${current%%=*}" prefix="${current%%=*}=" current="${current#*=}" ;;
  esac
  local verbs="" word choices="" dir=() i
  # Keys are those of the cache that the line is about.
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${COMP_WORDS[i]}" in
      --dir=*|--cache-dir=*) dir=(--dir "${COMP_WORDS[i]#*=}") ;;
      --dir|--cache-dir)
        dir=(--dir "${COMP_WORDS[i+1]}")
        if [ "${COMP_WORDS[i+1]}" = "=" ]; then dir=(--dir "${COMP_WORDS[i+2]}"); fi ;;
    esac
  done
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word="${verbs} ${COMP_WORDS[i]}"
    case "$word" in
STEPS
      *) ;;
    esac
  done
  case "${verbs}:${previous}" in
VALUES
    *)
      case "$verbs" in
CHOICES
      esac ;;
  esac
  # Zsh's compgen leaves the choosing to others.
  COMPREPLY=()
  for word in $choices; do
    case "$word" in
      "$current"*) COMPREPLY+=("$prefix$word") ;;
    esac
  done
  if [ ${#COMPREPLY[@]} -eq 0 ] && [ -z "$choices" -o "${current#-}" = "$current" ]; then
    if [ -z "$prefix" ]; then
      COMPREPLY=($(compgen -f -- "$current"))
    else
      # Of these words Zsh knows no files.
      for word in "$current"*; do
        if [ -e "$word" ]; then COMPREPLY+=("$prefix$word"); fi
      done
    fi
  fi
}
complete -o filenames -F _tilewright tilewright
)sh";

constexpr char kBashKeys[] =
    " $(tilewright cache ls \"${dir[@]}\" --quiet --where \"key=$current*\" 2>/dev/null)";

}  // namespace

std::string BashCompletion(const std::vector<CompletedCommand>& commands) {
  std::vector<std::string> steps;
  std::vector<std::string> values;
  std::vector<std::string> choices;
  for (const CompletedCommand& command : commands) {
    std::vector<std::string> words = command.arguments;
    for (const CompletedVerb& verb : command.verbs) {
      const std::string longer = absl::StrCat(command.path, " ", verb.name);
      words.push_back(verb.name);
      steps.push_back(absl::StrCat("      \"", longer, "\") verbs=\"", longer, "\" ;;"));
    }
    for (const CompletedOption& option : command.options) {
      for (const std::string& name : option.long_names) {
        words.push_back("--" + name);
        if (option.values.empty()) continue;
        values.push_back(absl::StrCat("    \"", command.path, ":--", name,
                                      "\") choices=\"", absl::StrJoin(option.values, " "),
                                      "\" ;;"));
      }
    }
    choices.push_back(absl::StrCat("        \"", command.path, "\") choices=\"",
                                   absl::StrJoin(words, " "),
                                   command.takes_key ? kBashKeys : "", "\" ;;"));
  }
  return absl::StrReplaceAll(kScript, {{"STEPS", absl::StrJoin(steps, "\n")},
                                       {"VALUES", absl::StrJoin(values, "\n")},
                                       {"CHOICES", absl::StrJoin(choices, "\n")}});
}

}  // namespace tilewright::tools
