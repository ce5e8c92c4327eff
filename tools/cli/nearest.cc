#include "tools/cli/nearest.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tilewright::tools {
namespace {

// Of words that people type; a longer one is no slip.
constexpr size_t kLongest = 64;

// Letters to insert, to delete, to replace, or neighbours to swap.
size_t Slips(const std::string& a, const std::string& b) {
  std::vector<size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

// Of an option, those behind its dashes.
size_t Letters(const std::string& word) {
  const size_t begin = word.find_first_not_of('-');
  return begin == std::string::npos ? 0 : word.size() - begin;
}

}  // namespace

std::string Nearest(const std::string& word, const std::vector<std::string>& candidates,
                    size_t most) {
  if (word.empty() || word.size() > kLongest) return "";
  const std::string typed = absl::AsciiStrToLower(word);
  const size_t letters = Letters(typed);
  std::string nearest;
  // In half slips: what is begun is nearer than what is as many slips away.
  size_t least = 2 * (most > 0 ? most : std::max<size_t>(1, letters / 3)) + 1;
  for (const std::string& candidate : candidates) {
    const std::string whole = absl::AsciiStrToLower(candidate);
    const size_t slips = Slips(typed, whole);
    // Where all letters are wrong nothing is left.
    if (slips > 0 && slips >= std::min(letters, Letters(whole))) continue;
    const size_t distance = 2 * slips - (slips > 0 && absl::StartsWith(whole, typed));
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  if (!nearest.empty() || most > 0 || letters < 2) return nearest;
  for (const std::string& candidate : candidates) {
    if (absl::StartsWith(candidate, typed)) return candidate;
  }
  return "";
}

std::string DidYouMean(const std::string& word,
                       const std::vector<std::string>& candidates) {
  const std::string nearest = Nearest(word, candidates);
  return nearest.empty() ? "" : absl::StrCat("; did you mean '", nearest, "'?");
}

}  // namespace tilewright::tools
