// What integers a rank-0 expression can be.
#pragma once

#include <cstdint>
#include <optional>

#include "tile/program.h"

namespace tilewright::tile {

struct Interval {
  int64_t low = 0;
  int64_t high = 0;
  // Both ends are reached: each counter occurs once at most.
  bool exact = false;
};

// Nothing where it depends on data, on a loop's counter or on a size that is no number.
// `grid`: sizes of the dimensions whose counters occur.
std::optional<Interval> FindInterval(const Program& program, const ir::Shape& grid,
                                     ExprId expr);

// What a rank-0 i32 that is never negative is at most: a sum of counters, of dimensions
// of any sizes, and of numbers, and of such times numbers. Nothing for others.
std::optional<ir::Size> FindMost(const Program& program, const ir::Shape& grid,
                                 ExprId expr);

}  // namespace tilewright::tile
