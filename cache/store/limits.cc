#include "cache/store/limits.h"

#include <cmath>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "cache/settings/settings.h"

namespace tilewright::cache {
namespace {

struct Unit {
  absl::string_view name;
  double factor;
};

constexpr double kKi = 1024;
constexpr Unit kByteUnits[] = {
    {"", 1},
    {"b", 1},
    {"k", kKi},
    {"ki", kKi},
    {"kib", kKi},
    {"kb", 1e3},
    {"m", kKi* kKi},
    {"mi", kKi* kKi},
    {"mib", kKi* kKi},
    {"mb", 1e6},
    {"g", kKi* kKi* kKi},
    {"gi", kKi* kKi* kKi},
    {"gib", kKi* kKi* kKi},
    {"gb", 1e9},
    {"t", kKi* kKi* kKi* kKi},
    {"ti", kKi* kKi* kKi* kKi},
    {"tib", kKi* kKi* kKi* kKi},
    {"tb", 1e12},
};
constexpr Unit kTimeUnits[] = {
    {"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"w", 7 * 86400},
};
constexpr Unit kCountUnits[] = {{"", 1}, {"k", 1e3}, {"m", 1e6}};

// Every integer below is a double; far beyond what a disk holds.
constexpr double kLargest = 9e15;

absl::StatusOr<int64_t> Parse(absl::string_view text, absl::Span<const Unit> units,
                              absl::string_view example) {
  const absl::string_view whole = absl::StripAsciiWhitespace(text);
  size_t end = 0;
  while (end < whole.size() && (absl::ascii_isdigit(whole[end]) || whole[end] == '.')) {
    ++end;
  }
  const absl::string_view unit = absl::StripAsciiWhitespace(whole.substr(end));
  double number = 0;
  if (end > 0 && absl::SimpleAtod(whole.substr(0, end), &number)) {
    for (const Unit& row : units) {
      if (!absl::EqualsIgnoreCase(row.name, unit)) continue;
      const double value = std::floor(number * row.factor);
      if (!(value <= kLargest)) break;
      return static_cast<int64_t>(value);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not understood; write it as in ", example));
}

template <typename Parser>
void FromSetting(SettingId id, Parser parse, int64_t* limit) {
  const absl::StatusOr<int64_t> value = parse(FindSetting(id).value);
  if (value.ok()) *limit = *value;
}

}  // namespace

absl::StatusOr<int64_t> ParseBytes(absl::string_view text) {
  return Parse(text, kByteUnits, "2GiB, 500M or 1000");
}

absl::StatusOr<int64_t> ParseDuration(absl::string_view text) {
  return Parse(text, kTimeUnits, "30d, 2w, 12h, 90m or 45s");
}

absl::StatusOr<int64_t> ParseCount(absl::string_view text) {
  return Parse(text, kCountUnits, "100k or 5000");
}

Limits LimitsFromSettings() {
  Limits limits;
  FromSetting(SettingId::kMaxSize, ParseBytes, &limits.max_bytes);
  FromSetting(SettingId::kMaxAge, ParseDuration, &limits.max_age);
  FromSetting(SettingId::kMaxEntries, ParseCount, &limits.max_entries);
  return limits;
}

}  // namespace tilewright::cache
