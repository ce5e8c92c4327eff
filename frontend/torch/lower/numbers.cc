// Functions of one or two operands that look at how numbers are made: signs, infinities,
// exponents, divisors, bits. Attribute 0 of those with two is the type that both have.
#include <cmath>
#include <limits>

#include "frontend/torch/lower/elementwise.h"
#include "support/status_macros.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

Value Infinity(Composer& c, ElementType type) {
  return c.Constant(std::numeric_limits<double>::infinity(), type);
}
// Whole numbers below 1.
Value IsPole(Composer& c, Value x) {
  return And(c, c.Compare("LE", x, Zero(c, x)),
             c.Compare("EQ", x, c.Unary(OpKind::kFloor, x)));
}
Value Common(Composer& c, size_t i) {
  return c.Convert(c.operand(i), static_cast<ElementType>(c.attribute(0)));
}
Value Wide(Composer& c, size_t i) {
  const Value x = Common(c, i);
  return c.Convert(x, ComputeType(x.element()));
}
ElementType SignedWord(ElementType element) {
  switch (ir::Info(element).bits) {
    case 64:
      return ElementType::kI64;
    case 32:
      return ElementType::kI32;
    default:
      return ElementType::kI16;
  }
}
Value AsBits(Composer& c, Value x, ElementType to) {
  return c.Append({.kind = OpKind::kBitcastConvert,
                   .operands = {x.id},
                   .results = {{to, x.shape()}}});
}

Computation IsInfinite(const Lowering& call, double sign) {
  Composer c(call);
  const Value x = c.operand(0);
  if (!ir::IsFloat(x.element())) return c.Finish({c.Compare("NE", x, x)});
  return c.Finish({c.Compare(
      "EQ", x, c.Constant(sign * std::numeric_limits<double>::infinity(), x.element()))});
}

// Unsigned numbers have no sign to lose.
Value Magnitude(Composer& c, Value x) {
  return ir::IsUnsigned(x.element()) ? x : c.Unary(OpKind::kAbs, x);
}

// Of integers, by Euclid: pairs until all have come to an end.
Value GreatestDivisor(Composer& c, Value a, Value b) {
  const Shape shape = BroadcastShape(a.shape(), b.shape());
  a = c.Broadcast(Magnitude(c, a), shape);
  b = c.Broadcast(Magnitude(c, b), shape);
  const TensorType type = a.type();
  const auto region = [&](auto body) -> absl::StatusOr<ir::RegionId> {
    TW_ASSIGN_OR_RETURN(const auto arguments, c.builder().OpenRegion({type, type}));
    const Values results = body(Value{&c, arguments[0]}, Value{&c, arguments[1]});
    std::vector<ir::ValueId> ids;
    for (const Value result : results) ids.push_back(result.id);
    return c.builder().CloseRegion(ids);
  };
  absl::StatusOr<ir::RegionId> condition = region([&](Value, Value rest) -> Values {
    ir::Dims all;
    for (int d = 0; d < rest.rank(); ++d) all.push_back(d);
    return {c.Reduce(OpKind::kOr, c.Compare("NE", rest, Zero(c, rest)), all, false)};
  });
  if (!condition.ok()) return c.Fail(condition.status());
  absl::StatusOr<ir::RegionId> step = region([&](Value found, Value rest) -> Values {
    const Value done = c.Compare("EQ", rest, Zero(c, rest));
    // A division by zero is defined, and not looked at.
    const Value left = c.Binary(OpKind::kRemainder, found, rest);
    return {c.Select(done, found, rest), c.Select(done, rest, left)};
  });
  if (!step.ok()) return c.Fail(step.status());
  absl::StatusOr<std::vector<ir::ValueId>> end = c.builder().Append(
      {.kind = OpKind::kWhile, .operands = {a.id, b.id}, .regions = {*condition, *step}});
  return end.ok() ? Value{&c, (*end)[0]} : c.Fail(end.status());
}

