// Elementwise functions: a row each. Functional and in-place forms come from PyTorch by
// way of the out= form, but where it has none.
#include <ATen/ExpandUtils.h>
#include <ATen/ScalarOps.h>
#include <ATen/native/BinaryOps.h>
#include <torch/library.h>

#include <iterator>

#include "frontend/torch/device/checks.h"
#include "frontend/torch/device/out_type.h"
#include "frontend/torch/kernels/kernel.h"

namespace tilewright::torch_device {
namespace {

// Whether results have the operand's type, or one that is asked for. Those of the others
// are floating numbers, also of integers.
constexpr bool KeepsType(Op op) {
  switch (op) {
    case Op::abs:
    case Op::bitwise_not:
    case Op::ceil:
    case Op::floor:
    case Op::frac:
    case Op::logical_not:
    case Op::neg:
    case Op::round:
    case Op::sgn:
    case Op::sign:
    case Op::silu:
    case Op::trunc:
      return true;
    default:
      return false;
  }
}

// The type of results; RuntimeError where they do not go into `out`.
template <Op op>
ScalarType UnaryType(const Tensor& self, const Tensor& out) {
  const ScalarType type = self.scalar_type();
  if constexpr (op == Op::logical_not) return out.scalar_type();
  const bool is_size = op == Op::abs && self.is_complex();
  if (!KeepsType(op) || is_size) {
    const ScalarType made = is_size ? c10::toRealValueType(type) : FloatType(type);
    CheckCast(made, out);
    return made;
  }
  TORCH_CHECK(out.scalar_type() == type, "Found dtype ", out.scalar_type(),
              " but expected ", type);
  return type;
}
template <Op op>
Tensor& UnaryOut(const Tensor& self, Tensor& out) {
  CheckTaken(op, self.scalar_type());
  return InOwnType(UnaryType<op>(self, out), out, [&self](Tensor& made) {
    FitBroadcast(made, {&self});
    CheckOverlap(made, {&self});
    if (made.numel() > 0) Recording().In(self).Out(made).Run(op);
  });
}

// The type that operands are converted to before the function.
enum class Common { kPromoted, kFloat, kCompared };

void RunBinary(Op op, Common common, const Tensor& a, const Tensor& b, Tensor& out,
               const Scalar* alpha = nullptr, int64_t attribute = -1) {
  CheckHere(out);
  ScalarType type = CommonType(a, b);
  if (common == Common::kFloat) type = FloatType(type);
  CheckTaken(op, type);
  if (common != Common::kCompared) {
    CheckCast(type, out);
    // Numbers of 16 bits are computed in f32, and rounded before they are converted.
    if (ComputeType(type) != type && out.scalar_type() != type) {
      InOwnType(type, out, [&](Tensor& made) {
        RunBinary(op, common, a, b, made, alpha, attribute);
      });
      return;
    }
  }
  if (a.sizes() != out.sizes() || b.sizes() != out.sizes()) {
    FitBroadcast(out, {&a, &b});
  }
  CheckOverlap(out, {&a, &b});
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
  if constexpr (op == Op::sub) at::native::sub_check(a, b);
  RunBinary(op, Common::kPromoted, a, b, out, &alpha);
  return out;
}

// The tensor that PyTorch makes of a number: its type yields to that of tensors.
Tensor Wrapped(const Scalar& value) { return at::native::wrapped_scalar_tensor(value); }

template <Op op>
Tensor& CompareScalarOut(const Tensor& a, const Scalar& b, Tensor& out) {
  RunBinary(op, Common::kCompared, a, Wrapped(b), out);
  return out;
}

Tensor Rsub(const Tensor& a, const Tensor& b, const Scalar& alpha) {
  at::native::sub_check(a, b);
  Tensor out = Empty({0}, CommonType(a, b));
  FitBroadcast(out, {&b, &a});  // it lies as b - a does
  RunBinary(Op::rsub, Common::kPromoted, a, b, out, &alpha);
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
  Tensor out = Empty({0}, CommonType(a, b));
  return FloorDivideOut(a, b, out);
}
Tensor& FloorDivideInPlace(Tensor& a, const Tensor& b) { return FloorDivideOut(a, b, a); }

Tensor& PowScalarOut(const Tensor& a, const Scalar& exponent, Tensor& out) {
  TORCH_CHECK(!c10::isIntegralType(a.scalar_type(), /*includeBool=*/true) ||
                  !exponent.isIntegral(/*includeBool=*/true) || exponent.toLong() >= 0,
              "Integers to negative integer powers are not allowed.");
  // Small exponents are products, some others roots and quotients, where they are on CPU.
  constexpr double kKnown[] = {0, 1, 2, 3, 0.5, -0.5, -1};
  const ScalarType type = at::result_type(a, exponent);
  const bool has_roots =
      !c10::isIntegralType(type, /*includeBool=*/true) && type != at::kHalf;
  const Scalar number = exponent.isBoolean() ? exponent.toLong() : exponent;
  int64_t known = -1;
  for (int64_t i = 0; i < std::ssize(kKnown); ++i) {
    if (number.equal(kKnown[i]) && (i <= 3 || has_roots)) known = i;
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

}  // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
#define TW_UNARY(name) m.impl(#name ".out", &UnaryOut<Op::name>);
  TW_TORCH_UNARY(TW_UNARY)
#undef TW_UNARY

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
  m.impl("remainder.Scalar_Tensor",
         [](const Scalar& a, const Tensor& b) { return at::remainder(Wrapped(a), b); });
  m.impl("maximum.out", &BinaryOut<Op::maximum>);
  m.impl("minimum.out", &BinaryOut<Op::minimum>);
  m.impl("fmax.out", &BinaryOut<Op::fmax>);
  m.impl("fmin.out", &BinaryOut<Op::fmin>);
  m.impl("bitwise_and.Tensor_out", &BinaryOut<Op::bitwise_and>);
  m.impl("bitwise_or.Tensor_out", &BinaryOut<Op::bitwise_or>);
  m.impl("bitwise_xor.Tensor_out", &BinaryOut<Op::bitwise_xor>);
  m.impl("logical_and.out", &BinaryOut<Op::logical_and, Common::kCompared>);
  m.impl("logical_or.out", &BinaryOut<Op::logical_or, Common::kCompared>);
  m.impl("logical_xor.out", &BinaryOut<Op::logical_xor, Common::kCompared>);
  m.impl("heaviside.out", &BinaryOut<Op::heaviside>);
  m.impl("hypot.out", &BinaryOut<Op::hypot>);
  m.impl("nextafter.out", &BinaryOut<Op::nextafter>);
  m.impl("gcd.out", &BinaryOut<Op::gcd>);
  m.impl("lcm.out", &BinaryOut<Op::lcm>);
  m.impl("logaddexp.out", &BinaryOut<Op::logaddexp>);
  m.impl("logaddexp2.out", &BinaryOut<Op::logaddexp2>);
  m.impl("xlogy.OutTensor", &BinaryOut<Op::xlogy, Common::kFloat>);
  m.impl("special_xlog1py.out", &BinaryOut<Op::xlog1py, Common::kFloat>);
  m.impl("special_zeta.out", &BinaryOut<Op::zeta, Common::kFloat>);
  m.impl("igamma.out", &BinaryOut<Op::igamma>);
  m.impl("igammac.out", &BinaryOut<Op::igammac>);
#define TW_POLYNOMIAL(name) \
  m.impl("special_" #name ".out", &BinaryOut<Op::name, Common::kFloat>);
  TW_TORCH_POLYNOMIALS(TW_POLYNOMIAL)
#undef TW_POLYNOMIAL
  m.impl("bitwise_left_shift.Tensor_out", &BinaryOut<Op::bitwise_left_shift>);
  m.impl("bitwise_right_shift.Tensor_out", &BinaryOut<Op::bitwise_right_shift>);
  // As operators: by numbers, and by tensors.
#define TW_SHIFT(operation, name)                                               \
  m.impl("__" #operation "__.Scalar",                                           \
         [](const Tensor& x, const Scalar& by) { return x.name(by); });         \
  m.impl("__" #operation "__.Tensor",                                           \
         [](const Tensor& x, const Tensor& by) { return x.name(by); });         \
  m.impl("__i" #operation "__.Scalar",                                          \
         [](Tensor& x, const Scalar& by) -> Tensor& { return x.name##_(by); }); \
  m.impl("__i" #operation "__.Tensor",                                          \
         [](Tensor& x, const Tensor& by) -> Tensor& { return x.name##_(by); });
  TW_SHIFT(lshift, bitwise_left_shift)
  TW_SHIFT(rshift, bitwise_right_shift)
#undef TW_SHIFT
  m.impl("rsub.Tensor", &Rsub);
  m.impl("pow.Tensor_Scalar_out", &PowScalarOut);
  m.impl("pow.Tensor_Tensor_out", &PowTensorOut);
  m.impl("pow.Scalar_out", &PowOfScalarOut);
#define TW_COMPARE(name)                                                \
  m.impl(#name ".Tensor_out", &BinaryOut<Op::name, Common::kCompared>); \
  m.impl(#name ".Scalar_out", &CompareScalarOut<Op::name>);
  TW_COMPARE(eq)
  TW_COMPARE(ne)
  TW_COMPARE(lt)
  TW_COMPARE(le)
  TW_COMPARE(gt)
  TW_COMPARE(ge)
#undef TW_COMPARE
}

}  // namespace tilewright::torch_device
