// Elementwise functions: a row each. Functional and in-place forms come from PyTorch by
// way of the out= form, but where it has none.
#include <ATen/ExpandUtils.h>
#include <ATen/ScalarOps.h>
#include <torch/library.h>

#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

template <Op op>
Tensor& UnaryOut(const Tensor& self, Tensor& out) {
  FitOut(out, self.sizes());
  if (out.numel() > 0) Recording().In(self).Out(out).Run(op);
  return out;
}

// The type that operands are converted to before the function.
enum class Common { kPromoted, kFloat };

void RunBinary(Op op, Common common, const Tensor& a, const Tensor& b, Tensor& out,
               const Scalar* alpha = nullptr, int64_t attribute = -1) {
  ScalarType type = CommonType(a, b);
  if (common == Common::kFloat) type = FloatType(type);
  if (a.sizes() == out.sizes() && b.sizes() == out.sizes()) {
    // As it should be.
  } else {
    FitOut(out, at::infer_size_dimvector(a.sizes(), b.sizes()));
  }
  if (out.numel() == 0) return;
  Recording call;
  call.In(a).In(b);
  if (alpha != nullptr && !alpha->equal(1)) call.Number(*alpha, ComputeType(type));
  call.Attribute(static_cast<int64_t>(ElementOf(type)));
  call.Attribute(attribute);
  call.Out(out).Run(op);
}

template <Op op, Common common = Common::kPromoted>
Tensor& BinaryOut(const Tensor& a, const Tensor& b, Tensor& out) {
  RunBinary(op, common, a, b, out);
  return out;
}

template <Op op>
Tensor& SumOut(const Tensor& a, const Tensor& b, const Scalar& alpha, Tensor& out) {
  CheckCast(CommonType(a, b), out);
  RunBinary(op, Common::kPromoted, a, b, out, &alpha);
  return out;
}

// The tensor that PyTorch makes of a number: its type yields to that of tensors.
Tensor Wrapped(const Scalar& value) { return at::native::wrapped_scalar_tensor(value); }

template <Op op>
Tensor& CompareScalarOut(const Tensor& a, const Scalar& b, Tensor& out) {
  RunBinary(op, Common::kPromoted, a, Wrapped(b), out);
  return out;
}

Tensor& DivOutMode(const Tensor& a, const Tensor& b,
                   std::optional<std::string_view> rounding, Tensor& out) {
  if (!rounding.has_value()) {
    RunBinary(Op::div, Common::kFloat, a, b, out);
  } else {
    RunBinary(*rounding == "floor" ? Op::div_floor : Op::div_trunc, Common::kPromoted, a,
              b, out);
  }
  return out;
}

Tensor& FloorDivideOut(const Tensor& a, const Tensor& b, Tensor& out) {
  RunBinary(Op::div_floor, Common::kPromoted, a, b, out);
  return out;
}
Tensor FloorDivide(const Tensor& a, const Tensor& b) {
  Tensor out = Empty(at::infer_size_dimvector(a.sizes(), b.sizes()), CommonType(a, b));
  return FloorDivideOut(a, b, out);
}
Tensor& FloorDivideInPlace(Tensor& a, const Tensor& b) { return FloorDivideOut(a, b, a); }

Tensor& PowScalarOut(const Tensor& a, const Scalar& exponent, Tensor& out) {
  // Small exponents are products, as on CPU.
  int64_t known = -1;
  for (int64_t i = 0; i <= 3; ++i) {
    if (exponent.equal(i)) known = i;
  }
  RunBinary(Op::pow, Common::kPromoted, a, Wrapped(exponent), out, nullptr, known);
  return out;
}
Tensor& PowTensorOut(const Tensor& a, const Tensor& b, Tensor& out) {
  RunBinary(Op::pow, Common::kPromoted, a, b, out);
  return out;
}
Tensor& PowOfScalarOut(const Scalar& a, const Tensor& b, Tensor& out) {
  RunBinary(Op::pow, Common::kPromoted, Wrapped(a), b, out);
  return out;
}

