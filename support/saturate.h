// Numbers that stay at the largest where they would exceed it.
#pragma once

#include <cstdint>

namespace tilewright {

// For x, y >= 0.
inline int64_t SaturatingAdd(int64_t x, int64_t y) {
  int64_t sum = 0;
  return __builtin_add_overflow(x, y, &sum) ? INT64_MAX : sum;
}

inline int64_t SaturatingMultiply(int64_t x, int64_t y) {
  int64_t product = 0;
  return __builtin_mul_overflow(x, y, &product) ? INT64_MAX : product;
}

}  // namespace tilewright
