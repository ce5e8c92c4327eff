// What an object defines and imports, for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::jit {

// A symbol of an object.
struct ObjectSymbol {
  std::string name;
  std::string section;  // "" when it is imported
  int64_t bytes = 0;
  bool exported = false;
};

// Named symbols, sections' own left out. Foreign input: DataLoss for
// what is not an object.
absl::StatusOr<std::vector<ObjectSymbol>> SymbolsOf(absl::string_view object);

}  // namespace tilewright::jit
