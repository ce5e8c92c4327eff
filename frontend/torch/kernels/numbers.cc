// Functions that look at how numbers are made: signs, infinities, exponents, parts.
#include <ATen/Dispatch.h>
#include <ATen/ops/mvlgamma.h>
#include <ATen/ops/view_as_real.h>
#include <torch/library.h>

#include <cmath>
#include <limits>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

template <Op op>
Tensor& NumberOut(const Tensor& self, Tensor& out) {
  return Apply(op, {&self}, {}, out);
}
// The same, of floating numbers.
template <Op op>
Tensor& FloatOut(const Tensor& self, Tensor& out) {
  const ScalarType type = FloatType(self.scalar_type());
  CheckCast(type, out);
  return InOwnType(type, out, [&self](Tensor& made) { NumberOut<op>(self, made); });
}
// Truth values, of real numbers.
template <Op op>
Tensor& PredicateOut(const Tensor& self, Tensor& out) {
  const absl::string_view name = TheDoor().operations[static_cast<size_t>(op)].name;
  TORCH_CHECK(!self.is_complex(), name, " does not support complex inputs.");
  TORCH_CHECK(out.scalar_type() == at::kBool, name,
              " does not support non-boolean outputs.");
  return NumberOut<op>(self, out);
}
template <Op op>
Tensor Asked(const Tensor& self) {
  Tensor out = EmptyLike(self, at::kBool);
  return Apply(op, {&self}, {}, out);
}

Tensor& NanToNumOut(const Tensor& self, std::optional<double> nan,
                    std::optional<double> positive, std::optional<double> negative,
                    Tensor& out) {
  TORCH_CHECK(self.scalar_type() == out.scalar_type(),
              "nan_to_num: dtype of out: ", out.scalar_type(),
              " should be same as input: ", self.scalar_type());
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  if (self.is_complex()) {
    Tensor parts = at::view_as_real(out);
    NanToNumOut(at::view_as_real(self.resolve_conj()), nan, positive, negative, parts);
    return out;
  }
  Recording call;
  call.In(self);
  // Infinities become the largest numbers of the type.
  double largest = 0;
  if (c10::isFloatingType(self.scalar_type())) {
    AT_DISPATCH_FLOATING_TYPES_AND2(
        at::kHalf, at::kBFloat16, self.scalar_type(), "nan_to_num",
        [&] { largest = static_cast<double>(std::numeric_limits<scalar_t>::max()); });
  }
  for (const double number :
       {nan.value_or(0), positive.value_or(largest), negative.value_or(-largest)}) {
    call.Number(number, c10::isFloatingType(self.scalar_type()) ? self.scalar_type()
                                                                : at::kDouble);
  }
  call.Out(out).Run(Op::nan_to_num);
  return out;
}

Tensor& ConjugateOut(const Tensor& self, Tensor& out) {
  TORCH_CHECK(self.scalar_type() == out.scalar_type(), "Found dtype ", out.scalar_type(),
              " but expected ", self.scalar_type());
  return NumberOut<Op::conj_physical>(self, out);
}

Tensor& RoundDecimalsOut(const Tensor& self, int64_t decimals, Tensor& out) {
  CheckTaken(Op::round_decimals, self.scalar_type());
  CheckCast(self.scalar_type(), out);
  FitOut(out, self.sizes());
  if (out.numel() == 0) return out;
  const double power = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  Recording()
      .In(self)
      .Number(power, ComputeType(self.scalar_type()))
      .Attribute(decimals < 0)
      .Out(out)
      .Run(Op::round_decimals);
  return out;
}

Tensor& PolygammaOut(int64_t order, const Tensor& self, Tensor& out) {
  TORCH_CHECK(order >= 0, "polygamma(n, x) does not support negative n.");
  if (order == 0) return FloatOut<Op::digamma>(self, out);
  const ScalarType type = FloatType(self.scalar_type());
  CheckCast(type, out);
  return InOwnType(type, out, [&](Tensor& made) {
    FitBroadcast(made, {&self});
    if (made.numel() == 0) return;
    Recording()
        .In(self)
        .Number(static_cast<double>(order), ComputeType(type))
        .Out(made)
        .Run(Op::polygamma);
  });
}

Tensor& MvlgammaOut(const Tensor& self, int64_t p, Tensor& out) {
  const Tensor made = at::mvlgamma(self, p);
  CheckCast(made.scalar_type(), out);
  FitOut(out, made.sizes());
  return out.copy_(made);
}

