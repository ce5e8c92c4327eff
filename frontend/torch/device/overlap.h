// What is said of tensors that are written at places and share memory: with what says the
// places, with what is written there, or with themselves.
#pragma once

#include <ATen/MemoryOverlap.h>
#include <ATen/core/Tensor.h>

#include <initializer_list>

namespace tilewright::torch_device {

// RuntimeError where elements of `self` share a place, or one of `operands` shares memory
// with it.
inline void CheckAlone(const at::Tensor& self,
                       std::initializer_list<const at::Tensor*> operands) {
  at::assert_no_internal_overlap(self);
  for (const at::Tensor* operand : operands) at::assert_no_overlap(self, *operand);
}
// The same where elements may share a place.
inline void CheckApart(const at::Tensor& self,
                       std::initializer_list<const at::Tensor*> operands) {
  for (const at::Tensor* operand : operands) at::assert_no_overlap(self, *operand);
}

// PyTorch's warning where elements of `self` share a place.
inline void WarnOfExpanded(const char* name, const at::Tensor& self) {
  if (at::has_internal_overlap(self) != at::MemOverlap::Yes) return;
  TORCH_WARN("Use of ", name,
             " on expanded tensors is deprecated. Please clone() the tensor before "
             "performing this operation. This also applies to advanced indexing e.g. "
             "tensor[mask] = scalar");
}

}  // namespace tilewright::torch_device
