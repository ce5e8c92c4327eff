// Sums and products with their rounding errors: exact, as high + low, for finite values
// whose low part does not underflow (T. J. Dekker, "A floating-point technique for
// extending the available precision", 1971; D. Knuth, TAOCP 2, 4.2.2).
#pragma once

#include "codegen/math/lane_value.h"

namespace tilewright::codegen {

struct DoubleDouble {
  V high, low;
};

inline DoubleDouble TwoSum(V a, V b) {
  V high = a + b;
  V part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

// Of |a| >= |b|.
inline DoubleDouble FastTwoSum(V a, V b) {
  V high = a + b;
  return {high, b - (high - a)};
}

inline DoubleDouble TwoProduct(V a, V b) {
  V high = a * b;
  return {high, Fma(a, b, -high)};
}

}  // namespace tilewright::codegen
