// The texts of chip/data/*.json. Internal to chip/.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::chip {

struct EmbeddedChip {
  absl::string_view name;  // the file's, which the chip's is equal to
  absl::string_view text;
};

absl::Span<const EmbeddedChip> EmbeddedData();

}  // namespace tilewright::chip
