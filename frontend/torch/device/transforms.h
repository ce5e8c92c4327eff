// What torch.func does around an operation: gradients of gradients, maps over batches.
#pragma once

#include <ATen/functorch/DynamicLayer.h>

#include <algorithm>

namespace tilewright::torch_device {

// Whether torch.func transforms what is called: functions with gradients of their own are
// refused there, those that are composed of operations are not.
inline bool IsTransformed() {
  return at::functorch::maybeCurrentDynamicLayer().has_value();
}

// Whether one of the transformations maps over a batch, by a rule for each operation.
inline bool IsMapped() {
  if (!IsTransformed()) return false;
  const auto& layers = at::functorch::getDynamicLayerStack();
  return std::any_of(layers.begin(), layers.end(), [](const auto& layer) {
    return layer.key() == at::functorch::TransformType::Vmap;
  });
}

}  // namespace tilewright::torch_device
