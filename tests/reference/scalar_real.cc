// Floating numbers.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/reference/functions.h"
#include "tests/reference/scalar.h"
#include "tile/compare.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;

constexpr size_t kMostOperands = 3;

// The operand's extreme that `corner` takes: its bit says whether the upper one.
long double Extreme(const Wide& x, unsigned corner) {
  return corner != 0 ? x.value + x.radius : x.value - x.radius;
}

// How far values at operands within their radii are from the one in the middle.
long double Spread(const Function& f, const Wide* x, size_t count, long double value) {
  switch (f.shape) {
    case Shape::kOther:
      return kUnknownRadius;
    case Shape::kLipschitz:
      return std::min<long double>(x[0].radius, 2);
    case Shape::kMonotone:
      break;
  }
  long double spread = 0;
  for (unsigned corner = 0; corner < 1u << count; ++corner) {
    long double at[kMostOperands] = {};
    for (size_t i = 0; i < count; ++i) at[i] = Extreme(x[i], corner >> i & 1);
    const long double there = f.value(at);
    if (std::isnan(there) != std::isnan(value)) return kUnknownRadius;
    if (there == value || std::isnan(there)) continue;
    if (std::isinf(there) || std::isinf(value)) return kUnknownRadius;
    spread = std::max(spread, std::fabs(there - value));
  }
  return spread;
}

bool MayBeZero(const Wide& x) { return x.radius != 0 && std::fabs(x.value) <= x.radius; }

Element ApplyFunction(const ScalarContext& c, const Function& f) {
  const size_t count = c.operands.size();
  Wide x[kMostOperands];
  long double at[kMostOperands] = {};
  bool exact = true;
  for (size_t i = 0; i < count; ++i) {
    x[i] = OperandOf(c.operands[i].type, c.operands[i].value, c.numerics);
    if (x[i].radius == kUnknownRadius) return kUnknown;
    at[i] = x[i].value;
    exact = exact && x[i].radius == 0;
  }
  Wide result = {f.value(at), 0};
  if (!exact) {
    if (c.op.kind == OpKind::kDivide && MayBeZero(x[1])) return kUnknown;
    result.radius = Spread(f, x, count, result.value);
  }
  if (!f.is_rounded && std::isfinite(result.value)) {
    result.radius += AllowedError(c.op.kind, c.type, at, result.value, c.numerics);
  }
  return Rounded(c.type, result, c.numerics);
}

// In the order of totalOrder: -NaN < -inf < ... < -0 < +0 < ... < NaN.
struct TotalKey {
  int nan = 0;  // -1 and 1 beyond the infinities
  double value = 0;
  bool positive = false;

  TotalKey(ElementType type, uint64_t bits) : value(RealOf(type, bits)) {
    const ir::ElementTypeInfo& info = ir::Info(type);
    const bool has_sign = info.specials != ir::SpecialValues::kExponentOnly;
    positive = !has_sign || (bits >> (info.bits - 1) & 1) == 0;
    if (!std::isnan(value)) return;
    nan = positive ? 1 : -1;
    value = 0;
  }
};

bool Holds(int64_t direction, bool less, bool equal, bool greater) {
  switch (direction) {
    case tile::kEq:
      return equal;
    case tile::kNe:
      return !equal;
    case tile::kGe:
      return greater || equal;
    case tile::kGt:
      return greater;
    case tile::kLe:
      return less || equal;
    default:
      return less;
  }
}

Element Compare(const ScalarContext& c) {
  const auto known = [](bool truth) {
    return FromInteger(ElementType::kI1, truth ? 1 : 0);
  };
  const ElementType type = c.operands[0].type;
  const Wide x = OperandOf(type, c.operands[0].value, c.numerics);
  const Wide y = OperandOf(type, c.operands[1].value, c.numerics);
  const bool total = c.op.b == tile::kTotalOrder;
  const bool nan = std::isnan(x.value) || std::isnan(y.value);
  if (x.radius == kUnknownRadius || y.radius == kUnknownRadius) return kUnknown;
  if (nan && !total) return known(c.op.a == tile::kNe);
  if (x.radius != 0 || y.radius != 0) {
    if (nan || std::fabs(x.value - y.value) <= x.radius + y.radius) return kUnknown;
    return known(Holds(c.op.a, x.value<y.value, false, x.value> y.value));
  }
  if (!total) {
    return known(Holds(c.op.a, x.value < y.value, x.value == y.value, x.value > y.value));
  }
  const TotalKey a(type, c.operands[0].value.re), b(type, c.operands[1].value.re);
  // NaNs beside each other are ordered by what they carry.
  if (a.nan != 0 && a.nan == b.nan && c.operands[0].value.re != c.operands[1].value.re) {
    return kUnknown;
  }
  const auto before = [](const TotalKey& p, const TotalKey& q) {
    if (p.nan != q.nan) return p.nan < q.nan;
    if (p.value != q.value) return p.value < q.value;
    return !p.positive && q.positive;
  };
  const bool less = before(a, b), greater = before(b, a);
  return known(Holds(c.op.a, less, !less && !greater, greater));
}

