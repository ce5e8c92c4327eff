#include "cache/format/profile.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cache/format/label.h"

namespace tilewright::cache {
namespace {

// Long enough for people; a profile has to fit the head of its entry.
constexpr size_t kMaxNameBytes = 256;
constexpr absl::string_view kLabelField = "label";
// A compilation of a year.
constexpr int64_t kMaxMicroseconds = int64_t{365} * 86400 * 1000000;

struct NumberRow {
  const char* name;
  int64_t Profile::* field;
};
constexpr NumberRow kNumbers[] = {
    {"emit_us", &Profile::emit_us},
    {"codegen_us", &Profile::codegen_us},
    {"created", &Profile::created},
};

}  // namespace

std::string FormatProfile(const Profile& profile) {
  std::string name = profile.name.substr(0, kMaxNameBytes);
  for (char& c : name) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  std::string text = absl::StrCat("name=", name, "\n");
  for (const NumberRow& row : kNumbers) {
    absl::StrAppend(&text, row.name, "=", profile.*row.field, "\n");
  }
  size_t labels = 0;
  for (const std::string& label : profile.labels) {
    if (labels == kMaxLabels) break;
    if (!CheckLabel(label).ok()) continue;
    absl::StrAppend(&text, kLabelField, "=", label, "\n");
    ++labels;
  }
  return text;
}

Profile ParseProfile(absl::string_view text) {
  Profile profile;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const size_t equals = line.find('=');
    if (equals == absl::string_view::npos) continue;
    const absl::string_view name = line.substr(0, equals);
    const absl::string_view value = line.substr(equals + 1);
    if (name == "name") profile.name = std::string(value.substr(0, kMaxNameBytes));
    if (name == kLabelField && profile.labels.size() < kMaxLabels &&
        CheckLabel(value).ok()) {
      profile.labels.emplace_back(value);
    }
    for (const NumberRow& row : kNumbers) {
      int64_t number = 0;
      if (name == row.name && absl::SimpleAtoi(value, &number) && number >= 0 &&
          number <= kMaxMicroseconds) {
        profile.*row.field = number;
      }
    }
  }
  return profile;
}

}  // namespace tilewright::cache
