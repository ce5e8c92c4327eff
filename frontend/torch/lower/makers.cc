// Arrays that are made of no other: sequences, triangles, random numbers.
#include <cmath>

#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"
#include "frontend/torch/lower/random.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using New = absl::StatusOr<std::vector<ir::ValueId>>;

// Operand 1: the diagonal. `direction`: which columns stay, compared with row + diagonal.
New Triangle(const Lowering& call, absl::string_view direction) {
  Composer c(call);
  const Value x = c.operand(0);
  const TensorType indices = {ElementType::kI64, x.shape()};
  const Value row = c.Iota(x.rank() - 2, indices);
  const Value column = c.Iota(x.rank() - 1, indices);
  return c.Finish({c.Select(c.Compare(direction, column, row + c.operand(1)), x,
                            c.Constant(0, x.element()))});
}

}  // namespace

// start, step
New arange(const Lowering& call) {
  Composer c(call);
  // Of integers the last bits are the same in any width.
  const ElementType wanted = c.result().element;
  const ElementType type = ir::IsInteger(wanted) ? wanted : c.operand(0).element();
  const bool is_i32 = wanted == ElementType::kI32;
  const Value index =
      c.Iota(0, {is_i32 ? ElementType::kI32 : ElementType::kI64, c.result().shape});
  return c.Finish({c.Convert(c.operand(0), type) +
                   c.Convert(index, type) * c.Convert(c.operand(1), type)});
}
// start, step, end. From the nearer end, as PyTorch does.
New linspace(const Lowering& call) {
  Composer c(call);
  const ElementType type = c.operand(0).element();
  const Value index = c.Iota(0, {ElementType::kI64, c.result().shape});
  const Value count = c.CountOf(index, {0}, ElementType::kI64);
  const Value half = count / 2.0;
  const Value from_start = c.operand(0) + c.operand(1) * c.Convert(index, type);
  const Value from_end =
      c.operand(2) - c.operand(1) * c.Convert(count - index - 1.0, type);
  return c.Finish({c.Select(c.Compare("LT", index, half), from_start, from_end)});
}
// start, step, end, base
New logspace(const Lowering& call) {
  Composer c(call);
  const ElementType type = c.operand(0).element();
  const Value index = c.Iota(0, {ElementType::kI64, c.result().shape});
  const Value count = c.CountOf(index, {0}, ElementType::kI64);
  const Value half = count / 2.0;
  const Value from_start = c.operand(0) + c.operand(1) * c.Convert(index, type);
  const Value from_end =
      c.operand(2) - c.operand(1) * c.Convert(count - index - 1.0, type);
  const Value exponent = c.Select(c.Compare("LT", index, half), from_start, from_end);
  return c.Finish({c.Binary(OpKind::kPower, c.operand(3), exponent)});
}
New eye(const Lowering& call) {
  Composer c(call);
  const TensorType indices = {ElementType::kI64, c.result().shape};
  return c.Finish({c.Compare("EQ", c.Iota(0, indices), c.Iota(1, indices))});
}
New tril(const Lowering& call) { return Triangle(call, "LE"); }
New triu(const Lowering& call) { return Triangle(call, "GE"); }

