#include "tests/reference/scalar.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;

// Truncates towards zero and saturates; NaN is zero.
int64_t Truncated(double x, ElementType to) {
  const int bits = ir::Info(to).bits;
  const bool is_signed = ir::IsSigned(to);
  if (std::isnan(x)) return 0;
  const double beyond = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const double least = is_signed ? -beyond : 0.0;
  if (x < least) return static_cast<int64_t>(least);
  if (x < beyond) {
    return is_signed || x < 0x1p63 ? static_cast<int64_t>(x)
                                   : static_cast<int64_t>(static_cast<uint64_t>(x));
  }
  const uint64_t most = ~uint64_t{0} >> (64 - bits);
  return static_cast<int64_t>(is_signed ? most >> 1 : most);
}

Element RealToInteger(const Operand& x, ElementType to, Numerics numerics) {
  const Wide wide = OperandOf(x.type, x.value, numerics);
  const auto value = static_cast<double>(wide.value);
  const bool uncertain = wide.radius != 0 && !std::isnan(value);
  if (to == ElementType::kI1) {
    if (uncertain && std::fabs(wide.value) <= wide.radius) return kUnknown;
    return FromInteger(to, value != 0);
  }
  if (uncertain) {
    const auto low = static_cast<double>(wide.value - wide.radius);
    const auto high = static_cast<double>(wide.value + wide.radius);
    if (Truncated(low, to) != Truncated(high, to)) return kUnknown;
  }
  return FromInteger(to, Truncated(value, to));
}

Element IntegerToReal(const Operand& x, ElementType to) {
  if (!IsExact(x.value)) return kUnknown;
  const int64_t value = IntegerOf(x.type, x.value);
  // 64 bits are exact.
  if (ir::IsUnsigned(x.type)) {
    return RoundedOnce(to, {static_cast<long double>(static_cast<uint64_t>(value)), 0});
  }
  return RoundedOnce(to, {static_cast<long double>(value), 0});
}

Element BitcastElement(const Operand& x, ElementType to) {
  if (IsExact(x.value) || x.type == to) return x.value;
  return kUnknown;
}

// What is chosen by an uncertain predicate lies between both cases.
Element Select(const ScalarContext& c) {
  const Element& predicate = c.operands[0].value;
  const Element& on_true = c.operands[1].value;
  const Element& on_false = c.operands[2].value;
  if (IsExact(predicate)) return predicate.re != 0 ? on_true : on_false;
  if (IsExact(on_true) && IsExact(on_false) && on_true.re == on_false.re &&
      on_true.im == on_false.im) {
    return on_true;
  }
  if (!ir::IsFloat(c.type) || IsUnknown(on_true) || IsUnknown(on_false)) return kUnknown;
  const double x = RealOf(c.type, on_true.re), y = RealOf(c.type, on_false.re);
  if (!std::isfinite(x) || !std::isfinite(y)) return kUnknown;
  // One ulp for the rounding of the sum; a zero may have either sign.
  const double far = std::fabs(x - y) + on_false.radius;
  const double radius = std::max(on_true.radius, far);
  return {on_true.re, 0, std::nextafter(radius, kUnknownRadius)};
}

}  // namespace

absl::Status NoDefinition(const ScalarContext& c) {
  return absl::UnimplementedError(absl::StrCat(
      ir::Name(c.op.kind), " on ", ir::Name(c.operands[0].type), " has no definition"));
}

Element Convert(const Operand& x, ElementType type, Numerics numerics) {
  if (x.type == type) return x.value;
  if (ir::IsComplex(type)) {
    const ElementType part = ir::RealPart(type), from = ir::RealPart(x.type);
    const Element re = Convert({from, {x.value.re, 0, x.value.radius}}, part, numerics);
    Element im;
    if (ir::IsComplex(x.type)) {
      im = Convert({from, {x.value.im, 0, x.value.radius}}, part, numerics);
    }
    return {re.re, im.re, std::max(re.radius, im.radius)};
  }
  // Of a complex number only the real part counts.
  if (ir::IsComplex(x.type)) {
    return Convert({ir::RealPart(x.type), {x.value.re, 0, x.value.radius}}, type,
                   numerics);
  }
  if (!ir::IsFloat(x.type) && !ir::IsFloat(type)) {
    if (!IsExact(x.value)) return kUnknown;
    const int64_t value = IntegerOf(x.type, x.value);
    return FromInteger(type, type == ElementType::kI1 ? value != 0 : value);
  }
  if (!ir::IsFloat(type)) return RealToInteger(x, type, numerics);
  if (!ir::IsFloat(x.type)) return IntegerToReal(x, type);
  Wide wide = OperandOf(x.type, x.value, numerics);
  const double least = LeastNormal(type);
  if (numerics == Numerics::kTpu && wide.value != 0 && std::fabs(wide.value) < least) {
    wide.radius += least;
  }
  return RoundedOnce(type, wide);
}

absl::StatusOr<Element> Apply(const ScalarOp& op, absl::Span<const Operand> operands,
                              ElementType type, Numerics numerics) {
  const ScalarContext c = {op, operands, type, numerics};
  switch (op.kind) {
    case OpKind::kConvert:
      return Convert(operands[0], type, numerics);
    case OpKind::kBitcastConvert:
      return BitcastElement(operands[0], type);
    case OpKind::kSelect:
      return Select(c);
    default:
      break;
  }
  const ElementType of = operands[0].type;
  if (ir::IsComplex(of)) return ApplyToComplex(c);
  if (ir::IsFloat(of)) return ApplyToReals(c);
  return ApplyToIntegers(c);
}

}  // namespace tilewright::reference
