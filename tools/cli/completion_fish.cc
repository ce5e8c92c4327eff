#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/cli/completion.h"

namespace tilewright::tools {
namespace {

// PATHS: every path there is.
constexpr char kFunctions[] = R"fish(function __tilewright_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$path $word" PATHS
            set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end
# Keys are those of the cache that the line is about.
function __tilewright_keys
    set -l dir
    set -l words (commandline -opc)
    for i in (seq (count $words))
        switch $words[$i]
            case --dir --cache-dir
                set dir --dir $words[(math $i + 1)]
            case '--dir=*' '--cache-dir=*'
                set dir --dir (string replace -r '^[^=]*=' '' -- $words[$i])
        end
    end
    tilewright cache ls $dir --quiet --where 'key='(commandline -ct)'*' 2>/dev/null
end
complete -c tilewright -e
)fish";

constexpr char kFishKeys[] = "(__tilewright_keys)";

std::string Quoted(const std::string& text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}),
                      "'");
}

// ` -a 'one two'`
std::string Arguments(const std::vector<std::string>& words) {
  return absl::StrCat(" -a ", Quoted(absl::StrJoin(words, " ")));
}

// ` -s o -l output -r -d '...'`; -x is -r without files.
std::string OptionWords(const CompletedOption& option) {
  std::string words;
  for (const std::string& name : option.short_names)
    absl::StrAppend(&words, " -s ", name);
  for (const std::string& name : option.long_names) absl::StrAppend(&words, " -l ", name);
  if (option.needs_value) absl::StrAppend(&words, option.values.empty() ? " -r" : " -x");
  if (!option.values.empty()) absl::StrAppend(&words, Arguments(option.values));
  return absl::StrCat(words, " -d ", Quoted(option.description));
}

}  // namespace

std::string FishCompletion(const std::vector<CompletedCommand>& commands) {
  std::vector<std::string> paths;
  std::vector<std::string> lines;
  for (const CompletedCommand& command : commands) {
    if (!command.path.empty()) paths.push_back(Quoted(command.path));
    const std::string begin =
        absl::StrCat("complete -c tilewright -n ",
                     Quoted(absl::StrCat("__tilewright_at ", Quoted(command.path))));
    for (const CompletedVerb& verb : command.verbs) {
      lines.push_back(absl::StrCat(begin, " -f", Arguments({verb.name}), " -d ",
                                   Quoted(verb.description)));
    }
    if (!command.arguments.empty()) {
      lines.push_back(absl::StrCat(begin, " -f", Arguments(command.arguments)));
    }
    // No file's name, but each verb that takes a key may take one, too.
    if (command.takes_key)
      lines.push_back(absl::StrCat(begin, " -a ", Quoted(kFishKeys)));
    for (const CompletedOption& option : command.options) {
      lines.push_back(absl::StrCat(begin, OptionWords(option)));
    }
  }
  return absl::StrCat(
      absl::StrReplaceAll(kFunctions, {{"PATHS", absl::StrJoin(paths, " ")}}),
      absl::StrJoin(lines, "\n"), "\n");
}

}  // namespace tilewright::tools