Element IsFinite(const ScalarContext& c) {
  const Wide x = OperandOf(c.operands[0].type, c.operands[0].value, c.numerics);
  if (x.radius == kUnknownRadius) return kUnknown;
  return FromInteger(ElementType::kI1, std::isfinite(x.value) ? 1 : 0);
}

// The neighbour of x, in its own type, in the direction of y.
Element NextAfter(const ScalarContext& c) {
  const ElementType type = c.operands[0].type;
  const Element& x = c.operands[0].value;
  const Element& y = c.operands[1].value;
  if (!IsExact(x) || !IsExact(y)) return kUnknown;
  const double from = RealOf(type, x.re), to = RealOf(type, y.re);
  if (std::isnan(from) || std::isnan(to)) return {Nearest(type, NAN), 0, 1};
  if (from == to) return y;
  const ir::ElementTypeInfo& info = ir::Info(type);
  // Subnormals of what is computed in may be zero in `tpu` numerics.
  const bool is_narrow = info.exponent_bias != ir::Info(ComputedIn(type)).exponent_bias;
  if (c.numerics == Numerics::kTpu && !is_narrow &&
      std::fabs(from) <= LeastNormal(type)) {
    return {x.re, 0, 2 * LeastNormal(type)};
  }
  const uint64_t sign = uint64_t{1} << (info.bits - 1);
  if (info.specials == ir::SpecialValues::kExponentOnly) return kUnknown;
  uint64_t bits;
  if (from == 0) {
    bits = (to < 0 ? sign : 0) | 1;
  } else {
    const bool outwards = (from < to) != (from < 0);
    bits = outwards ? x.re + 1 : x.re - 1;
    // Without -0 the least negative number's neighbour is 0.
    if (info.specials == ir::SpecialValues::kNanNegZero && bits == sign) bits = 0;
  }
  return {bits, 0, std::isnan(RealOf(type, bits)) ? 1.0 : 0.0};
}

// Rounds the mantissa to nearest even, then makes infinities and zeros of what lies
// outside the smaller exponent range, in which there are no subnormals.
long double Reduced(long double x, const ir::ElementTypeInfo& info, int64_t exponent_bits,
                    int64_t mantissa_bits) {
  if (x == 0 || !std::isfinite(x)) return x;
  const auto exponent_of = [](long double v) { return std::ilogb(v); };
  const int least = 1 - info.exponent_bias;
  if (mantissa_bits < info.mantissa_bits) {
    const int unit = std::max(exponent_of(x), least) - static_cast<int>(mantissa_bits);
    const long double rounded = std::nearbyint(std::ldexp(x, -unit));
    x = std::copysign(std::ldexp(rounded, unit), x);
  }
  if (exponent_bits < info.exponent_bits && x != 0) {
    const int64_t reduced = (int64_t{1} << (exponent_bits - 1)) - 1;
    const int exponent = std::max(exponent_of(x), least - 1);  // of subnormals: the field
    if (exponent > reduced) return std::copysign(INFINITY, x);
    if (exponent <= -reduced) return std::copysign(0.0L, x);
  }
  return x;
}

Element ReducePrecision(const ScalarContext& c) {
  const ElementType type = c.operands[0].type;
  // Types of 8 bits have no room for infinities: their values as f32 do.
  const ir::ElementTypeInfo& info =
      ir::Info(ir::Info(type).bits == 8 ? ElementType::kF32 : type);
  const Wide x = OperandOf(type, c.operands[0].value, c.numerics);
  if (x.radius == kUnknownRadius) return kUnknown;
  const auto reduced = [&](long double v) { return Reduced(v, info, c.op.a, c.op.b); };
  if (std::isnan(x.value)) {
    // Without mantissa bits there is no NaN either: it becomes an infinity.
    if (c.op.b != 0) return {Nearest(type, NAN), 0, 1};
    return kUnknown;
  }
  Wide result = {reduced(x.value), 0};
  if (x.radius != 0) {
    const long double low = reduced(x.value - x.radius);
    const long double high = reduced(x.value + x.radius);
    if (std::isinf(low) || std::isinf(high)) return kUnknown;
    result.radius = std::max(high - result.value, result.value - low);
  }
  return Rounded(type, result, c.numerics);
}

}  // namespace

absl::StatusOr<Element> ApplyToReals(const ScalarContext& c) {
  switch (c.op.kind) {
    case OpKind::kCompare:
      return Compare(c);
    case OpKind::kIsFinite:
      return IsFinite(c);
    case OpKind::kNextAfter:
      return NextAfter(c);
    case OpKind::kReducePrecision:
      return ReducePrecision(c);
    case OpKind::kComplex: {
      const Element& re = c.operands[0].value;
      const Element& im = c.operands[1].value;
      return Element{re.re, im.re, std::max(re.radius, im.radius)};
    }
    default:
      break;
  }
  const Function* const f = FindFunction(c.op.kind);
  if (f == nullptr) return NoDefinition(c);
  return ApplyFunction(c, *f);
}

}  // namespace tilewright::reference
