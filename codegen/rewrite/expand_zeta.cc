// The Hurwitz zeta function and the derivatives of digamma, on doubles.
//
// For q > 0, with n terms summed and a = q + n, Euler and Maclaurin's formula
// (DLMF 25.11.5) is
//   zeta(s, q) = sum of (q + k)^-s for k < n  +  a^(1-s) / (s - 1)  +  a^-s / 2
//                + a^-s times the sum over j >= 1 of
//                  B(2j) / (2j)! s (s + 1) ... (s + 2j - 2) a^(1-2j),
// where n = 9 and 12 terms of the last sum leave less than a double's last place for
// every s > 1. Below zero only whole s have a real value; with f = q - floor(q)
//   zeta(s, q) = zeta(s, f) + (-1)^s (zeta(s, 1 - f) - zeta(s, 1 - q)).
#include <cstring>
#include <iterator>
#include <limits>
#include <utility>

#include "codegen/rewrite/rewrite.h"
#include "support/check.h"

namespace tilewright::codegen {
namespace {

using ir::Builder;
using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int kTerms = 9;

// B(2j) / (2j)!, j = 1, 2, ..., of the Bernoulli numbers B.
constexpr double kBernoulli[] = {
    0x1.5555555555555p-4,   -0x1.6c16c16c16c17p-10, 0x1.1566abc011567p-15,
    -0x1.bbd779334ef0bp-21, 0x1.66a8f2bf70ebep-26,  -0x1.22805d644267fp-31,
    0x1.d6db2c4e09162p-37,  -0x1.7da4e1f79955cp-42, 0x1.355871d652e9ep-47,
    -0x1.f57d968caacf1p-53, 0x1.967e1f09c376fp-58,  -0x1.497d9033a2b5cp-63};

// Arithmetic on values of one type, a scalar standing for an array of itself.
class Arithmetic {
 public:
  Arithmetic(Builder& b, TensorType type) : b_(b), type_(std::move(type)) {}

  ValueId Number(double value) { return b_.Splat(value, type_); }
  ValueId Add(ValueId x, ValueId y) { return b_.Binary(kAdd, x, y); }
  ValueId Subtract(ValueId x, ValueId y) { return b_.Binary(kSubtract, x, y); }
  ValueId Multiply(ValueId x, ValueId y) { return b_.Binary(kMultiply, x, y); }
  ValueId Divide(ValueId x, ValueId y) { return b_.Binary(kDivide, x, y); }
  ValueId Power(ValueId x, ValueId y) { return b_.Binary(kPower, x, y); }
  ValueId IsWhole(ValueId x) { return b_.Compare("EQ", x, b_.Unary(kFloor, x)); }
  ValueId And(ValueId x, ValueId y) { return b_.Binary(kAnd, x, y); }
  ValueId Not(ValueId x) { return b_.Unary(kNot, x); }
  ValueId Is(absl::string_view direction, ValueId x, double value) {
    return b_.Compare(direction, x, Number(value));
  }
  ValueId Where(ValueId predicate, double value, ValueId otherwise) {
    return b_.Select(predicate, Number(value), otherwise);
  }

