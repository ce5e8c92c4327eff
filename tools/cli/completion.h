// What shells complete, as data, and the scripts that do it.
#pragma once

#include <string>
#include <vector>

namespace tilewright::tools {

struct CompletedOption {
  std::vector<std::string> long_names;   // without dashes
  std::vector<std::string> short_names;  // without dash
  std::string description;
  bool needs_value = false;
  std::vector<std::string> values;  // where they are known
};

struct CompletedVerb {
  std::string name;
  std::string description;
};

// A command, or one of its verbs.
struct CompletedCommand {
  std::string path;  // the words before it, each after a space: " cache ls"; "" is all
  std::vector<CompletedVerb> verbs;
  std::vector<CompletedOption> options;
  std::vector<std::string> arguments;  // values of a positional argument, where known
  bool takes_key = false;              // an argument is a key of the cache
};

// For Bash, and for Zsh, which runs Bash's completions after `bashcompinit`.
std::string BashCompletion(const std::vector<CompletedCommand>& commands);
std::string FishCompletion(const std::vector<CompletedCommand>& commands);

}  // namespace tilewright::tools
