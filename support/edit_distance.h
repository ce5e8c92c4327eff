// How far one word is from another, and which one was meant.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright {

// The least number of characters to insert, remove or replace, and of neighbours to swap,
// that makes `b` of `a`.
int EditDistance(absl::string_view a, absl::string_view b);

// The word that was meant by `word`: the nearest of `words`, of several that of its
// length, then the first. Empty when more than a third of `word` would be wrong.
absl::string_view NearestWord(absl::string_view word,
                              absl::Span<const absl::string_view> words);

}  // namespace tilewright