// Shifts by as many bits as there are, or by less than none, shift everything out; what
// comes in from above is the sign, of numbers that have one.
Computation Shifted(const Lowering& call, bool left) {
  Composer c(call);
  const Value x = Common(c, 0), by = Common(c, 1);
  const ElementType type = x.element();
  const OpKind right =
      ir::IsSigned(type) ? OpKind::kShiftRightArithmetic : OpKind::kShiftRightLogical;
  const OpKind kind = left ? OpKind::kShiftLeft : right;
  const Value bits = c.Number(ir::Info(type).bits, type);
  Value outside = c.Compare("GE", by, bits);
  if (ir::IsSigned(type)) outside = Or(c, outside, c.Compare("LT", by, Zero(c, by)));
  const Value all = kind == OpKind::kShiftRightArithmetic
                        ? c.Binary(kind, x, c.Number(ir::Info(type).bits - 1, type))
                        : c.Number(0, type);
  return c.Finish({c.Select(outside, all, c.Binary(kind, x, by))});
}

// The logarithm of a sum of exponentials of complex numbers, of which real parts say
// which is the larger one. What is not a number on either side is not one at all.
Value AddedComplexExponentials(Composer& c, Value a, Value b) {
  const Value size = c.Unary(OpKind::kReal, a), other = c.Unary(OpKind::kReal, b);
  const Value less = c.Compare("LT", size, other);
  const Value smaller = c.Select(less, a, b), larger = c.Select(less, b, a);
  const Value curve = c.Unary(OpKind::kLogPlusOne, Exp(c, smaller - larger));
  const Value infinity = Infinity(c, size.element());
  const Value same = c.Compare("EQ", size, other);
  const Value both = And(c, same, c.Compare("EQ", size, infinity));
  const Value neither = And(c, same, c.Compare("EQ", size, -infinity));
  const Value nan = c.Constant(NAN, size.element());
  const Value infinite = c.Select(both, Log(c, Exp(c, a) + Exp(c, b)), larger + curve);
  const Value none = Or(c, c.Compare("NE", a, a), c.Compare("NE", b, b));
  return c.Select(none, c.Binary(OpKind::kComplex, nan, nan),
                  c.Select(neither, smaller, infinite));
}

Computation AddedExponentials(const Lowering& call, double scale) {
  Composer c(call);
  const Value a = Wide(c, 0), b = Wide(c, 1);
  if (ir::IsComplex(a.element())) {
    return c.Finish({AddedComplexExponentials(c, a, b)});  // PyTorch has no other scale
  }
  const Value larger = c.Binary(OpKind::kMaximum, a, b);
  const Value apart = -c.Unary(OpKind::kAbs, a - b);
  const Value curve =
      c.Unary(OpKind::kLogPlusOne, c.Unary(OpKind::kExponential, apart * scale)) / scale;
  const Value infinite =
      c.Compare("EQ", c.Unary(OpKind::kAbs, larger), Infinity(c, larger.element()));
  return c.Finish({c.Select(infinite, larger, larger + curve)});
}

// Zero times anything but NaN is zero.
Computation TimesLogarithm(const Lowering& call, OpKind logarithm) {
  Composer c(call);
  const Value x = Wide(c, 0), y = Wide(c, 1);
  const Value product =
      c.Select(c.Compare("EQ", x, Zero(c, x)), Zero(c, x), x * c.Unary(logarithm, y));
  return c.Finish({c.Select(c.Compare("NE", y, y), y, product)});
}

}  // namespace

