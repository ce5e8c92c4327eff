#include "tools/check/skips.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace tilewright::tools {

absl::StatusOr<AllowedSkips> AllowedSkips::Parse(absl::string_view text) {
  AllowedSkips skips;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    size_t bar = line.find(" | ");
    if (bar == absl::string_view::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": expected \"case | reason\""));
    }
    skips.rows_.push_back(
        {std::string(line.substr(0, bar)), std::string(line.substr(bar + 3))});
  }
  return skips;
}

bool AllowedSkips::Allows(const CaseResult& result) const {
  for (const Row& row : rows_) {
    if (result.reason != row.reason) continue;
    absl::string_view before = result.name;
    if (absl::ConsumeSuffix(&before, row.name) &&
        (before.empty() || absl::EndsWith(before, "/"))) {
      return true;
    }
  }
  return false;
}

}  // namespace tilewright::tools
