// Elementwise functions of three operands.
#include <ATen/ExpandUtils.h>
#include <ATen/native/TypeProperties.h>
#include <torch/library.h>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/device/overlap.h"
#include "frontend/torch/device/together.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

Tensor& WhereOut(const Tensor& condition, const Tensor& self, const Tensor& other,
                 Tensor& out) {
  TORCH_CHECK(
      condition.scalar_type() == at::kBool || condition.scalar_type() == at::kByte,
      "where expected condition to be a boolean tensor, but got a tensor with "
      "dtype ",
      condition.scalar_type());
  CheckHere(out);
  CheckCast(CommonType(self, other), out);
  FitBroadcast(out, {&condition, &self, &other});
  if (out.numel() > 0)
    Recording().In(condition).In(self).In(other).Out(out).Run(Op::where);
  return out;
}
Tensor Where(const Tensor& condition, const Tensor& self, const Tensor& other) {
  const ScalarType type = CommonType(self, other);
  const bool alike = self.sizes() == other.sizes() && self.sizes() == condition.sizes() &&
                     self.is_contiguous() && other.is_contiguous() &&
                     condition.is_contiguous();
  Tensor out = Empty(alike ? self.sizes() : IntArrayRef({0}), type);
  return WhereOut(condition, self, other, out);
}

Tensor& LerpScalarOut(const Tensor& self, const Tensor& end, const Scalar& weight,
                      Tensor& out) {
  CheckCast(self.scalar_type(), out);
  FitBroadcast(out, {&self, &end});
  Recording()
      .In(self)
      .In(end)
      .Number(weight, ComputeType(out.scalar_type()))
      .Out(out)
      .Run(Op::lerp);
  return out;
}
Tensor& LerpTensorOut(const Tensor& self, const Tensor& end, const Tensor& weight,
                      Tensor& out) {
  CheckCast(self.scalar_type(), out);
  FitBroadcast(out, {&self, &end, &weight});
  Recording().In(self).In(end).In(weight).Out(out).Run(Op::lerp);
  return out;
}

template <Op op>
Tensor& SumOfOut(const Tensor& self, const Tensor& a, const Tensor& b,
                 const Scalar& value, Tensor& out) {
  TORCH_CHECK(op != Op::addcdiv || !c10::isIntegralType(a.scalar_type(), true) ||
                  !c10::isIntegralType(b.scalar_type(), true),
              "Integer division with addcdiv is no longer supported: of floating numbers "
              "it is self + value * tensor1 / tensor2");
  CheckCast(at::promote_types(CommonType(a, b), self.scalar_type()), out);
  FitBroadcast(out, {&self, &a, &b});
  if (out.numel() == 0) return out;
  Recording()
      .In(self)
      .In(a)
      .In(b)
      .Number(value, ComputeType(out.scalar_type()))
      .Out(out)
      .Run(op);
  return out;
}

// By numbers, in the type that all have together.
Tensor& ClampOut(const Tensor& self, const std::optional<Scalar>& low,
                 const std::optional<Scalar>& high, Tensor& out) {
  at::native::ResultTypeState state = at::native::update_result_type_state(self, {});
  for (const auto& bound : {low, high}) {
    if (bound.has_value()) state = at::native::update_result_type_state(*bound, state);
  }
  const ScalarType type = at::native::result_type(state);
  CheckTaken("clamp", type, Takes::kRealNumbers);
  TORCH_CHECK(out.scalar_type() == type, "Found dtype ", out.scalar_type(),
              " but expected ", type);
  FitBroadcast(out, {&self});
  if (out.numel() == 0) return out;
  Recording call;
  call.In(self);
  for (const auto& bound : {low, high}) {
    bound.has_value() ? call.Number(*bound, type) : call.Nothing();
  }
  call.Out(out).Run(Op::clamp);
  return out;
}
Tensor& ClampMinOut(const Tensor& self, const Scalar& low, Tensor& out) {
  return ClampOut(self, low, std::nullopt, out);
}
Tensor& ClampMaxOut(const Tensor& self, const Scalar& high, Tensor& out) {
  return ClampOut(self, std::nullopt, high, out);
}

