// Labels: what users call the programs that an entry is for, such as a model. They lie in
// an entry's PROFILE, beside its manifest and never in it: no byte of code depends on
// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

inline constexpr size_t kMaxLabelBytes = 100;
// Of one entry: its profile has to fit the head of its file.
inline constexpr size_t kMaxLabels = 8;

// InvalidArgument, with what is expected, but for 1 to kMaxLabelBytes bytes without
// commas, control characters and spaces at the ends.
absl::Status CheckLabel(absl::string_view label);

// None of "", else this one.
std::vector<std::string> LabelsOf(const std::string& label);

// The setting label; "" where there is none, or one that is none.
std::string LabelFromSettings();

}  // namespace tilewright::cache
