// Reductions. Attribute 0: whether dimensions are kept; what follows them are the
// dimensions, unless it is said.
#include <limits>

#include "absl/algorithm/container.h"
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Reduced = absl::StatusOr<std::vector<ir::ValueId>>;

ir::Dims DimensionsFrom(Composer& c, size_t first) {
  const absl::Span<const int64_t> list = c.attributes(first);
  return ir::Dims(list.begin(), list.end());
}

// In the result's type.
Reduced ReduceAs(const Lowering& call, OpKind kind) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  return c.Finish({c.Reduce(kind, x, DimensionsFrom(c, 1), c.attribute(0) != 0)});
}

// The first index of the largest (smallest) element; NaN is the largest and smallest.
// Attribute 1: the dimension, or none: of all elements.
Reduced ArgReduce(const Lowering& call, OpKind kind) {
  Composer c(call);
  Value x = c.operand(0);
  x = c.Convert(x, ComputeType(x.element()));
  const bool keep = c.attribute(0) != 0;
  int64_t dimension = 0;
  if (c.attributes().size() > 1) {
    dimension = c.attribute(1);
  } else {
    x = c.Reshape(x, Shape(std::vector<ir::Size>{ir::NumElements(x.shape())}));
  }
  const Value best = c.Reduce(kind, x, {dimension}, true);
  const Value is_best =
      c.Binary(OpKind::kOr, c.Compare("EQ", x, best), c.Compare("NE", x, x));
  const TensorType indices = {ElementType::kI64, x.shape()};
  const Value none = c.Number(std::numeric_limits<int64_t>::max(), ElementType::kI64);
  const Value candidates = c.Select(is_best, c.Iota(dimension, indices), none);
  const Value first = c.Reduce(OpKind::kMinimum, candidates, {dimension}, keep);
  return c.Finish({c.Reshape(first, c.result().shape)});
}

}  // namespace

Reduced sum(const Lowering& call) { return ReduceAs(call, OpKind::kAdd); }
Reduced mean(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const ir::Dims dimensions = DimensionsFrom(c, 1);
  return c.Finish({c.Reduce(OpKind::kAdd, x, dimensions, c.attribute(0) != 0) /
                   c.CountOf(x, dimensions, x.element())});
}
Reduced amax(const Lowering& call) { return ReduceAs(call, OpKind::kMaximum); }
Reduced amin(const Lowering& call) { return ReduceAs(call, OpKind::kMinimum); }
Reduced prod(const Lowering& call) { return ReduceAs(call, OpKind::kMultiply); }
Reduced any(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ElementType::kI1);
  return c.Finish({c.Reduce(OpKind::kOr, x, DimensionsFrom(c, 1), c.attribute(0) != 0)});
}
Reduced all(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ElementType::kI1);
  return c.Finish({c.Reduce(OpKind::kAnd, x, DimensionsFrom(c, 1), c.attribute(0) != 0)});
}
Reduced argmax(const Lowering& call) { return ArgReduce(call, OpKind::kMaximum); }
Reduced argmin(const Lowering& call) { return ArgReduce(call, OpKind::kMinimum); }
// NaN counts as nothing.
Reduced nansum(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const Value numbers = c.Select(c.Compare("NE", x, x), c.Constant(0, x.element()), x);
  return c.Finish(
      {c.Reduce(OpKind::kAdd, numbers, DimensionsFrom(c, 1), c.attribute(0) != 0)});
}
Reduced count_nonzero(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.Convert(c.operand(0), ElementType::kI1), ElementType::kI64);
  return c.Finish({c.Reduce(OpKind::kAdd, x, DimensionsFrom(c, 1), false)});
}
// Of 64 bits, those that an odd number of elements have: integers are extended to them,
// and numbers of other types are those of f64.
Reduced hash_tensor(const Lowering& call) {
  Composer c(call);
  Value x = c.operand(0);
  if (ir::IsFloat(x.element())) {
    x = c.Convert(x, ElementType::kF64);
    x = c.Append({.kind = OpKind::kBitcastConvert,
                  .operands = {x.id},
                  .results = {{ElementType::kI64, x.shape()}}});
  }
  return c.Finish({c.Reduce(OpKind::kXor, c.Convert(x, ElementType::kI64),
                            DimensionsFrom(c, 1), c.attribute(0) != 0)});
}
// Whether two arrays of one shape are equal.
Reduced equal(const Lowering& call) {
  Composer c(call);
  const Value same = c.Compare("EQ", c.operand(0), c.operand(1));
  ir::Dims all;
  for (int d = 0; d < same.rank(); ++d) all.push_back(d);
  return c.Finish({c.Reduce(OpKind::kAnd, same, all, false)});
}

// Attribute 1: whether the root is taken. Operand 1: the correction. A second result, if
// it is wanted, is the mean.
Reduced var(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const ir::Dims dimensions = DimensionsFrom(c, 2);
  const bool keep = c.attribute(0) != 0;
  const Value count = c.CountOf(x, dimensions, x.element());
  const Value mean = c.Reduce(OpKind::kAdd, x, dimensions, true) / count;
  const Value off = x - mean;
  const Value freedom =
      c.Binary(OpKind::kMaximum, count - c.Convert(c.operand(1), x.element()),
               c.Constant(0, x.element()));
  Value variance = c.Reduce(OpKind::kAdd, off * off, dimensions, keep) / freedom;
  if (c.attribute(1) != 0) variance = c.Unary(OpKind::kSqrt, variance);
  if (c.results() == 1) return c.Finish({variance});
  return c.Finish({variance, c.Reshape(mean, c.result(1).shape)});
}
// Attribute 1: the order as far as it is known to be special: 0, 1, 2, -1 and -2 for the
// largest and the smallest, -3 for that of operand 1.
Reduced norm(const Lowering& call) {
  Composer c(call);
  ElementType compute = ComputeType(c.result().element);
  const Value x = c.operand(0);
  const Value size = c.Convert(
      c.Unary(OpKind::kAbs, ir::IsComplex(x.element()) ? x : c.Convert(x, compute)),
      compute);
  const ir::Dims dimensions = DimensionsFrom(c, 2);
  const bool keep = c.attribute(0) != 0;
  const auto reduced = [&](OpKind kind, Value y) {
    return c.Reduce(kind, y, dimensions, keep);
  };
  switch (c.attribute(1)) {
    case 0:
      return c.Finish(
          {reduced(OpKind::kAdd,
                   c.Convert(c.Compare("NE", size, c.Constant(0, compute)), compute))});
    case 1:
      return c.Finish({reduced(OpKind::kAdd, size)});
    case 2:
      return c.Finish({c.Unary(OpKind::kSqrt, reduced(OpKind::kAdd, size * size))});
    case -1:
      return c.Finish({reduced(OpKind::kMaximum, size)});
    case -2:
      return c.Finish({reduced(OpKind::kMinimum, size)});
    default: {
      const Value order = c.Convert(c.operand(1), compute);
      const Value sum = reduced(OpKind::kAdd, c.Binary(OpKind::kPower, size, order));
      return c.Finish({c.Binary(OpKind::kPower, sum, 1.0 / order)});
    }
  }
}

// x, and the norms that it has, of one slice of dimension 0 each; operand 2: how long
// they may be.
Reduced renorm(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value x = c.Convert(c.operand(0), compute);
  const Value size = c.operand(1), limit = c.operand(2);
  const Value factor = c.Select(c.Compare("GT", size, limit), limit / (size + 1e-7),
                                c.Constant(1, size.element()));
  return c.Finish({x * c.Convert(factor, compute)});
}

}  // namespace tilewright::torch_lower::lowerings
