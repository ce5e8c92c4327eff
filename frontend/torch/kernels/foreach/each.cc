#include "frontend/torch/kernels/foreach/each.h"

namespace tilewright::torch_device {
namespace {

bool SameStrides(const Tensor& a, const Tensor& b) {
  for (int64_t d = 0; d < a.dim(); ++d) {
    if (a.size(d) != 1 && a.stride(d) != b.stride(d)) return false;
  }
  return true;
}

}  // namespace

bool LieAlike(std::initializer_list<const Tensor*> tensors) {
  const Tensor& first = **tensors.begin();
  if (!c10::isFloatingType(first.scalar_type()) || first.numel() == 0) return false;
  for (const Tensor* tensor : tensors) {
    if (tensor->device().type() != kTpu || tensor->layout() != at::kStrided ||
        tensor->scalar_type() != first.scalar_type() ||
        !tensor->is_non_overlapping_and_dense() || tensor->is_neg() ||
        tensor->sizes() != first.sizes() || !SameStrides(*tensor, first)) {
      return false;
    }
  }
  return true;
}

}  // namespace tilewright::torch_device