// PyTorch's own form of it refuses a bound that is a number on the CPU.
ScalarType ClampedType(const Tensor& self, const std::optional<Tensor>& low,
                       const std::optional<Tensor>& high) {
  TORCH_CHECK(low.has_value() || high.has_value(),
              "torch.clamp: At least one of 'min' or 'max' must not be None");
  at::native::ResultTypeState state;
  for (const auto& x : {std::optional(self), low, high}) {
    if (!x.has_value()) continue;
    TORCH_CHECK_NOT_IMPLEMENTED(!x->is_complex(),
                                "clamp is not supported for complex types");
    if (!x->is_cpu() || x->dim() > 0) CheckTogether(self, *x);
    state = at::native::update_result_type_state(*x, state);
  }
  return at::native::result_type(state);
}
// By tensors, and converted from that type.
Tensor& ClampTensorOut(const Tensor& self, const std::optional<Tensor>& low,
                       const std::optional<Tensor>& high, Tensor& out) {
  const ScalarType type = ClampedType(self, low, high);
  // Between two it is another function on CPU than maximum and minimum are.
  if (low.has_value() && high.has_value()) {
    CheckTaken("clamp", type, Takes::kRealNumbers);
  }
  CheckCast(type, out);
  const Tensor& a = low.has_value() ? *low : self;
  const Tensor& b = high.has_value() ? *high : self;
  return InOwnType(type, out, [&](Tensor& made) {
    FitBroadcast(made, {&self, &a, &b});
    if (made.numel() > 0) Recording().In(self).In(low).In(high).Out(made).Run(Op::clamp);
  });
}
Tensor ClampTensor(const Tensor& self, const std::optional<Tensor>& low,
                   const std::optional<Tensor>& high) {
  Tensor out = Empty({0}, ClampedType(self, low, high));
  return ClampTensorOut(self, low, high, out);
}
Tensor& ClampTensorInPlace(Tensor& self, const std::optional<Tensor>& low,
                           const std::optional<Tensor>& high) {
  return ClampTensorOut(self, low, high, self);
}

Tensor& ClampMinTensorOut(const Tensor& self, const Tensor& low, Tensor& out) {
  return ClampTensorOut(self, low, std::nullopt, out);
}
Tensor& ClampMaxTensorOut(const Tensor& self, const Tensor& high, Tensor& out) {
  return ClampTensorOut(self, std::nullopt, high, out);
}

void CheckMask(const Tensor& self, const Tensor& mask) {
  TORCH_CHECK(mask.scalar_type() == at::kBool,
              "masked_fill_ only supports boolean masks, but got mask with dtype ",
              mask.scalar_type());
  TORCH_CHECK(at::is_expandable_to(mask.sizes(), self.sizes()), "output with shape ",
              self.sizes(), " doesn't match the broadcast shape ",
              at::infer_size_dimvector(self.sizes(), mask.sizes()));
  WarnOfExpanded("masked_fill_", self);
  at::assert_no_partial_overlap(self, mask);
}

// Places that are several elements', as one element each, which is filled where the mask
// holds for any of them.
struct Filled {
  Tensor self, mask;
};
Filled Shared(const Tensor& self, const Tensor& mask) {
  Filled filled = {self, mask};
  if (self.is_non_overlapping_and_dense()) return filled;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (self.stride(d) != 0 || self.size(d) < 2) continue;
    filled.mask = filled.mask.expand(filled.self.sizes()).any(d, /*keepdim=*/true);
    filled.self = filled.self.narrow(d, 0, 1);
  }
  return filled;
}

Tensor& MaskedFillScalar(Tensor& self, const Tensor& mask, const Scalar& value) {
  CheckMask(self, mask);
  if (self.numel() == 0) return self;
  const Filled filled = Shared(self, mask);
  Recording()
      .In(filled.self)
      .In(filled.mask)
      .Number(value, self.scalar_type())
      .Out(filled.self)
      .Run(Op::masked_fill);
  return self;
}
Tensor& MaskedFillTensor(Tensor& self, const Tensor& mask, const Tensor& value) {
  CheckMask(self, mask);
  TORCH_CHECK(value.dim() == 0,
              "masked_fill_ only supports a 0-dimensional value tensor, "
              "but got tensor with ",
              value.dim(), " dimension(s).");
  TORCH_CHECK(self.is_complex() || !value.is_complex(),
              "a complex value cannot be converted to type ", self.scalar_type());
  if (self.numel() == 0) return self;
  const Filled filled = Shared(self, mask);
  Recording()
      .In(filled.self)
      .In(filled.mask)
      .In(value)
      .Out(filled.self)
      .Run(Op::masked_fill);
  return self;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("where.self", &Where);
  m.impl("where.self_out", &WhereOut);
  m.impl("lerp.Scalar_out", &LerpScalarOut);
  m.impl("lerp.Tensor_out", &LerpTensorOut);
  m.impl("addcmul.out", &SumOfOut<Op::addcmul>);
  m.impl("addcdiv.out", &SumOfOut<Op::addcdiv>);
  m.impl("clamp.out", &ClampOut);
  m.impl("clamp.Tensor", &ClampTensor);
  m.impl("clamp_.Tensor", &ClampTensorInPlace);
  m.impl("clamp.Tensor_out", &ClampTensorOut);
  m.impl("clamp_min.out", &ClampMinOut);
  m.impl("clamp_max.out", &ClampMaxOut);
  m.impl("clamp_min.Tensor_out", &ClampMinTensorOut);
  m.impl("clamp_max.Tensor_out", &ClampMaxTensorOut);
  m.impl("masked_fill_.Scalar", &MaskedFillScalar);
  m.impl("masked_fill_.Tensor", &MaskedFillTensor);
}

}  // namespace tilewright::torch_device
