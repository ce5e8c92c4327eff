#include "jit/llvm/llvm_options.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "support/environment.h"

namespace tilewright::jit {
namespace {

constexpr char kVariable[] = "TILEWRIGHT_LLVM_OPTIONS";

// These print something and end the process; a file could hide them.
constexpr absl::string_view kRefused[] = {"help", "version", "print-options",
                                          "print-all-options", "@"};

std::vector<std::string> Words() {
  return absl::StrSplit(Environment(kVariable), absl::ByAnyChar(" \t\n"),
                        absl::SkipEmpty());
}

// What LLVM says of its options in lines behind a program's name, with help of that
// program which is none here.
std::string InOneLine(const std::string& errors) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(errors, '\n', absl::SkipWhitespace())) {
    absl::ConsumePrefix(&line, "tilewright: ");
    lines.emplace_back(absl::StripAsciiWhitespace(line.substr(0, line.find("  Try: "))));
  }
  return absl::StrJoin(lines, " ");
}

absl::Status Apply() {
  const std::vector<std::string> words = Words();
  if (words.empty()) return absl::OkStatus();
  std::vector<const char*> arguments = {"tilewright"};
  for (const std::string& word : words) {
    const absl::string_view name = absl::string_view(word).substr(
        std::min(word.find_first_not_of('-'), word.size()));
    for (absl::string_view refused : kRefused) {
      if (absl::StartsWith(name, refused)) {
        return absl::InvalidArgumentError(
            absl::StrCat(kVariable, ": ", word, " cannot be used here"));
      }
    }
    arguments.push_back(word.c_str());
  }
  std::string errors;
  llvm::raw_string_ostream out(errors);
  if (llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()),
                                        arguments.data(), "", &out)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(kVariable, ": ", InOneLine(out.str())));
}

}  // namespace

const std::string& LlvmOptions() {
  static const std::string* const kOptions = new std::string(absl::StrJoin(Words(), " "));
  return *kOptions;
}

absl::Status ApplyLlvmOptions() {
  static const absl::Status* const kStatus = new absl::Status(Apply());
  return *kStatus;
}

}  // namespace tilewright::jit
