#include "cache/inspect/query.h"

#include "absl/strings/str_cat.h"

namespace tilewright::cache {

bool MatchesPattern(absl::string_view pattern, absl::string_view text) {
  // After a star, the rest is tried at every place; only the last star seen has to
  // be gone back to, so time is bounded by the product of the lengths.
  size_t p = 0;
  size_t t = 0;
  size_t star = absl::string_view::npos;
  size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != absl::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

absl::StatusOr<Condition> Condition::Parse(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos || equals == 0 || text.substr(0, 2) == "!=") {
    return absl::InvalidArgumentError(
        absl::StrCat("condition \"", text, "\": expected field=value or field!=value"));
  }
  Condition condition;
  condition.equal = text[equals - 1] != '!';
  condition.field = std::string(text.substr(0, condition.equal ? equals : equals - 1));
  condition.pattern = std::string(text.substr(equals + 1));
  return condition;
}

}  // namespace tilewright::cache
