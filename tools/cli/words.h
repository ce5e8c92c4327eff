// The words of a command line, before the parser of options sees them.
#pragma once

#include <string>
#include <vector>

#include "CLI/App.hpp"
#include "absl/status/statusor.h"

namespace tilewright::tools {

struct Words {
  // Verbs, then arguments, then options as --name=value: one way to write what may be
  // written in several.
  std::vector<std::string> words;
  // Whose help is asked for, with -h, --help or `help VERB ...`; null: nobody's.
  const CLI::App* help = nullptr;
};

// Options may be shortened while they are unique, `--` ends them, and a value follows `=`
// or a space; `--report` and others whose value may be left out take it after `=` only,
// so that they never swallow the file that follows. InvalidArgument says what is wrong:
// a verb or option that is not there (and what may be meant), a value that is missing or
// none is wanted, an argument too many or one that is missing.
absl::StatusOr<Words> ReadWords(const CLI::App& app,
                                const std::vector<std::string>& arguments);

// "tilewright cache ls": as it is typed.
std::string PathOf(const CLI::App& app);

// An option whose value may be left out, and what it is then.
void LetValueBeLeftOut(CLI::Option* option, const std::string& value);

}  // namespace tilewright::tools
