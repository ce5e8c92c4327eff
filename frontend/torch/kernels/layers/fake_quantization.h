// Numbers as they were after a quantization and back.
#pragma once

#include <tuple>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// The numbers, and where they were inside of the range; `scale` and `zero` have the shape
// that is broadcast with x. Switched off, by an array of one bool, it changes nothing.
std::tuple<Tensor, Tensor> FakeQuantized(const Tensor& x, const Tensor& scale,
                                         const Tensor& zero, const Tensor& on,
                                         int64_t least, int64_t most);

}  // namespace tilewright::torch_device
