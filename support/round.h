// Whole numbers, divided and rounded to multiples, in 64 bits.
#pragma once

#include <cstdint>
#include <type_traits>

namespace tilewright {

template <typename Integer>
using Wide = std::conditional_t<std::is_unsigned_v<Integer>, uint64_t, int64_t>;

// x / y, rounded up, for x >= 0 and y > 0. Overflows for no such numbers.
template <typename Integer>
constexpr Wide<Integer> DivideUp(Integer x, std::type_identity_t<Wide<Integer>> y) {
  return x / y + (x % y != 0 ? 1 : 0);
}

// The least multiple that is not below x >= 0.
template <typename Integer>
constexpr Wide<Integer> RoundUp(Integer x, std::type_identity_t<Wide<Integer>> multiple) {
  return DivideUp(x, multiple) * multiple;
}

}  // namespace tilewright
