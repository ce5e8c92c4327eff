// What follows about sizes from what is known of their symbols. What does not follow by
// the few rules here is unknown, which is an answer.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/size/facts.h"
#include "ir/size/size.h"

namespace tilewright::ir {

enum class Proof { kNo, kUnknown, kYes };  // false for all values, of some, true for all

// Bounds that hold for all values, both included; nullopt: none is known.
struct SizeBounds {
  std::optional<int64_t> low;
  std::optional<int64_t> high;
};

// By interval arithmetic, over the symbols and over their distance from their least
// value.
SizeBounds BoundsOf(const Size& size, const SymbolList& symbols);

Proof ProveEqual(const Size& a, const Size& b, const SymbolList& symbols);
Proof ProveAtLeast(const Size& a, const Size& b, const SymbolList& symbols);
// Requires a divisor of at least 1.
Proof ProveDivisible(const Size& size, int64_t divisor, const SymbolList& symbols);

// An equal size with less in it, where facts decide a maximum or a division.
Size Simplify(const Size& size, const SymbolList& symbols);

}  // namespace tilewright::ir
