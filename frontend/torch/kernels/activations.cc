// Activations of networks and their gradients.
#include <ATen/ExpandUtils.h>
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <ATen/WrapDimUtils.h>
#include <torch/library.h>

#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

template <Op op>
Tensor& ActivatedOut(const Tensor& self, Tensor& out) {
  CheckCast(self.scalar_type(), out);
  return Apply(op, {&self}, {}, out);
}
// relu and hardtanh say it of truth values by a RuntimeError.
void CheckNumbers(const char* name, const Tensor& self) {
  TORCH_CHECK(self.scalar_type() != at::kBool, "Bool inputs not supported for ", name);
}
template <Op op>
Tensor Activated(const Tensor& self) {
  if constexpr (op == Op::relu) CheckNumbers("relu", self);
  return Applied(op, {&self});
}
template <Op op>
Tensor& ActivatedInPlace(Tensor& self) {
  if constexpr (op == Op::relu) CheckNumbers("relu", self);
  return Apply(op, {&self}, {}, self);
}
// With as many numbers as the function's type has.
template <Op op, typename... Numbers>
Tensor& NumberedOut(const Tensor& self, Numbers... numbers, Tensor& out) {
  CheckCast(self.scalar_type(), out);
  return Apply(op, {&self}, {numbers...}, out);
}
// Of a result that is there already it is the same: elements may share a place.
Tensor& ThresholdOut(const Tensor& self, const Scalar& threshold, const Scalar& value,
                     Tensor& out) {
  FitBroadcast(out, {&self});
  if (out.numel() == 0) return out;
  const ScalarType type = ComputeType(out.scalar_type());
  Recording()
      .In(self)
      .Number(threshold, type)
      .Number(value, type)
      .OutShared(out)
      .Run(Op::threshold);
  return out;
}
template <Op op>
Tensor& GradientOut(const Tensor& gradient, const Tensor& value, Tensor& out) {
  return Apply(op, {&gradient, &value}, {}, out);
}
template <Op op>
Tensor GradientOf(const Tensor& gradient, const Tensor& value) {
  return Applied(op, {&gradient, &value});
}
template <Op op, typename... Numbers>
Tensor& NumberedGradientOut(const Tensor& gradient, const Tensor& value,
                            Numbers... numbers, Tensor& out) {
  return Apply(op, {&gradient, &value}, {numbers...}, out);
}

// Whether the curve is the one that is made of tanh.
bool IsOfTanh(std::string_view approximate) {
  TORCH_CHECK(approximate == "none" || approximate == "tanh",
              "approximate argument must be either none or tanh.");
  return approximate == "tanh";
}
Tensor& GeluOut(const Tensor& self, std::string_view approximate, Tensor& out) {
  return Apply(IsOfTanh(approximate) ? Op::gelu_tanh : Op::gelu, {&self}, {}, out);
}
Tensor& GeluBackwardOut(const Tensor& gradient, const Tensor& self,
                        std::string_view approximate, Tensor& out) {
  return Apply(IsOfTanh(approximate) ? Op::gelu_tanh_backward : Op::gelu_backward,
               {&gradient, &self}, {}, out);
}
// Of integers, an integer.
Scalar Bound(const Scalar& bound, const Tensor& self) {
  if (!c10::isIntegralType(self.scalar_type(), /*includeBool=*/false)) return bound;
  const int64_t whole = bound.toLong();
  TORCH_CHECK(whole >= 0 || c10::isSignedType(self.scalar_type()),
              "cannot do hardtanh on an unsigned type with negative limits");
  return whole;
}
Tensor Hardtanh(const Tensor& self, const Scalar& low, const Scalar& high) {
  CheckNumbers("hardtanh", self);
  return Applied(Op::hardtanh, {&self}, {Bound(low, self), Bound(high, self)});
}
Tensor& HardtanhInPlace(Tensor& self, const Scalar& low, const Scalar& high) {
  CheckNumbers("hardtanh", self);
  return Apply(Op::hardtanh, {&self}, {Bound(low, self), Bound(high, self)}, self);
}
Tensor HardtanhBackward(const Tensor& gradient, const Tensor& self, const Scalar& low,
                        const Scalar& high) {
  return Applied(Op::hardtanh_backward, {&gradient, &self}, {low, high});
}
Tensor& LeakyReluBackwardOut(const Tensor& gradient, const Tensor& self,
                             const Scalar& slope, bool, Tensor& out) {
  return Apply(Op::leaky_relu_backward, {&gradient, &self}, {slope}, out);
}
Tensor& EluBackwardOut(const Tensor& gradient, const Scalar& alpha, const Scalar& scale,
                       const Scalar& input_scale, bool is_result, const Tensor& value,
                       Tensor& out) {
  TORCH_CHECK(
      !is_result || alpha.to<double>() >= 0,
      "In-place elu backward calculation is triggered with a negative slope which "
      "is not supported.");
  FitBroadcast(out, {&gradient, &value});
  if (out.numel() == 0) return out;
  const ScalarType type = ComputeType(out.scalar_type());
  Recording()
      .In(gradient)
      .In(value)
      .Number(alpha, type)
      .Number(scale, type)
      .Number(input_scale, type)
      .Attribute(is_result)
      .Out(out)
      .Run(Op::elu_backward);
  return out;
}