Computation erfinv(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Unary(OpKind::kErfInv, Computed(c, 0))});
}
Computation lgamma(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Unary(OpKind::kLgamma, Computed(c, 0))});
}
Computation digamma(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  // Its poles: at zero infinite with the sign of what comes from there, not defined at
  // the other ones.
  const Value at_zero = -1.0 / x;
  return c.Finish(
      {c.Select(c.Compare("EQ", x, Zero(c, x)), at_zero, c.Unary(OpKind::kDigamma, x))});
}
Computation sinc(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0) * M_PI;
  return c.Finish({c.Select(c.Compare("EQ", x, Zero(c, x)), c.Constant(1, x.element()),
                            c.Unary(OpKind::kSine, x) / x)});
}
Computation signbit(const Lowering& call) {
  Composer c(call);
  Value x = c.operand(0);
  if (ir::IsBool(x.element()) || ir::IsUnsigned(x.element())) {
    return c.Finish({c.Compare("NE", x, x)});
  }
  if (ir::IsFloat(x.element())) {
    if (ir::Info(x.element()).bits < 16) x = c.Convert(x, ElementType::kF32);
    x = AsBits(c, x, SignedWord(x.element()));
  }
  return c.Finish({c.Compare("LT", x, Zero(c, x))});
}
Computation isposinf(const Lowering& call) { return IsInfinite(call, 1); }
Computation isneginf(const Lowering& call) { return IsInfinite(call, -1); }
Computation angle(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  if (ir::IsComplex(x.element())) {
    return c.Finish(
        {c.Binary(OpKind::kAtan2, c.Unary(OpKind::kImag, x), c.Unary(OpKind::kReal, x))});
  }
  const Value real = Computed(c, 0);
  const Value of_number = c.Select(c.Compare("LT", real, Zero(c, real)),
                                   c.Constant(M_PI, real.element()), Zero(c, real));
  return c.Finish({c.Select(c.Compare("NE", real, real), real, of_number)});
}
Computation conj_physical(const Lowering& call) {
  Composer c(call);
  return c.Finish({Conjugate(c, c.operand(0))});
}
// Operands 1 to 3: what NaN and the infinities become.
Computation nan_to_num(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  if (!ir::IsFloat(x.element())) return c.Finish({x});
  const Value positive = c.Compare("EQ", x, Infinity(c, x.element()));
  const Value negative = c.Compare("EQ", -x, Infinity(c, x.element()));
  const auto number = [&](int i) { return c.Convert(c.operand(i), x.element()); };
  return c.Finish(
      {c.Select(c.Compare("NE", x, x), number(1),
                c.Select(positive, number(2), c.Select(negative, number(3), x)))});
}
// Operand 1: ten to the number of decimals. Attribute 0: whether it is divided by first.
Computation round_decimals(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0), power = Computed(c, 1);
  const auto rounded = [&](Value y) { return c.Unary(OpKind::kRoundNearestEven, y); };
  return c.Finish(
      {c.attribute(0) != 0 ? rounded(x / power) * power : rounded(x * power) / power});
}
// Results: the mantissa in [0.5, 1), and the exponent.
Computation frexp(const Lowering& call) {
  Composer c(call);
  Value x = Computed(c, 0);
  const ElementType type = x.element();
  const bool is_double = type == ElementType::kF64;
  const ElementType word = is_double ? ElementType::kI64 : ElementType::kI32;
  const int64_t mantissa_bits = is_double ? 52 : 23, bias = is_double ? 1022 : 126;
  const int64_t mask = is_double ? 0x7ff : 0xff;
  // Numbers too small for an exponent of their own get one.
  const int64_t raise = 64;
  const Value smallest = c.Constant(is_double ? 0x1p-1022 : 0x1p-126, type);
  const Value is_small = c.Compare("LT", c.Unary(OpKind::kAbs, x), smallest);
  const Value raised = c.Select(is_small, x * std::ldexp(1.0, raise), x);
  const Value bits = AsBits(c, raised, word);
  const Value shift = c.Number(mantissa_bits, word);
  const Value exponent =
      And(c, c.Binary(OpKind::kShiftRightLogical, bits, shift), c.Number(mask, word));
  const Value kept = And(c, bits, c.Number(~(mask << mantissa_bits), word));
  const Value half = AsBits(c, Or(c, kept, c.Number(bias << mantissa_bits, word)), type);
  const Value as_is =
      Or(c, c.Compare("EQ", x, Zero(c, x)), Not(c, c.Unary(OpKind::kIsFinite, x)));
  const Value taken =
      c.Select(is_small, c.Number(bias + raise, word), c.Number(bias, word));
  return c.Finish(
      {c.Select(as_is, x, half), c.Select(as_is, c.Number(0, word), exponent - taken)});
}

