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

}  // namespace tilewright::torch_lower
