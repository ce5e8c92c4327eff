// Whole numbers, divided and rounded to multiples.
#pragma once

#include <cstdint>

namespace tilewright {

// x / y, rounded up, for x >= 0 and y > 0. Overflows for no such numbers.
constexpr int64_t DivideUp(int64_t x, int64_t y) { return x / y + (x % y != 0 ? 1 : 0); }

// The least multiple that is not below x >= 0.
constexpr int64_t RoundUp(int64_t x, int64_t multiple) {
  return DivideUp(x, multiple) * multiple;
}

}  // namespace tilewright
