#include "support/edit_distance.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace tilewright {

int EditDistance(absl::string_view a, absl::string_view b) {
  // Of a's first characters from b's first j: by one and two characters of a fewer than
  // the row that is being made.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    row[0] = static_cast<int>(i) + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const int replaced = last[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({replaced, row[j] + 1, last[j + 1] + 1});
      const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

absl::string_view NearestWord(absl::string_view word,
                              absl::Span<const absl::string_view> words) {
  // Nobody mistypes words that long: they are not worth the time of comparing them.
  constexpr size_t kLongest = 100;
  if (word.size() > kLongest) return "";
  const auto length = static_cast<int>(word.size());
  std::pair<int, int> least(std::max(1, length / 3) + 1, 0);
  absl::string_view nearest;
  for (absl::string_view candidate : words) {
    const std::pair<int, int> far(EditDistance(word, candidate),
                                  std::abs(length - static_cast<int>(candidate.size())));
    if (far >= least) continue;
    least = far;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace tilewright
