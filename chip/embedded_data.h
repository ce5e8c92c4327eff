// The texts of chip/data/*.json. Internal to chip/.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::chip {

absl::Span<const absl::string_view> EmbeddedData();

}  // namespace tilewright::chip