// The second result is of no use to our backward.
std::tuple<Tensor, Tensor> LogSigmoid(const Tensor& self) {
  return {Applied(Op::log_sigmoid, {&self}), Empty({0}, self.scalar_type())};
}
std::tuple<Tensor&, Tensor&> LogSigmoidOut(const Tensor& self, Tensor& out,
                                           Tensor& buffer) {
  CheckCast(self.scalar_type(), out);
  return {Apply(Op::log_sigmoid, {&self}, {}, out), buffer};
}
Tensor LogSigmoidBackward(const Tensor& gradient, const Tensor& self, const Tensor&) {
  return Applied(Op::log_sigmoid_backward, {&gradient, &self});
}
Tensor& LogSigmoidBackwardOut(const Tensor& gradient, const Tensor& self, const Tensor&,
                              Tensor& out) {
  return Apply(Op::log_sigmoid_backward, {&gradient, &self}, {}, out);
}

Tensor Prelu(const Tensor& self, const Tensor& weight) {
  TORCH_CHECK(self.scalar_type() == weight.scalar_type(),
              "prelu: Type promoting not supported. Got ", self.scalar_type(), " and ",
              weight.scalar_type());
  return Applied(Op::prelu, {&self, &weight});
}
std::tuple<Tensor, Tensor> PreluBackward(const Tensor& gradient, const Tensor& self,
                                         const Tensor& weight) {
  // Of one size, but for what is mapped over a batch.
  if (gradient.sizes() != self.sizes()) {
    const auto all = at::broadcast_tensors({gradient, self, weight});
    return PreluBackward(all[0], all[1], all[2]);
  }
  const Tensor of_self = Empty({0}, self.scalar_type());
  const Tensor of_weight = Empty({0}, self.scalar_type());
  for (const Tensor* x : {&of_self, &of_weight}) {
    FitBroadcast(*x, {&self, &weight, &gradient});
  }
  if (self.numel() == 0) return {of_self, of_weight};
  Recording().In(gradient).In(self).In(weight).Out(of_self).Out(of_weight).Run(
      Op::prelu_backward);
  return {of_self, of_weight};
}

