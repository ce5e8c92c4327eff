// Environment variables.
#pragma once

#include <cstdlib>

#include "absl/strings/string_view.h"

namespace tilewright {

// Its value; "" for one that is not set.
inline absl::string_view Environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? absl::string_view() : absl::string_view(value);
}

}  // namespace tilewright
