// Some elements of rows, and what is known of a condition there.
#pragma once

#include <cstdint>
#include <optional>

#include "tile/program.h"

namespace tilewright::tile {

// Elements start, start + step, ... of a last dimension, `count` of them.
struct Stretch {
  int64_t start = 0, step = 1, count = 0;

  int64_t last() const { return start + step * (count - 1); }
  // The elements of x that are these of every step-th element of x from `first` on.
  Stretch Of(int64_t first, int64_t apart) const {
    return {first + apart * start, apart * step, count};
  }
  friend auto operator<=>(const Stretch&, const Stretch&) = default;
};

// Whether the condition holds at all of the elements of its rows, or at none; nothing
// where it depends on more than the place in the row, or changes.
std::optional<bool> HoldsAlong(const Program& program, ExprId condition,
                               const Stretch& stretch);

}  // namespace tilewright::tile
