#include "cache/format/label.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cache/settings/settings.h"

namespace tilewright::cache {

absl::Status CheckLabel(absl::string_view label) {
  bool fine = !label.empty() && label.size() <= kMaxLabelBytes &&
              absl::StripAsciiWhitespace(label) == label;
  for (const char c : label) {
    fine = fine && !absl::ascii_iscntrl(static_cast<unsigned char>(c)) && c != ',';
  }
  if (fine) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("\"", label, "\": expected a label of 1 to ", kMaxLabelBytes,
                   " bytes without commas and control characters"));
}

std::vector<std::string> LabelsOf(const std::string& label) {
  return label.empty() ? std::vector<std::string>() : std::vector<std::string>{label};
}

std::string LabelFromSettings() {
  std::string label = FindSetting(SettingId::kLabel).value;
  return CheckLabel(label).ok() ? label : "";
}

}  // namespace tilewright::cache