struct Halves {
  Tensor first, second;
};
Halves HalvesOf(const Tensor& self, int64_t dim) {
  const int64_t half = self.size(dim) / 2;
  return {self.narrow(dim, 0, half), self.narrow(dim, half, half)};
}
// RuntimeError, as CPU's, unless there is an element of `x`, or one it repeats, for each
// of `sizes`.
void CheckBroadcast(const Tensor& x, at::IntArrayRef sizes) {
  const at::DimVector both = at::infer_size_dimvector(sizes, x.sizes());
  TORCH_CHECK(at::IntArrayRef(both) == sizes, "output with shape ", sizes,
              " doesn't match the broadcast shape ", at::IntArrayRef(both));
}
Tensor& GluOut(const Tensor& self, int64_t dim, Tensor& out) {
  const auto [a, b] = HalvesOf(self, at::maybe_wrap_dim(dim, self.dim()));
  return Apply(Op::glu, {&a, &b}, {}, out);
}
Tensor& GluBackwardOut(const Tensor& gradient, const Tensor& self, int64_t dim,
                       Tensor& out) {
  TORCH_CHECK(self.dim() > 0, "glu does not support 0-dimensional tensors");
  const int64_t along = at::maybe_wrap_dim(dim, self.dim());
  TORCH_CHECK(self.size(along) % 2 == 0, "Halving dimension must be even, but dimension ",
              along, " is size ", self.size(along));
  const auto [a, b] = HalvesOf(self, along);
  CheckBroadcast(gradient, a.sizes());
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  Recording().In(gradient).In(a).In(b).Attribute(along).Out(out).Run(Op::glu_backward);
  return out;
}
Tensor GluBackward(const Tensor& gradient, const Tensor& self, int64_t dim) {
  Tensor out = Empty(self.sizes(), self.scalar_type());
  return GluBackwardOut(gradient, self, dim, out);
}

// The tangent of glu where that of what it is given is `dx`.
Tensor GluJvp(const Tensor& glu, const Tensor& x, const Tensor& dx, int64_t dim) {
  const int64_t along = at::maybe_wrap_dim(dim, x.dim());
  const auto [a, b] = HalvesOf(x, along);
  const auto [da, db] = HalvesOf(dx, along);
  const Tensor open = b.sigmoid();
  return da * open + glu * (1 - open) * db;
}
// And that of its gradient, where the gradient that it is made of has the tangent `dg`.
Tensor GluBackwardJvp(const Tensor&, const Tensor& g, const Tensor& x, const Tensor& dg,
                      const Tensor& dx, int64_t dim) {
  const int64_t along = at::maybe_wrap_dim(dim, x.dim());
  const auto [a, b] = HalvesOf(x, along);
  const auto [da, db] = HalvesOf(dx, along);
  const Tensor open = b.sigmoid(), slope = open * (1 - open);
  const Tensor of_first = dg * open + g * slope * db;
  const Tensor of_second = slope * (dg * a + g * da + g * a * (1 - 2 * open) * db);
  return at::cat({of_first, of_second}, along);
}

