// Whole text files.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace tilewright::tools {

// NotFound or Unavailable, naming the path. Without a byte order mark; "-" is standard
// input.
absl::StatusOr<std::string> ReadText(const std::string& path);

}  // namespace tilewright::tools
