// What goes along a dimension and keeps what it has seen. Attribute 0: the dimension.
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Cumulated = absl::StatusOr<std::vector<ir::ValueId>>;

}  // namespace

Cumulated cumsum(const Lowering& call) {
  Composer c(call);
  return c.Finish({Cumulate(c, OpKind::kAdd, Computed(c, 0), c.attribute(0))});
}
Cumulated cumprod(const Lowering& call) {
  Composer c(call);
  return c.Finish({Cumulate(c, OpKind::kMultiply, Computed(c, 0), c.attribute(0))});
}
// Shifted by the largest so far: what came before is scaled down to it. The sum of
// exp(x[j] - largest[i]) over j <= i is that of exp(x[j] - m) exp(m - largest[i]) for the
// largest m of all, which does not do where they are far apart: so pairs are compared.
// Of complex numbers the real parts say how large the exponentials are, and the angle of
// the largest is kept as it is, with its full turns.
Cumulated logcumsumexp(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const Value x = Computed(c, 0);
  const bool complex = ir::IsComplex(x.element());
  const Value size = complex ? c.Unary(OpKind::kReal, x) : x;
  const Value largest = Cumulate(c, OpKind::kMaximum, size, d);
  // [.., i, j, ..]: x[j] for the row of i.
  Shape pairs = x.shape();
  pairs.Insert(d, x.shape()[static_cast<int>(d)]);
  ir::Dims of_i, of_j;
  for (int k = 0; k < x.rank(); ++k) {
    of_i.push_back(k <= d ? k : k + 1);
    of_j.push_back(k < d ? k : k + 1);
  }
  const TensorType index = {ElementType::kI64, pairs};
  const Value place = c.Iota(d + 1, index);
  const Value seen = c.Compare("LE", place, c.Iota(d, index));
  Value bound = c.Select(c.Unary(OpKind::kIsFinite, largest), largest, Zero(c, largest));
  if (complex) {
    const Value is_largest = c.Compare("EQ", c.BroadcastIn(size, pairs, of_j),
                                       c.BroadcastIn(largest, pairs, of_i));
    const Value nowhere = c.Number(-1, ElementType::kI64);
    const Value last =
        c.Reduce(OpKind::kMaximum, c.Select(And(c, seen, is_largest), place, nowhere),
                 {d + 1}, true);
    const Value angle = c.BroadcastIn(c.Unary(OpKind::kImag, x), pairs, of_j);
    const Value of_largest = c.Reduce(
        OpKind::kAdd, c.Select(c.Compare("EQ", place, last), angle, Zero(c, angle)),
        {d + 1}, false);
    bound = c.Binary(OpKind::kComplex, bound, of_largest);
  }
  const Value each = c.Unary(OpKind::kExponential, c.BroadcastIn(x, pairs, of_j) -
                                                       c.BroadcastIn(bound, pairs, of_i));
  const Value sum =
      c.Reduce(OpKind::kAdd, c.Select(seen, each, Zero(c, x)), {d + 1}, false);
  return c.Finish({c.Unary(OpKind::kLog, sum) + bound});
}
// Results: the largest (attribute 1: smallest) so far, and where it was last.
Cumulated cumulative_extreme(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const OpKind kind = c.attribute(1) != 0 ? OpKind::kMinimum : OpKind::kMaximum;
  const Value x = c.operand(0);
  const Value best = Cumulate(c, kind, x, d);
  const Value is_best = Or(c, c.Compare("EQ", x, best), c.Compare("NE", x, x));
  const Value index = IndexAlong(c, x, d);
  const Value candidates = c.Select(is_best, index, c.Number(-1, ElementType::kI64));
  return c.Finish({best, Cumulate(c, OpKind::kMaximum, candidates, d)});
}

}  // namespace tilewright::torch_lower::lowerings