Tensor Relu(const Tensor& self) {
  Tensor out = EmptyLike(self, self.scalar_type());
  return UnaryOut<Op::relu>(self, out);
}
Tensor& ReluInPlace(Tensor& self) { return UnaryOut<Op::relu>(self, self); }

Tensor& GeluOut(const Tensor& self, std::string_view approximate, Tensor& out) {
  return approximate == "tanh" ? UnaryOut<Op::gelu_tanh>(self, out)
                               : UnaryOut<Op::gelu>(self, out);
}
Tensor& LeakyReluOut(const Tensor& self, const Scalar& slope, Tensor& out) {
  FitOut(out, self.sizes());
  Recording()
      .In(self)
      .Number(slope, ComputeType(self.scalar_type()))
      .Out(out)
      .Run(Op::leaky_relu);
  return out;
}
Tensor& EluOut(const Tensor& self, const Scalar& alpha, const Scalar& scale,
               const Scalar& input_scale, Tensor& out) {
  FitOut(out, self.sizes());
  const ScalarType type = ComputeType(self.scalar_type());
  Recording()
      .In(self)
      .Number(alpha, type)
      .Number(scale, type)
      .Number(input_scale, type)
      .Out(out)
      .Run(Op::elu);
  return out;
}
Tensor& SoftplusOut(const Tensor& self, const Scalar& beta, const Scalar& threshold,
                    Tensor& out) {
  FitOut(out, self.sizes());
  const ScalarType type = ComputeType(self.scalar_type());
  Recording()
      .In(self)
      .Number(beta, type)
      .Number(threshold, type)
      .Out(out)
      .Run(Op::softplus);
  return out;
}
Tensor& HardtanhOut(const Tensor& self, const Scalar& low, const Scalar& high,
                    Tensor& out) {
  FitOut(out, self.sizes());
  const ScalarType type = ComputeType(self.scalar_type());
  Recording().In(self).Number(low, type).Number(high, type).Out(out).Run(Op::hardtanh);
  return out;
}
Tensor Hardtanh(const Tensor& self, const Scalar& low, const Scalar& high) {
  Tensor out = EmptyLike(self, self.scalar_type());
  return HardtanhOut(self, low, high, out);
}
Tensor& HardtanhInPlace(Tensor& self, const Scalar& low, const Scalar& high) {
  return HardtanhOut(self, low, high, self);
}
Tensor IsNan(const Tensor& self) {
  Tensor out = EmptyLike(self, at::kBool);
  return UnaryOut<Op::isnan>(self, out);
}
Tensor IsInf(const Tensor& self) {
  Tensor out = EmptyLike(self, at::kBool);
  return UnaryOut<Op::isinf>(self, out);
}

