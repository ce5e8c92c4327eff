// What torch.func does around an operation: gradients of gradients, maps over batches.
#pragma once

#include <ATen/functorch/DynamicLayer.h>

#include <algorithm>
#include <initializer_list>

namespace tilewright::torch_device {

// Whether torch.func transforms what is called: functions with gradients of their own are
// refused there, those that are composed of operations are not.
inline bool IsTransformed() {
  return at::functorch::maybeCurrentDynamicLayer().has_value();
}

inline bool IsTransformedBy(at::functorch::TransformType type) {
  if (!IsTransformed()) return false;
  const auto& layers = at::functorch::getDynamicLayerStack();
  return std::any_of(layers.begin(), layers.end(),
                     [&](const auto& layer) { return layer.key() == type; });
}
// Whether one of the transformations maps over a batch, by a rule for each operation.
inline bool IsMapped() { return IsTransformedBy(at::functorch::TransformType::Vmap); }

// What a tensor changes by in forward differentiation.
inline at::Tensor TangentOf(const at::Tensor& x) { return x._fw_grad(0); }
// Whether tangents are asked for, of these or of what a transformation wraps in them.
inline bool HasTangents(std::initializer_list<at::TensorList> lists) {
  return IsTransformedBy(at::functorch::TransformType::Jvp) ||
         std::any_of(lists.begin(), lists.end(), [](at::TensorList list) {
           return std::any_of(list.begin(), list.end(), [](const at::Tensor& x) {
             return x.defined() && TangentOf(x).defined();
           });
         });
}

// Whether a gradient is a batch of them, which each operation takes by a rule of its own.
inline bool IsBatch(const at::Tensor& gradient) {
  constexpr c10::DispatchKeySet kBatches(
      {c10::DispatchKey::Batched, c10::DispatchKey::FuncTorchBatched});
  return gradient.defined() && gradient.key_set().has_any(kBatches);
}

}  // namespace tilewright::torch_device