Tensor& LogitOut(const Tensor& self, std::optional<double> epsilon, Tensor& out) {
  const ScalarType type = FloatType(self.scalar_type());
  CheckCast(type, out);
  return InOwnType(type, out, [&](Tensor& made) {
    epsilon.has_value() ? Apply(Op::logit, {&self}, {*epsilon}, made)
                        : Apply(Op::logit, {&self}, {}, made);
  });
}
Tensor Logit(const Tensor& self, std::optional<double> epsilon) {
  Tensor out = EmptyLike(self, FloatType(self.scalar_type()));
  return LogitOut(self, epsilon, out);
}
Tensor& LogitInPlace(Tensor& self, std::optional<double> epsilon) {
  CheckCast(FloatType(self.scalar_type()), self);
  return LogitOut(self, epsilon, self);
}
Tensor& LogitBackwardOut(const Tensor& gradient, const Tensor& self,
                         std::optional<double> epsilon, Tensor& out) {
  return epsilon.has_value()
             ? Apply(Op::logit_backward, {&gradient, &self}, {*epsilon}, out)
             : Apply(Op::logit_backward, {&gradient, &self}, {}, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("relu", &Activated<Op::relu>);
  m.impl("relu_", &ActivatedInPlace<Op::relu>);
  m.impl("hardswish", &Activated<Op::hardswish>);
  m.impl("hardswish_", &ActivatedInPlace<Op::hardswish>);
  m.impl("hardswish.out", &ActivatedOut<Op::hardswish>);
  m.impl("hardsigmoid.out", &ActivatedOut<Op::hardsigmoid>);
  m.impl("mish.out", &ActivatedOut<Op::mish>);
  m.impl("gelu.out", &GeluOut);
  m.impl("leaky_relu.out", &NumberedOut<Op::leaky_relu, const Scalar&>);
  m.impl("elu.out", &NumberedOut<Op::elu, const Scalar&, const Scalar&, const Scalar&>);
  m.impl("softplus.out", &NumberedOut<Op::softplus, const Scalar&, const Scalar&>);
  m.impl("softshrink.out", &NumberedOut<Op::softshrink, const Scalar&>);
  m.impl("hardshrink.out", &NumberedOut<Op::hardshrink, const Scalar&>);
  m.impl("threshold.out", &ThresholdOut);
  m.impl("hardtanh.out", &NumberedOut<Op::hardtanh, const Scalar&, const Scalar&>);
  m.impl("hardtanh", &Hardtanh);
  m.impl("hardtanh_", &HardtanhInPlace);
  m.impl("log_sigmoid_forward", &LogSigmoid);
  m.impl("log_sigmoid_forward.output", &LogSigmoidOut);
  m.impl("_prelu_kernel", &Prelu);
  m.impl("glu.out", &GluOut);
  m.impl("logit", &Logit);
  m.impl("logit_", &LogitInPlace);
  m.impl("logit.out", &LogitOut);

  m.impl("sigmoid_backward.grad_input", &GradientOut<Op::sigmoid_backward>);
  m.impl("tanh_backward.grad_input", &GradientOut<Op::tanh_backward>);
  m.impl("silu_backward", &GradientOf<Op::silu_backward>);
  m.impl("silu_backward.grad_input", &GradientOut<Op::silu_backward>);
  m.impl("mish_backward", &GradientOf<Op::mish_backward>);
  m.impl("hardswish_backward", &GradientOf<Op::hardswish_backward>);
  m.impl("hardsigmoid_backward.grad_input", &GradientOut<Op::hardsigmoid_backward>);
  m.impl("gelu_backward.grad_input", &GeluBackwardOut);
  m.impl("threshold_backward.grad_input",
         &NumberedGradientOut<Op::threshold_backward, const Scalar&>);
  m.impl("softshrink_backward.grad_input",
         &NumberedGradientOut<Op::shrink_backward, const Scalar&>);
  m.impl("hardshrink_backward.grad_input",
         &NumberedGradientOut<Op::shrink_backward, const Scalar&>);
  m.impl("softplus_backward.grad_input",
         &NumberedGradientOut<Op::softplus_backward, const Scalar&, const Scalar&>);
  m.impl("hardtanh_backward.grad_input",
         &NumberedGradientOut<Op::hardtanh_backward, const Scalar&, const Scalar&>);
  m.impl("hardtanh_backward", &HardtanhBackward);
  m.impl("leaky_relu_backward.grad_input", &LeakyReluBackwardOut);
  m.impl("elu_backward.grad_input", &EluBackwardOut);
  m.impl("log_sigmoid_backward", &LogSigmoidBackward);
  m.impl("log_sigmoid_backward.grad_input", &LogSigmoidBackwardOut);
  m.impl("_prelu_kernel_backward", &PreluBackward);
  m.impl("glu_backward", &GluBackward);
  m.impl("glu_backward.grad_input", &GluBackwardOut);
  m.impl("glu_jvp", &GluJvp);
  m.impl("glu_backward_jvp", &GluBackwardJvp);
  m.impl("logit_backward.grad_input", &LogitBackwardOut);
}

}  // namespace tilewright::torch_device
