// Random numbers by counter.
#pragma once

#include "frontend/torch/lower/composer.h"

namespace tilewright::torch_lower {

// In [0, 1), as f32. Element i of the shape, in logical order, depends on seed and
// offset + i alone: the numbers that `dropout` draws for an array like this.
Value RandomFractions(Composer& c, const Shape& shape, Value seed, Value offset);

}  // namespace tilewright::torch_lower
