// What kernels over lists of tensors share. The operation is recorded tensor by tensor.
// Tensors of one floating type that lie alike and densely are recorded at once, as arrays
// of one dimension: a list of a hundred shapes needs no hundred kernels. Others go the
// way of single tensors, with all that PyTorch does for them.
#pragma once

#include <ATen/native/ForeachUtils.h>

#include <initializer_list>
#include <vector>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {

using at::TensorList;
using Scalars = at::ArrayRef<Scalar>;

// Whether an elementwise operation of these is one of arrays of one dimension.
bool LieAlike(std::initializer_list<const Tensor*> tensors);

// The i-th tensors' results.
template <typename Function>
std::vector<Tensor> EachOf(TensorList list, Function function) {
  std::vector<Tensor> results;
  results.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) results.push_back(function(list[i], i));
  return results;
}
template <typename Function>
void ForEach(TensorList list, Function function) {
  for (size_t i = 0; i < list.size(); ++i) function(list[i], i);
}

}  // namespace tilewright::torch_device
