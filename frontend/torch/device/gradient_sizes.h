// Gradients have the sizes of what they are gradients of.
#pragma once

#include <ATen/core/Tensor.h>

namespace tilewright::torch_device {

// RuntimeError, at the call, where a gradient does not have these.
inline void CheckGradientSizes(const char* operation, const at::Tensor& gradient,
                               at::IntArrayRef sizes) {
  TORCH_CHECK(gradient.sizes() == sizes, operation, ": expected a gradient of size ",
              sizes, ", but got one of size ", gradient.sizes());
}

}  // namespace tilewright::torch_device
