// The texts of examples/pack, embedded when the build is configured.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::api {

struct PackTemplate {
  absl::string_view name;  // "softmax_f32"
  absl::string_view text;
};

absl::Span<const PackTemplate> PackTemplates();

}  // namespace tilewright::api
