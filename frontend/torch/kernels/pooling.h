// What pools whose results know where they come from share.
#pragma once

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

// The values go where the indices say, in the last dimensions of `out`, which is 0
// elsewhere: they are added to each other, or one of them stays.
void WriteRows(const Tensor& values, const Tensor& indices, int64_t spatial, bool add,
               Tensor& out);

}  // namespace tilewright::torch_device
