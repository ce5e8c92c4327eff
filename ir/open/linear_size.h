// Sizes that say what a symbol is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ir/shape.h"
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
// The symbol's value where the size is this; nullopt where none makes it that.
std::optional<int64_t> SymbolAt(const LinearSize& linear, int64_t size);

// The size of one of several shapes that says what a symbol is; of no shape: none does.
struct TellingSize {
  int shape = -1;
  int dimension = 0;
  LinearSize linear;
};

// By symbol: the first size that is the symbol itself, or else the first that says it.
std::vector<TellingSize> TellingSizes(absl::Span<const Shape> shapes, int symbols);

}  // namespace tilewright::ir
