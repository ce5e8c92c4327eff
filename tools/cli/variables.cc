#include "tools/cli/variables.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tilewright/compile.h"
#include "tools/cli/nearest.h"
#include "tools/cli/table.h"

namespace tilewright::tools {
namespace {

struct Variable {
  std::string name;
  std::string what;                       // "": for others than this program
  std::vector<std::string> choices = {};  // where there are few
};

const std::vector<Variable>& Variables() {
  static const auto* const variables = new std::vector<Variable>{
      {"TILEWRIGHT_TARGET", "what --target is where it is not given"},
      {"TILEWRIGHT_CACHE",
       "how the cache of compiled code is used: rw (the default), ro, off, or verify "
       "(compile all the same and compare)"},
      {"TILEWRIGHT_CACHE_DIR", "where it is (default: ~/.cache/tilewright)"},
      {"TILEWRIGHT_CACHE_MAX_BYTES", "its size at most: 2GiB, 500M"},
      {"TILEWRIGHT_CACHE_MAX_AGE", "how long entries stay after their last use: 30d"},
      {"TILEWRIGHT_CACHE_MAX_ENTRIES", "how many entries at most: 100k"},
      {"TILEWRIGHT_CACHE_POLICY",
       "whose code is run: owner (the default) or mac-required"},
      {"TILEWRIGHT_CACHE_KEY_FILE", "the key that entries are signed with"},
      {"TILEWRIGHT_CACHE_SHARED", "further directories: ro:/PATH;rw:/PATH"},
      {"TILEWRIGHT_CACHE_REMOTE", "servers: ro:http://HOST/BASE;redis://HOST/0"},
      {"TILEWRIGHT_CACHE_REMOTE_TIMEOUTS", "how long they are waited for"},
      {"TILEWRIGHT_CACHE_REMOTE_HEADERS", "what HTTP servers are sent besides"},
      {"TILEWRIGHT_CACHE_LOG", "a file that gets a line for every look-up"},
      {"TILEWRIGHT_CACHE_CONFIG",
       "the file that has what these do not say (cache config)"},
      {"TILEWRIGHT_LABEL", "what programs are for, in listings of the cache"},
      {"TILEWRIGHT_LLVM_OPTIONS", "LLVM's own options; part of every key of the cache"},
      {"TILEWRIGHT_DUMP", "a folder to write every stage of each kernel to"},
      {"TILEWRIGHT_GUARD", "1: buffers end at unreadable pages", {"0", "1"}},
      {"TILEWRIGHT_KERNEL_DEBUG",
       "1: kernels in C++ are checked as they run",
       {"0", "1"}},
      {"TILEWRIGHT_PERF", "1: perf sees the kernels' names"},
      {"TILEWRIGHT_GDB", "1: gdb does"},
      {"COLUMNS", "how wide tables are (default: the terminal)"},
      // What JAX's and PyTorch's devices and the tests hear.
      {"TILEWRIGHT_CHIP", ""},
      {"TILEWRIGHT_DEVICES", ""},
      {"TILEWRIGHT_NUMERICS", ""},
      {"TILEWRIGHT_LIBRARY_DIR", ""},
      {"TILEWRIGHT_PROGRESS", ""},
      {"TILEWRIGHT_JAX", ""},
      {"TILEWRIGHT_SEED", ""},
      {"TILEWRIGHT_SOAK", ""},
      {"TILEWRIGHT_TORCH", ""},
  };
  return *variables;
}

// TILEWRIGHT_CACHEDIR is nobody's.
void TellOfSlips() {
  std::vector<std::string> names;
  for (const Variable& variable : Variables()) names.push_back(variable.name);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string name = std::string(*entry).substr(0, std::string(*entry).find('='));
    if (!absl::StartsWith(name, "TILEWRIGHT_")) continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    constexpr int kSlips = 2;
    const std::string meant = Nearest(name, names, kSlips);
    if (meant.empty()) continue;
    Report({kFine,
            absl::StrCat("warning: ", name, " means nothing; is ", meant, " meant?")});
  }
}

}  // namespace

std::string VariablesText(int width) {
  std::string text = "Environment:\n";
  for (const Variable& variable : Variables()) {
    if (variable.what.empty()) continue;
    absl::StrAppend(&text, "  ", variable.name, "\n      ",
                    Wrapped(variable.what, 6, width), "\n");
  }
  return text;
}

std::optional<Failure> CheckVariables() {
  TellOfSlips();
  for (const Variable& variable : Variables()) {
    const char* const value = std::getenv(variable.name.c_str());
    if (value == nullptr || *value == '\0') continue;
    if (variable.name == "TILEWRIGHT_TARGET") {
      const auto facts = DescribeTarget(value);
      if (facts.status().code() != absl::StatusCode::kInvalidArgument) continue;
      return Failure{kUsage, absl::StrCat("TILEWRIGHT_TARGET: ", facts.status().message(),
                                          DidYouMean(value, TargetNames()))};
    }
    const std::vector<std::string>& choices = variable.choices;
    if (choices.empty()) continue;
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) continue;
    Report({kFine, absl::StrCat("warning: ", variable.name, ": '", value, "' is none of ",
                                absl::StrJoin(choices, ", "), ", and means nothing")});
  }
  return std::nullopt;
}

}  // namespace tilewright::tools
