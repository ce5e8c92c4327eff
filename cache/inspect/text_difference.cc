#include "cache/inspect/text_difference.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tilewright::cache {
namespace {

// How far the two texts may be apart before they are seen to go on together.
constexpr size_t kWindow = 64;
// Longest line that is shown whole.
constexpr size_t kShownCharacters = 160;

std::vector<absl::string_view> Lines(absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// The line without numbers of values: "7 = scalar add (4, 6) : t" and
// "9 = scalar add (5, 8) : t" have one skeleton, and so have "%7 = ..." and
// "%9 = ...".
std::string Skeleton(absl::string_view line) {
  const size_t first = line.find_first_not_of(" %");
  const size_t after = line.find_first_not_of("0123456789", std::min(first, line.size()));
  if (first != absl::string_view::npos && after != first &&
      absl::StartsWith(line.substr(std::min(after, line.size())), " =")) {
    line.remove_prefix(after);
  }
  std::string skeleton;
  bool in_operands = false;
  char last = ' ';
  for (char c : line) {
    if (c == '(') in_operands = true;
    if (absl::ascii_isalpha(c) || c == ')') in_operands = false;
    if (absl::ascii_isdigit(c) && (in_operands || last == '%')) continue;
    skeleton.push_back(c);
    last = c;
  }
  return skeleton;
}

std::string Shown(char sign, size_t number, absl::string_view line) {
  return absl::StrCat(absl::string_view(&sign, 1), " ", number + 1, ": ",
                      line.substr(0, kShownCharacters),
                      line.size() > kShownCharacters ? "..." : "");
}

// Where two texts that part at `begin` are equal again, after the fewest lines of
// both; their ends if that is nowhere near.
template <typename Equal>
std::pair<size_t, size_t> GoOnTogether(const std::vector<absl::string_view>& theirs,
                                       const std::vector<absl::string_view>& ours,
                                       size_t begin, Equal equal) {
  for (size_t apart = 1; apart <= kWindow; ++apart) {
    for (size_t i = 0; i <= apart; ++i) {
      const size_t a = begin + i;
      const size_t b = begin + apart - i;
      if (a < theirs.size() && b < ours.size() && equal(theirs[a], ours[b])) {
        return {a, b};
      }
    }
  }
  return {theirs.size(), ours.size()};
}

template <typename Equal>
std::vector<std::string> Difference(const std::vector<absl::string_view>& theirs,
                                    const std::vector<absl::string_view>& ours,
                                    size_t limit, Equal equal) {
  const size_t shorter = std::min(theirs.size(), ours.size());
  size_t begin = 0;
  while (begin < shorter && equal(theirs[begin], ours[begin])) ++begin;
  const auto [their_end, our_end] = GoOnTogether(theirs, ours, begin, equal);
  std::vector<std::string> shown;
  for (size_t i = begin; i < std::min(their_end, begin + limit); ++i) {
    shown.push_back(Shown('-', i, theirs[i]));
  }
  for (size_t i = begin; i < std::min(our_end, begin + limit); ++i) {
    shown.push_back(Shown('+', i, ours[i]));
  }
  return shown;
}

}  // namespace

double Similarity(absl::string_view a, absl::string_view b) {
  std::unordered_map<std::string, int64_t> count;
  const std::vector<absl::string_view> lines_a = Lines(a);
  const std::vector<absl::string_view> lines_b = Lines(b);
  if (lines_a.empty() && lines_b.empty()) return 1;
  for (absl::string_view line : lines_a) ++count[Skeleton(line)];
  size_t common = 0;
  for (absl::string_view line : lines_b) {
    if (count[Skeleton(line)]-- > 0) ++common;
  }
  return static_cast<double>(common) /
         static_cast<double>(std::max(lines_a.size(), lines_b.size()));
}

std::vector<std::string> FirstDifference(absl::string_view theirs, absl::string_view ours,
                                         size_t limit) {
  const std::vector<absl::string_view> lines = Lines(theirs);
  const std::vector<absl::string_view> our_lines = Lines(ours);
  std::vector<std::string> shown =
      Difference(lines, our_lines, limit, [](absl::string_view a, absl::string_view b) {
        return a == b || Skeleton(a) == Skeleton(b);
      });
  if (!shown.empty()) return shown;
  // Values are used in another way only.
  return Difference(lines, our_lines, limit,
                    [](absl::string_view a, absl::string_view b) { return a == b; });
}

}  // namespace tilewright::cache