 private:
  Builder& b_;
  const TensorType type_;
};

// zeta(s, q) for s > 1 and q > 0; anything elsewhere.
ValueId Positive(Builder& b, ValueId s, ValueId q) {
  const TensorType type = b.type(q);
  Arithmetic m(b, type);
  // The first terms, along a new dimension.
  TensorType wide = type;
  Dims own;
  for (int64_t d = 0; d < type.rank(); ++d) own.push_back(d);
  wide.shape.Append(kTerms);
  const ValueId bases =
      b.Binary(kAdd, b.Broadcast(q, own, wide.dims()), b.Iota(type.rank(), wide));
  const ValueId exponents = b.Broadcast(b.Unary(kNegate, s), own, wide.dims());
  const ValueId sum = b.Reduce(kAdd, b.Binary(kPower, bases, exponents),
                               b.Splat(0, {kF64, {}}), {type.rank()});
  // a^-s as a square, so that a^(1-s) does not vanish before its time.
  const ValueId a = m.Add(q, m.Number(kTerms));
  const ValueId root = m.Power(a, m.Multiply(s, m.Number(-0.5)));
  const ValueId power = m.Multiply(root, root);
  const ValueId integral =
      m.Divide(m.Multiply(m.Multiply(root, a), root), m.Subtract(s, m.Number(1)));
  // From the last term of the series to the first.
  const ValueId square = m.Multiply(a, a);
  ValueId series = m.Number(0);
  for (int j = static_cast<int>(std::size(kBernoulli)); j >= 1; --j) {
    series = m.Add(series, m.Number(kBernoulli[j - 1]));
    if (j == 1) break;
    const ValueId factors =
        m.Multiply(m.Add(s, m.Number(2 * j - 3)), m.Add(s, m.Number(2 * j - 2)));
    series = m.Multiply(series, m.Divide(factors, square));
  }
  series = m.Multiply(series, m.Divide(s, a));
  const ValueId correction = m.Multiply(power, m.Add(series, m.Number(0.5)));
  // Where the power vanishes the series may overflow.
  const ValueId rest =
      b.Select(m.Is("EQ", power, 0), integral, m.Add(integral, correction));
  const ValueId result = m.Add(sum, rest);
  return m.Where(m.Is("EQ", q, kInfinity), 0, result);
}

// Infinite at s = 1, not defined below; at q = 0, -1, ... a pole, which has a sign
// where s is even, and not defined elsewhere below 0 where s is not whole.
ValueId Zeta(Builder& b, ValueId s, ValueId q) {
  Arithmetic m(b, b.type(q));
  const ValueId zero_or_less = m.Is("LE", q, 0);
  const ValueId fraction = m.Subtract(q, b.Unary(kFloor, q));
  const ValueId to_next = m.Subtract(b.Unary(kCeil, q), q);
  const ValueId reflected = Positive(b, s, m.Subtract(m.Number(1), q));
  const ValueId mirror = m.Subtract(Positive(b, s, to_next), reflected);
  const ValueId forward = Positive(b, s, b.Select(zero_or_less, fraction, q));
  const ValueId even = m.IsWhole(m.Multiply(s, m.Number(0.5)));
  const ValueId both = m.Add(forward, b.Select(even, mirror, b.Unary(kNegate, mirror)));
  ValueId result = b.Select(zero_or_less, both, forward);
  result = m.Where(m.Is("LT", s, 1), kNan, result);
  result = m.Where(m.And(zero_or_less, m.Not(m.IsWhole(s))), kNan, result);
  const ValueId pole = m.And(zero_or_less, m.IsWhole(q));
  result = b.Select(pole, m.Where(even, kInfinity, m.Number(kNan)), result);
  return m.Where(m.Is("EQ", s, 1), kInfinity, result);
}

// n! for n = 0, 1, ..., as doubles: all that there are.
ir::Literal Factorials() {
  std::vector<double> values = {1};
  long double product = 1;  // its spare bits hold 170 roundings
  for (int n = 1; n <= 170; ++n) {
    product *= n;
    values.push_back(static_cast<double>(product));
  }
  std::vector<uint8_t> bytes(values.size() * sizeof(double));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  absl::StatusOr<ir::Literal> literal = ir::Literal::Create(
      {kF64, {static_cast<int64_t>(values.size())}}, std::move(bytes), false);
  TW_CHECK(literal.ok());
  return *std::move(literal);
}

// n! for n = 0, 1, ..., else anything.
ValueId Factorial(Builder& b, ValueId n) {
  const TensorType type = b.type(n);
  Arithmetic m(b, type);
  const ValueId table = b.Constant(Factorials());
  ir::Attributes attributes;
  attributes.Set(kCollapsedSliceDims, Dims{0});
  attributes.Set(kStartIndexMap, Dims{0});
  attributes.Set(kIndexVectorDim, static_cast<int64_t>(type.rank()));
  attributes.Set(kSliceSizes, Dims{1});
  const ValueId read =
      b.Append(kGather, {table, b.Convert(n, kI64)}, type, std::move(attributes));
  return m.Where(m.Is("GT", n, 170), kInfinity, read);
}

// The derivative of digamma of order n: (-1)^(n+1) n! zeta(n + 1, x), or digamma
// itself; not defined for other orders than 0, 1, 2, ....
ValueId Polygamma(Builder& b, ValueId n, ValueId x) {
  Arithmetic m(b, b.type(x));
  const ValueId next = m.Add(n, m.Number(1));
  const ValueId size = m.Multiply(Factorial(b, n), Zeta(b, next, x));
  const ValueId even = m.IsWhole(m.Multiply(n, m.Number(0.5)));
  ValueId result = b.Select(even, b.Unary(kNegate, size), size);
  result = b.Select(m.Is("EQ", n, 0), b.Unary(kDigamma, x), result);
  const ValueId order = m.And(m.Is("GE", n, 0), m.IsWhole(n));
  return m.Where(m.Not(order), kNan, result);
}

Values OnDoubles(Rewrite& rewrite, ValueId (*function)(Builder&, ValueId, ValueId)) {
  Builder& b = rewrite.builder;
  const ValueId x = b.Convert(rewrite.operands[0], kF64);
  const ValueId y = b.Convert(rewrite.operands[1], kF64);
  const ValueId result = function(b, x, y);
  // One NaN, whichever of several it came from.
  Arithmetic m(b, b.type(result));
  const ValueId ordered = m.Where(b.Compare("NE", result, result), kNan, result);
  return {b.Convert(ordered, rewrite.ResultType().element)};
}

}  // namespace

absl::StatusOr<Values> ExpandZeta(Rewrite& rewrite) { return OnDoubles(rewrite, Zeta); }

absl::StatusOr<Values> ExpandPolygamma(Rewrite& rewrite) {
  return OnDoubles(rewrite, Polygamma);
}

}  // namespace tilewright::codegen
