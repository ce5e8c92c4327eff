// Which entries are meant: the conditions that users write.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// Whether `pattern` is `text`, where each `*` in the pattern is any text.
bool MatchesPattern(absl::string_view pattern, absl::string_view text);

// "field=pattern" or "field!=pattern".
struct Condition {
  std::string field;
  std::string pattern;
  bool equal = true;

  // InvalidArgument for any other text.
  static absl::StatusOr<Condition> Parse(absl::string_view text);
  bool Holds(absl::string_view value) const {
    return MatchesPattern(pattern, value) == equal;
  }
};

}  // namespace tilewright::cache
