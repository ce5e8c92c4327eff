// Whole text files.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace tilewright::tools {

// NotFound or Unavailable, naming the path.
absl::StatusOr<std::string> ReadText(const std::string& path);

}  // namespace tilewright::tools
