// What kernels share: each prepares its result and records one operation.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TypeProperties.h>

#include <optional>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/recording.h"

namespace tilewright::torch_device {

using at::Tensor;
using c10::IntArrayRef;
using c10::Scalar;
using c10::ScalarType;
using OptionalTensor = std::optional<Tensor>;

inline bool IsThere(const OptionalTensor& tensor) {
  return tensor.has_value() && tensor->defined();
}

// An out= tensor gets the shape that the result has; with PyTorch's warning if it had
// another one. RuntimeError for one elsewhere, also where nothing will be written.
inline void FitOut(const Tensor& out, IntArrayRef sizes) {
  CheckHere(out);
  if (out.sizes() != sizes) at::native::resize_output(out, sizes);
}
// An error as PyTorch's where results of `type` do not go into `out`.
inline void CheckCast(ScalarType type, const Tensor& out) {
  TORCH_CHECK(c10::canCast(type, out.scalar_type()), "result type ", type,
              " can't be cast to the desired output type ", out.scalar_type());
}

// The same for operands that are broadcast with each other. An operand that is written in
// place is not made another shape: RuntimeError.
void FitBroadcast(const Tensor& out, std::initializer_list<const Tensor*> operands);

// An elementwise function of arrays and of numbers, which are in the type that the result
// is computed in.
Tensor& Apply(Op op, std::initializer_list<const Tensor*> arrays,
              std::initializer_list<Scalar> numbers, Tensor& out);
// Into a new tensor of the type of the first array.
Tensor Applied(Op op, std::initializer_list<const Tensor*> arrays,
               std::initializer_list<Scalar> numbers = {});

Tensor EmptyLike(const Tensor& like, ScalarType type);
Tensor Empty(IntArrayRef sizes, ScalarType type);

// Of arrays that are joined by one operation.
inline constexpr size_t kMostPartsAtOnce = 16;

// Numbers that are known on the host.
Tensor FromHost(const std::vector<int64_t>& values, IntArrayRef sizes);

inline ScalarType CommonType(const Tensor& a, const Tensor& b) {
  if (a.scalar_type() == b.scalar_type()) return a.scalar_type();
  at::native::ResultTypeState state = {};
  state = at::native::update_result_type_state(a, state);
  return at::native::result_type(at::native::update_result_type_state(b, state));
}
// In which 16-bit types are computed with.
inline ScalarType ComputeType(ScalarType type) {
  return type == at::kHalf || type == at::kBFloat16 ? at::kFloat : type;
}
inline ScalarType FloatType(ScalarType type) {
  return c10::isIntegralType(type, /*includeBool=*/true)
             ? c10::typeMetaToScalarType(c10::get_default_dtype())
             : type;
}

}  // namespace tilewright::torch_device
