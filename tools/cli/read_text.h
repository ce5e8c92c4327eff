// Whole text files.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tilewright::tools {

// NotFound or Unavailable, naming the path.
absl::StatusOr<std::string> ReadText(const std::string& path);
absl::Status WriteText(const std::string& path, const std::string& text);

}  // namespace tilewright::tools
