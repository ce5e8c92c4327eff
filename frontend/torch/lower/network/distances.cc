// How far rows are from each other, by the norm of their difference.
#include <cmath>
#include <limits>

#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Distances = absl::StatusOr<std::vector<ir::ValueId>>;

// Which norm: the numbers of attribute 0. Any other exponent is an operand.
enum class Norm : int64_t { kCount, kSum, kEuclidean, kLargest, kBelow2, kAbove2 };

// [.., rows of a, rows of b, columns], what is in the rows of the first less the
// second's.
struct Pairs {
  Value difference;
  int last;  // its dimension of columns
};
Pairs PairsOf(Composer& c, Value a, Value b) {
  const int rank = a.rank();
  Shape shape = a.shape();
  shape.Set(rank - 1, b.shape()[rank - 2]);
  shape.Append(a.shape()[rank - 1]);
  ir::Dims of_a, of_b;
  for (int d = 0; d + 2 < rank; ++d) {
    of_a.push_back(d);
    of_b.push_back(d);
  }
  of_a.insert(of_a.end(), {rank - 2, rank});
  of_b.insert(of_b.end(), {rank - 1, rank});
  return {c.BroadcastIn(a, shape, of_a) - c.BroadcastIn(b, shape, of_b), rank};
}

}  // namespace

// Two batches of rows, and the exponent. Attribute 0: which norm.
Distances cdist(const Lowering& call) {
  Composer c(call);
  const auto [difference, last] = PairsOf(c, Computed(c, 0), Computed(c, 1));
  const auto norm = static_cast<Norm>(c.attribute(0));
  const Value size = c.Unary(OpKind::kAbs, difference);
  const auto sum = [&, last = last](Value x) {
    return c.Reduce(OpKind::kAdd, x, {last}, false);
  };
  switch (norm) {
    case Norm::kCount:
      return c.Finish(
          {sum(c.Convert(c.Compare("NE", size, Zero(c, size)), size.element()))});
    case Norm::kSum:
      return c.Finish({sum(size)});
    case Norm::kEuclidean:
      return c.Finish({c.Unary(OpKind::kSqrt, sum(difference * difference))});
    case Norm::kLargest:
      return c.Finish({c.Reduce(OpKind::kMaximum, size, {last}, false)});
    case Norm::kBelow2:
    case Norm::kAbove2:
      break;
  }
  const Value p = Computed(c, 2);
  return c.Finish(
      {c.Binary(OpKind::kPower, sum(c.Binary(OpKind::kPower, size, p)), 1.0 / p)});
}

// The gradient of the distances, two batches of rows, the distances, and the exponent.
// Attribute 0: which norm. The result: the gradient of the first rows.
Distances cdist_backward(const Lowering& call) {
  Composer c(call);
  const auto [difference, last] = PairsOf(c, Computed(c, 1), Computed(c, 2));
  const auto norm = static_cast<Norm>(c.attribute(0));
  ir::Dims pairs;
  for (int d = 0; d < last; ++d) pairs.push_back(d);
  const auto of_pairs = [&](Value x) {
    return c.BroadcastIn(x, difference.shape(), pairs);
  };
  const Value distance = of_pairs(Computed(c, 3)), gradient = of_pairs(Computed(c, 0));
  const Value zero = c.Constant(0, gradient.element());
  const Value size = c.Unary(OpKind::kAbs, difference);
  const Value sign =
      c.Select(c.Compare("GT", difference, zero), zero + 1.0,
               c.Select(c.Compare("LT", difference, zero), zero - 1.0, zero));
  const Value apart = c.Compare("NE", distance, zero);
  const auto power = [&](Value x, double less) {
    return c.Binary(OpKind::kPower, x, Computed(c, 4) - less);
  };
  Value each = zero;
  switch (norm) {
    case Norm::kCount:
      each = gradient * 0.0;
      break;
    case Norm::kSum:
      each = gradient * sign;
      break;
    case Norm::kEuclidean:
      each = c.Select(apart, gradient * difference / distance, zero);
      break;
    case Norm::kLargest:
      each = c.Select(c.Compare("EQ", size, distance), gradient * sign, zero);
      break;
    case Norm::kBelow2:
      each = sign * power(size, 1) * gradient / power(distance, 1);
      // Below 1 the slope has no end where rows have the same number.
      each = c.Select(And(c, apart, c.Compare("NE", difference, zero)), each, zero);
      break;
    case Norm::kAbove2:
      each = c.Select(apart, difference * power(size, 2) * gradient / power(distance, 1),
                      zero);
      break;
  }
  return c.Finish({c.Reduce(OpKind::kAdd, each, {last - 1}, false)});
}

}  // namespace tilewright::torch_lower::lowerings
