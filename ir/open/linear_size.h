// Sizes that say what a symbol is.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/size/size.h"

namespace tilewright::ir {

// factor * symbol + added, with a factor of at least 1.
struct LinearSize {
  SymbolId symbol = 0;
  int64_t factor = 1;
  int64_t added = 0;
};

// nullopt for a size that is nothing such.
std::optional<LinearSize> LinearOf(const Size& size);

}  // namespace tilewright::ir
