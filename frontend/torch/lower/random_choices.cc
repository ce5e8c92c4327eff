// What is chosen at random: operands 0 and 1 are seed and offset.
#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/random.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Chosen = absl::StatusOr<std::vector<ir::ValueId>>;

// Operand 2 as f32 or f64: rows of numbers that are chosen in proportion to them.
Value Proportions(Composer& c) {
  const ElementType type = ComputeType(c.operand(2).element());
  const Value p = c.Convert(c.operand(2), type);
  const Value usual =
      And(c, c.Unary(OpKind::kIsFinite, p), c.Compare("GE", p, Zero(c, p)));
  c.Require(
      Not(c, usual), c.Number(0, ElementType::kI64),
      {.code = index_rules::kRuntimeError,
       .message = "probability tensor contains either `inf`, `nan` or element < 0"});
  const Value sum = c.Reduce(OpKind::kAdd, p, {p.rank() - 1}, false);
  c.Require(c.Compare("LE", sum, Zero(c, sum)), c.Number(0, ElementType::kI64),
            {.code = index_rules::kRuntimeError,
             .message = "invalid multinomial distribution (sum of probabilities <= 0)"});
  return p;
}

}  // namespace

// Rows [.., classes]; classes [.., n] of each, one as likely after the other.
Chosen multinomial(const Lowering& call) {
  Composer c(call);
  const Value p = Proportions(c);
  const int last = p.rank() - 1;
  const Value upto = Cumulate(c, OpKind::kAdd, p, last);
  const Shape& shape = c.result().shape;
  // [.., n, classes]
  Shape pairs = shape;
  pairs.Append(p.shape()[last]);
  ir::Dims of_rows, of_draws;
  for (int d = 0; d <= last; ++d) {
    of_rows.push_back(d == last ? d + 1 : d);
    of_draws.push_back(d);
  }
  const Value u =
      Fraction(c, RandomWords(c, shape, c.operand(0), c.operand(1)).w[0], p.element());
  const Value total = c.Reduce(OpKind::kMaximum, upto, {last}, true);
  const Value drawn = c.Broadcast(total, shape) * u;
  const Value passed = c.Compare("LE", c.BroadcastIn(upto, pairs, of_rows),
                                 c.BroadcastIn(drawn, pairs, of_draws));
  const Value place =
      c.Reduce(OpKind::kAdd, c.Convert(passed, ElementType::kI64), {last + 1}, false);
  // Rounding does not lead behind the last one.
  return c.Finish(
      {c.Binary(OpKind::kMinimum, place, c.CountOf(p, {last}, ElementType::kI64) - 1.0)});
}

// The same rows; keys of which the n largest are n different classes.
Chosen multinomial_keys(const Lowering& call) {
  Composer c(call);
  const Value p = Proportions(c);
  const Value u = 1.0 - Fraction(c, RandomWords(c).w[0], p.element());
  return c.Finish({p / Smallest(c, -c.Unary(OpKind::kLog, u), 1e-30)});
}

// x, the bounds of slopes; results: x, multiplied by a slope where it is not positive,
// and what it was multiplied by.
Chosen rrelu(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 2);
  const Value low = c.Convert(c.operand(3), x.element());
  const Value high = c.Convert(c.operand(4), x.element());
  const Value u = Fraction(c, RandomWords(c).w[0], x.element());
  const Value one = c.Constant(1, x.element());
  const Value slope =
      c.Select(c.Compare("LE", x, Zero(c, x)), low + u * (high - low), one);
  // One rounding: the slope that is kept is the one that is used.
  const Value kept = c.Convert(c.Convert(slope, c.result(1).element), x.element());
  return c.Finish({x * kept, kept});
}

}  // namespace tilewright::torch_lower::lowerings
