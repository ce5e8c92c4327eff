// What lowerings of images share.
#pragma once

#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower {

// Of places in an image.
constexpr ElementType kIndex = ElementType::kI64;

// A row of numbers, each for all of x at its place along one dimension.
inline Value Along(Composer& c, Value row, Value x, int64_t dimension) {
  return c.BroadcastIn(row, x.shape(), {dimension});
}

// Weights of Keys' cubic convolution along one dimension, at distances below 1 and below
// 2, and how they change with the distance.
inline Value NearCubic(Value t, double a) {
  return (t * (a + 2) - (a + 3)) * t * t + 1.0;
}
inline Value FarCubic(Value t, double a) {
  return ((t * a - 5 * a) * t + 8 * a) * t - 4 * a;
}
inline Value NearCubicSlope(Value t, double a) {
  return (t * (3 * (a + 2)) - 2 * (a + 3)) * t;
}
inline Value FarCubicSlope(Value t, double a) {
  return (t * (3 * a) - 10 * a) * t + 8 * a;
}

}  // namespace tilewright::torch_lower