Computation heaviside(const Lowering& call) {
  Composer c(call);
  const Value x = Common(c, 0);
  const Value above = c.Convert(c.Compare("GT", x, Zero(c, x)), x.element());
  return c.Finish({c.Select(c.Compare("EQ", x, Zero(c, x)), Common(c, 1), above)});
}
Computation hypot(const Lowering& call) {
  Composer c(call);
  const Value a = c.Unary(OpKind::kAbs, Wide(c, 0));
  const Value b = c.Unary(OpKind::kAbs, Wide(c, 1));
  const Value larger = c.Binary(OpKind::kMaximum, a, b);
  const Value ratio = c.Binary(OpKind::kMinimum, a, b) / larger;
  const Value length = larger * c.Unary(OpKind::kSqrt, ratio * ratio + 1.0);
  const Value infinity = Infinity(c, larger.element());
  const Value infinite =
      Or(c, c.Compare("EQ", a, infinity), c.Compare("EQ", b, infinity));
  const Value of_numbers =
      c.Select(c.Compare("EQ", larger, Zero(c, larger)), larger, length);
  return c.Finish({c.Select(infinite, infinity, of_numbers)});
}
Computation nextafter(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Binary(OpKind::kNextAfter, Common(c, 0), Common(c, 1))});
}
Computation gcd(const Lowering& call) {
  Composer c(call);
  return c.Finish({GreatestDivisor(c, Common(c, 0), Common(c, 1))});
}
Computation lcm(const Lowering& call) {
  Composer c(call);
  const Value a = Common(c, 0), b = Common(c, 1);
  const Value divisor = GreatestDivisor(c, a, b);
  const Value none = c.Compare("EQ", divisor, Zero(c, divisor));
  // A product beyond a short type has its sign there, as C's, before it loses bits.
  const ElementType type =
      ir::Info(a.element()).bits < 32 ? ElementType::kI32 : a.element();
  const Value product = c.Convert(a / divisor, type) * c.Convert(b, type);
  const Value size = c.Convert(Magnitude(c, product), a.element());
  return c.Finish({c.Select(none, Zero(c, a), size)});
}
Computation logaddexp(const Lowering& call) { return AddedExponentials(call, 1); }
Computation logaddexp2(const Lowering& call) { return AddedExponentials(call, M_LN2); }
Computation xlogy(const Lowering& call) { return TimesLogarithm(call, OpKind::kLog); }
Computation xlog1py(const Lowering& call) {
  return TimesLogarithm(call, OpKind::kLogPlusOne);
}
Computation zeta(const Lowering& call) {
  Composer c(call);
  const Value x = Wide(c, 0), q = Wide(c, 1);
  // PyTorch's has poles at all of them, and is none for an x below 1.
  const Value above =
      c.Select(IsPole(c, q), Infinity(c, x.element()), c.Binary(OpKind::kZeta, x, q));
  const Value below = c.Compare("LT", x, c.Constant(1, x.element()));
  return c.Finish({c.Select(below, c.Constant(NAN, x.element()), above)});
}
// The number, and the order of the derivative of digamma.
Computation polygamma(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0), order = Computed(c, 1);
  const Value half = order * 0.5, infinity = Infinity(c, x.element());
  const Value odd = c.Compare("NE", half, c.Unary(OpKind::kFloor, half));
  // From the second derivative on PyTorch's is a multiple of zeta, with its poles.
  const Value at_pole =
      And(c, IsPole(c, x), c.Compare("GT", order, c.Constant(1, order.element())));
  return c.Finish({c.Select(at_pole, c.Select(odd, infinity, -infinity),
                            c.Binary(OpKind::kPolygamma, order, x))});
}
Computation bitwise_left_shift(const Lowering& call) {
  return Shifted(call, /*left=*/true);
}
Computation bitwise_right_shift(const Lowering& call) {
  return Shifted(call, /*left=*/false);
}
Computation complex(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Binary(OpKind::kComplex, c.operand(0), c.operand(1))});
}
Computation polar(const Lowering& call) {
  Composer c(call);
  const Value size = c.operand(0), angle = c.operand(1);
  return c.Finish({c.Binary(OpKind::kComplex, size * c.Unary(OpKind::kCosine, angle),
                            size * c.Unary(OpKind::kSine, angle))});
}

}  // namespace tilewright::torch_lower::lowerings
