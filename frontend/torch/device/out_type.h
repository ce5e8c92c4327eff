// Results in an out= tensor of another type.
#pragma once

#include <ATen/Functions.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Resize.h>

#include "frontend/torch/device/checks.h"

namespace tilewright::torch_device {

// Where a result takes no other type: RuntimeError as PyTorch's.
inline void CheckExactly(const at::Tensor& out, c10::ScalarType type) {
  CheckHere(out);
  TORCH_CHECK(out.scalar_type() == type, "Expected out tensor to have dtype ",
              c10::scalarTypeToTypeMeta(type), ", but got ", out.dtype(), " instead");
}

// What a result is does not depend on where it goes: one of `type` is made beside an out=
// tensor of another type, and converted into it. `record` gives its tensor the result's
// shape.
template <typename Record>
at::Tensor& InOwnType(c10::ScalarType type, at::Tensor& out, const Record& record) {
  CheckHere(out);
  if (out.scalar_type() == type) {
    record(out);
    return out;
  }
  at::Tensor made = at::empty({0}, out.options().dtype(type));
  record(made);
  at::native::resize_output(out, made.sizes());
  return out.copy_(made);
}

}  // namespace tilewright::torch_device
