// How much two texts of programs have in common, and where they part.
//
// Lines are compared without the numbers of values, so that an operation that
// was added does not make every line after it another one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace tilewright::cache {

// The share of lines that both have, in whatever order: 1 for equal texts.
double Similarity(absl::string_view a, absl::string_view b);

// The first lines that differ, for people: "- 7: ..." of `theirs`, "+ 7: ..." of
// `ours`, at most `limit` of each. Empty for equal texts.
std::vector<std::string> FirstDifference(absl::string_view theirs, absl::string_view ours,
                                         size_t limit);

}  // namespace tilewright::cache
