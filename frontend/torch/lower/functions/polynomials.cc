// Orthogonal polynomials, by their recurrences in the order (DLMF 18.9), in the type that
// they are asked in. Operand 0: where; operand 1: the order, of which the fraction is
// dropped. Attribute 0: the type of both. Of negative orders, and of those that are no
// integers of 64 bits, the polynomial is 0.
#include <functional>

#include "frontend/torch/lower/functions/expansion.h"
#include "frontend/torch/lower/loop.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

Value Argument(Composer& c, size_t i) {
  const auto common = static_cast<ElementType>(c.attribute(0));
  return c.Broadcast(c.Convert(c.operand(i), common), c.result().shape);
}
Value OrderOf(Composer& c) {
  const Value n = Argument(c, 1), known = Less(c, Absolute(c, n), 0x1p63);
  return c.Convert(Instead(c, Not(c, known), -1, n), ElementType::kI64);
}
Value Above(Composer& c, Value n, int64_t bound) {
  return c.Compare("GT", n, c.Number(bound, ElementType::kI64));
}

// That of order k + 1, from k, that of order k, and the one before.
using Step = std::function<Value(Value k, Value last, Value before)>;

// Of order 0 it is 1, of order 1 `first`. What is no number stays so.
Value Recurrence(Composer& c, Value n, Value first, const Step& step) {
  const Value one = c.Broadcast(c.Constant(1, first.element()), first.shape());
  const auto goes_on = [&](Value turn, Value last) {
    return And(c, c.Compare("GT", n, turn + Place(c, 1)), c.Compare("EQ", last, last));
  };
  const Values end = LoopWhile(
      c, [&](Value turn, const Values& state) { return Any(c, goes_on(turn, state[0])); },
      {first, one},
      [&](Value turn, const Values& state) -> Values {
        const Value last = state[0], before = state[1], going = goes_on(turn, last);
        const Value k = c.Convert(turn + Place(c, 1), first.element());
        return {c.Select(going, step(k, last, before), last),
                c.Select(going, last, before)};
      });
  return c.Select(Above(c, n, 0), end[0], one);
}

Computation FinishOf(Composer& c, Value n, Value polynomial) {
  return c.Finish({c.Select(Above(c, n, -1), polynomial, Zero(c, polynomial))});
}

// Chebyshev's four kinds: T, U, V and W.
enum class Kind { kFirst, kSecond, kThird, kFourth };

Value FirstOrder(Value x, Kind kind) {
  switch (kind) {
    case Kind::kFirst:
      return x;
    case Kind::kSecond:
      return x * 2.0;
    case Kind::kThird:
      return x * 2.0 - 1.0;
    case Kind::kFourth:
      break;
  }
  return x * 2.0 + 1.0;
}

// Of order n at 1, and at -1 but for the sign.
Value AtEnd(Composer& c, Value n, Kind kind, bool at_one) {
  const Value one = c.Constant(1, n.element());
  if (kind == Kind::kFirst) return one;
  if (kind == Kind::kSecond) return n + 1.0;
  return (kind == Kind::kThird) == at_one ? one : n * 2.0 + 1.0;
}

// Inside (-1, 1), where cos(w) = x, whatever the order (DLMF 18.5).
Value Wave(Composer& c, Value n, Value x, Kind kind) {
  const Value w = c.Unary(OpKind::kAcos, x);
  const auto sin = [&](Value y) { return c.Unary(OpKind::kSine, y); };
  const auto cos = [&](Value y) { return c.Unary(OpKind::kCosine, y); };
  switch (kind) {
    case Kind::kFirst:
      return cos(n * w);
    case Kind::kSecond:
      return sin((n + 1.0) * w) / sin(w);
    case Kind::kThird:
      return cos((n + 0.5) * w) / cos(w * 0.5);
    case Kind::kFourth:
      break;
  }
  return sin((n + 0.5) * w) / sin(w * 0.5);
}