// seed, offset, low, high
New uniform(const Lowering& call) {
  Composer c(call);
  const ElementType type = FractionType(c);
  const Value u = FractionOf(c, RandomWords(c), 0, type);
  const Value low = c.Convert(c.operand(2), type), high = c.Convert(c.operand(3), type);
  // Below `high`, to which numbers close to it are rounded.
  const ElementType element = c.result().element;
  const Value number = c.Convert(low + u * (high - low), element);
  const Value rounded = c.Compare("EQ", number, c.Convert(high, element));
  return c.Finish({c.Select(rounded, c.Convert(low, element), number)});
}
// seed, offset, mean, deviation. Attribute 0, if any: whether deviations are data.
New normal(const Lowering& call) {
  Composer c(call);
  const ElementType type = FractionType(c);
  const Words words = RandomWords(c);
  const Value z = NormalNumber(c, words, type, /*fine=*/true);
  const Value mean = c.Convert(c.operand(2), type);
  const Value deviation = c.Convert(c.operand(3), type);
  if (!c.attributes().empty() && c.attribute(0) != 0) {
    const Value negative = c.Compare("LT", deviation, Zero(c, deviation));
    c.Require(negative, c.Number(0, ElementType::kI64),
              {.code = absl::StatusCode::kInvalidArgument,
               .message = "normal expects all elements of std >= 0.0"});
  }
  return c.Finish({mean + z * deviation});
}
// seed, offset, the first integer, how many there are (0: all of 64 bits)
New random_integers(const Lowering& call) {
  Composer c(call);
  const Words words = RandomWords(c);
  constexpr ElementType kWide = ElementType::kU64;
  const Value high =
      c.Binary(OpKind::kShiftLeft, c.Convert(words.w[1], kWide), c.Number(32, kWide));
  const Value bits = c.Binary(OpKind::kOr, high, c.Convert(words.w[0], kWide));
  const Value zero = c.Number(0, kWide), count = c.operand(3);
  const Value within = c.Select(c.Compare("EQ", count, zero), bits,
                                c.Binary(OpKind::kRemainder, bits, count));
  return c.Finish({c.Convert(within, ElementType::kI64) + c.operand(2)});
}
// seed, offset, then the distribution's numbers.
New exponential(const Lowering& call) {
  Composer c(call);
  const ElementType type = FractionType(c);
  const Value u = FractionOf(c, RandomWords(c), 0, type);
  return c.Finish({-c.Unary(OpKind::kLogPlusOne, -u) / c.Convert(c.operand(2), type)});
}
New cauchy(const Lowering& call) {
  Composer c(call);
  const ElementType type = FractionType(c);
  const Value u = FractionOf(c, RandomWords(c), 0, type);
  return c.Finish(
      {c.Convert(c.operand(2), type) +
       c.Convert(c.operand(3), type) * c.Unary(OpKind::kTan, (u - 0.5) * M_PI)});
}
New geometric(const Lowering& call) {
  Composer c(call);
  const Value u = 1.0 - Fraction(c, RandomWords(c).w[0], ElementType::kF32);
  const Value per_failure =
      c.Unary(OpKind::kLogPlusOne, -c.Convert(c.operand(2), ElementType::kF32));
  return c.Finish(
      {c.Unary(OpKind::kFloor, c.Unary(OpKind::kLog, u) / per_failure) + 1.0});
}
// seed, offset, probability that an element is kept, x. Results: x, larger where it is
// kept and 0 elsewhere, and where it is.
New dropout(const Lowering& call) {
  Composer c(call);
  const Value u = Fraction(c, RandomWords(c).w[0], ElementType::kF32);
  const Value keep = c.Convert(c.operand(2), ElementType::kF32);
  const Value kept = c.Compare("LT", u, keep);
  const Value x = c.Convert(c.operand(3), ComputeType(c.result().element));
  return c.Finish({c.Select(kept, x / c.Convert(keep, x.element()), Zero(c, x)), kept});
}
// gradient, mask, scale
New dropout_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  return c.Finish({c.Convert(c.operand(0), compute) * c.Convert(c.operand(1), compute) *
                   c.Convert(c.operand(2), compute)});
}
// seed, offset, probability, which may be an array. With an attribute it is checked.
New bernoulli(const Lowering& call) {
  Composer c(call);
  const Value u = Fraction(c, RandomWords(c).w[0], ElementType::kF32);
  const Value p = c.Convert(c.operand(2), ElementType::kF32);
  if (!c.attributes().empty()) {
    const Value inside = And(c, c.Compare("GE", p, c.Constant(0, p.element())),
                             c.Compare("LE", p, c.Constant(1, p.element())));
    c.Require(Not(c, inside), c.Number(0, ElementType::kI64),
              {.code = absl::StatusCode::kInvalidArgument,
               .message = "Expected p_in >= 0 && p_in <= 1 to be true, but got false."});
  }
  return c.Finish({c.Compare("LT", u, p)});
}

}  // namespace tilewright::torch_lower::lowerings
