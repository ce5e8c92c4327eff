// What operands have in common: the device.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/util/Exception.h>

namespace tilewright::torch_device {

// RuntimeError unless they are one.
inline void CheckTogether(c10::Device here, c10::Device there) {
  TORCH_CHECK(here == there,
              "Expected all tensors to be on the same device, but found at least two "
              "devices, ",
              here, " and ", there, "!");
}
inline void CheckTogether(const at::Tensor& a, const at::Tensor& b) {
  CheckTogether(a.device(), b.device());
}

}  // namespace tilewright::torch_device