template <Op op>
Tensor& GradientOut(const Tensor& gradient, const Tensor& value, Tensor& out) {
  FitOut(out, value.sizes());
  if (out.numel() > 0) Recording().In(gradient).In(value).Out(out).Run(op);
  return out;
}
Tensor& GeluBackwardOut(const Tensor& gradient, const Tensor& self,
                        std::string_view approximate, Tensor& out) {
  return approximate == "tanh" ? GradientOut<Op::gelu_tanh_backward>(gradient, self, out)
                               : GradientOut<Op::gelu_backward>(gradient, self, out);
}
Tensor& ThresholdBackwardOut(const Tensor& gradient, const Tensor& self,
                             const Scalar& threshold, Tensor& out) {
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  Recording()
      .In(gradient)
      .In(self)
      .Number(threshold, ComputeType(self.scalar_type()))
      .Out(out)
      .Run(Op::threshold_backward);
  return out;
}
Tensor& LeakyReluBackwardOut(const Tensor& gradient, const Tensor& self,
                             const Scalar& slope, bool, Tensor& out) {
  FitOut(out, self.sizes());
  Recording()
      .In(gradient)
      .In(self)
      .Number(slope, ComputeType(self.scalar_type()))
      .Out(out)
      .Run(Op::leaky_relu_backward);
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_UNARY(name) m.impl(#name ".out", &UnaryOut<Op::name>);
  TW_TORCH_UNARY(TW_UNARY)
#undef TW_UNARY
  m.impl("relu", &Relu);
  m.impl("relu_", &ReluInPlace);
  m.impl("gelu.out", &GeluOut);
  m.impl("leaky_relu.out", &LeakyReluOut);
  m.impl("elu.out", &EluOut);
  m.impl("softplus.out", &SoftplusOut);
  m.impl("hardtanh.out", &HardtanhOut);
  m.impl("hardtanh", &Hardtanh);
  m.impl("hardtanh_", &HardtanhInPlace);
  m.impl("isnan", &IsNan);
  m.impl("isinf", &IsInf);

  m.impl("add.out", &SumOut<Op::add>);
  m.impl("sub.out", &SumOut<Op::sub>);
  m.impl("mul.out", &BinaryOut<Op::mul>);
  m.impl("div.out", &BinaryOut<Op::div, Common::kFloat>);
  m.impl("div.out_mode", &DivOutMode);
  m.impl("floor_divide", &FloorDivide);
  m.impl("floor_divide_.Tensor", &FloorDivideInPlace);
  m.impl("floor_divide.out", &FloorDivideOut);
  m.impl("atan2.out", &BinaryOut<Op::atan2, Common::kFloat>);
  m.impl("copysign.out", &BinaryOut<Op::copysign, Common::kFloat>);
  m.impl("fmod.Tensor_out", &BinaryOut<Op::fmod>);
  m.impl("remainder.Tensor_out", &BinaryOut<Op::remainder>);
  m.impl("maximum.out", &BinaryOut<Op::maximum>);
  m.impl("minimum.out", &BinaryOut<Op::minimum>);
  m.impl("fmax.out", &BinaryOut<Op::fmax>);
  m.impl("fmin.out", &BinaryOut<Op::fmin>);
  m.impl("bitwise_and.Tensor_out", &BinaryOut<Op::bitwise_and>);
  m.impl("bitwise_or.Tensor_out", &BinaryOut<Op::bitwise_or>);
  m.impl("bitwise_xor.Tensor_out", &BinaryOut<Op::bitwise_xor>);
  m.impl("logical_and.out", &BinaryOut<Op::logical_and>);
  m.impl("logical_or.out", &BinaryOut<Op::logical_or>);
  m.impl("logical_xor.out", &BinaryOut<Op::logical_xor>);
  m.impl("pow.Tensor_Scalar_out", &PowScalarOut);
  m.impl("pow.Tensor_Tensor_out", &PowTensorOut);
  m.impl("pow.Scalar_out", &PowOfScalarOut);
#define TW_COMPARE(name)                             \
  m.impl(#name ".Tensor_out", &BinaryOut<Op::name>); \
  m.impl(#name ".Scalar_out", &CompareScalarOut<Op::name>);
  TW_COMPARE(eq)
  TW_COMPARE(ne)
  TW_COMPARE(lt)
  TW_COMPARE(le)
  TW_COMPARE(gt)
  TW_COMPARE(ge)
#undef TW_COMPARE

  m.impl("sigmoid_backward.grad_input", &GradientOut<Op::sigmoid_backward>);
  m.impl("tanh_backward.grad_input", &GradientOut<Op::tanh_backward>);
  m.impl("silu_backward.grad_input", &GradientOut<Op::silu_backward>);
  m.impl("gelu_backward.grad_input", &GeluBackwardOut);
  m.impl("threshold_backward.grad_input", &ThresholdBackwardOut);
  m.impl("leaky_relu_backward.grad_input", &LeakyReluBackwardOut);
}

}  // namespace tilewright::torch_device
