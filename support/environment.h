// Environment variables.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace tilewright {

// Its value; "" for one that is not set.
inline absl::string_view Environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? absl::string_view() : absl::string_view(value);
}

// The same; `otherwise` for one that is not set, or empty.
inline std::string EnvironmentOr(const char* variable, std::string otherwise) {
  const absl::string_view value = Environment(variable);
  return value.empty() ? std::move(otherwise) : std::string(value);
}

}  // namespace tilewright