Tensor& ConjugateInPlace(Tensor& self) {
  if (!self.is_complex()) return self;
  // Of a lazy conjugate, what lies in memory: it is its conjugate still.
  Tensor stored = self.is_conj() ? self.conj() : self;
  Apply(Op::conj_physical, {&stored}, {}, stored);
  return self;
}

ScalarType AngleType(const Tensor& self) {
  return c10::toRealValueType(FloatType(self.scalar_type()));
}
Tensor Angle(const Tensor& self) {
  Tensor out = EmptyLike(self, AngleType(self));
  return Apply(Op::angle, {&self}, {}, out);
}
Tensor& AngleOut(const Tensor& self, Tensor& out) {
  CheckCast(AngleType(self), out);
  return InOwnType(AngleType(self), out,
                   [&self](Tensor& made) { NumberOut<Op::angle>(self, made); });
}

std::tuple<Tensor&, Tensor&> FrexpOut(const Tensor& self, Tensor& mantissa,
                                      Tensor& exponent) {
  TORCH_CHECK(c10::isFloatingType(self.scalar_type()),
              "torch.frexp() only supports floating-point dtypes");
  TORCH_CHECK(mantissa.scalar_type() == self.scalar_type(),
              "torch.frexp() expects mantissa to have dtype ", self.dtype(), " but got ",
              mantissa.dtype());
  TORCH_CHECK(exponent.scalar_type() == at::kInt,
              "torch.frexp() expects exponent to have int dtype but got ",
              exponent.dtype());
  FitOut(mantissa, self.sizes());
  FitOut(exponent, self.sizes());
  if (self.numel() == 0) return {mantissa, exponent};
  Recording().In(self).Out(mantissa).Out(exponent).Run(Op::frexp);
  return {mantissa, exponent};
}

template <Op op>
Tensor& ComplexOut(const Tensor& a, const Tensor& b, Tensor& out) {
  TORCH_CHECK(a.scalar_type() == b.scalar_type(), "Expected object of scalar type ",
              a.scalar_type(), " but got scalar type ", b.scalar_type(),
              " for second argument");
  TORCH_CHECK(out.scalar_type() == c10::toComplexType(a.scalar_type()),
              "Expected object of scalar type ", c10::toComplexType(a.scalar_type()),
              " but got scalar type ", out.scalar_type(), " for argument 'out'");
  return Apply(op, {&a, &b}, {}, out);
}

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("isnan", &Asked<Op::isnan>);
  m.impl("isinf", &Asked<Op::isinf>);
  m.impl("isposinf.out", &PredicateOut<Op::isposinf>);
  m.impl("isneginf.out", &PredicateOut<Op::isneginf>);
  m.impl("signbit.out", &PredicateOut<Op::signbit>);
  m.impl("erfinv.out", &FloatOut<Op::erfinv>);
  m.impl("lgamma.out", &FloatOut<Op::lgamma>);
  m.impl("digamma.out", &FloatOut<Op::digamma>);
  m.impl("polygamma.out", &PolygammaOut);
  m.impl("sinc.out", &FloatOut<Op::sinc>);
  m.impl("i0.out", &FloatOut<Op::i0>);
#define TW_SPECIAL(name) m.impl("special_" #name ".out", &FloatOut<Op::name>);
  TW_SPECIAL(i0e)
  TW_SPECIAL(i1)
  TW_SPECIAL(i1e)
  TW_SPECIAL(erfcx)
  TW_SPECIAL(log_ndtr)
  TW_SPECIAL(ndtri)
  TW_SPECIAL(entr)
  TW_TORCH_BESSEL(TW_SPECIAL)
#undef TW_SPECIAL
  m.impl("special_modified_bessel_i0.out", &FloatOut<Op::i0>);
  m.impl("special_modified_bessel_i1.out", &FloatOut<Op::i1>);
  m.impl("mvlgamma.out", &MvlgammaOut);
  m.impl("conj_physical.out", &ConjugateOut);
  m.impl("conj_physical_", &ConjugateInPlace);
  m.impl("angle", &Angle);
  m.impl("angle.out", &AngleOut);
  m.impl("nan_to_num.out", &NanToNumOut);
  m.impl("round.decimals_out", &RoundDecimalsOut);
  m.impl("frexp.Tensor_out", &FrexpOut);
  m.impl("complex.out", &ComplexOut<Op::complex>);
  m.impl("polar.out", &ComplexOut<Op::polar>);
}

}  // namespace tilewright::torch_device