Computation Chebyshev(const Lowering& call, Kind kind, bool shifted) {
  // From this order on by cosines inside.
  constexpr int64_t kWaves = 8;
  Composer c(call);
  Value x = Argument(c, 0);
  if (shifted) x = x * 2.0 - 1.0;
  const Value n = OrderOf(c), order = c.Convert(n, x.element());
  const Value size = Absolute(c, x), at_end = Equal(c, size, 1);
  const Value waves = And(c, Less(c, size, 1), Above(c, n, kWaves));
  const Value counted = c.Select(Or(c, at_end, waves), Zero(c, n), n);
  const Value steps = Recurrence(
      c, counted, FirstOrder(x, kind),
      [&](Value, Value last, Value before) { return x * 2.0 * last - before; });
  const Value one = c.Number(1, ElementType::kI64);
  const Value at_minus_one = AtEnd(c, order, kind, false);
  const Value at_least =
      c.Select(c.Compare("EQ", And(c, n, one), one), -at_minus_one, at_minus_one);
  const Value ends = c.Select(Less(c, x, 0), at_least, AtEnd(c, order, kind, true));
  const Value found = c.Select(waves, Wave(c, order, x, kind), steps);
  return FinishOf(c, n, c.Select(at_end, ends, found));
}

// `a` times `b` less `c`, of f32 rounded once, as CPU's code has it: products of f32 are
// exact in f64. Where the terms cancel, a second rounding would show.
Value ProductLess(Composer& c, Value a, Value b, Value less) {
  if (a.element() != ElementType::kF32) return a * b - less;
  const auto wide = [&](Value value) { return c.Convert(value, ElementType::kF64); };
  return c.Convert(wide(a) * wide(b) - wide(less), ElementType::kF32);
}

// Above some orders PyTorch has no numbers. `scale`: of x, and of what is subtracted.
Computation Hermite(const Lowering& call, double scale) {
  Composer c(call);
  const Value x = Argument(c, 0) * scale, n = OrderOf(c);
  const Value none = Above(c, n, x.element() == ElementType::kF64 ? 512 : 128);
  const Value steps = Recurrence(c, c.Select(none, Zero(c, n), n), x,
                                 [&](Value k, Value last, Value before) {
                                   return ProductLess(c, x, last, k * scale * before);
                                 });
  return FinishOf(c, n, Instead(c, none, kNan, steps));
}

}  // namespace

#define TW_CHEBYSHEV(name, kind)                                          \
  Computation chebyshev_polynomial_##name(const Lowering& call) {         \
    return Chebyshev(call, Kind::kind, false);                            \
  }                                                                       \
  Computation shifted_chebyshev_polynomial_##name(const Lowering& call) { \
    return Chebyshev(call, Kind::kind, true);                             \
  }
TW_CHEBYSHEV(t, kFirst)
TW_CHEBYSHEV(u, kSecond)
TW_CHEBYSHEV(v, kThird)
TW_CHEBYSHEV(w, kFourth)
#undef TW_CHEBYSHEV

Computation hermite_polynomial_h(const Lowering& call) { return Hermite(call, 2); }
Computation hermite_polynomial_he(const Lowering& call) { return Hermite(call, 1); }
Computation laguerre_polynomial_l(const Lowering& call) {
  Composer c(call);
  const Value x = Argument(c, 0), n = OrderOf(c);
  return FinishOf(c, n, Recurrence(c, n, 1.0 - x, [&](Value k, Value last, Value before) {
                    return ((k * 2.0 + (1.0 - x)) * last - k * before) / (k + 1.0);
                  }));
}
Computation legendre_polynomial_p(const Lowering& call) {
  Composer c(call);
  const Value x = Argument(c, 0), n = OrderOf(c);
  return FinishOf(c, n, Recurrence(c, n, x, [&](Value k, Value last, Value before) {
                    return ((k * 2.0 + 1.0) * x * last - k * before) / (k + 1.0);
                  }));
}

}  // namespace tilewright::torch_lower::lowerings
