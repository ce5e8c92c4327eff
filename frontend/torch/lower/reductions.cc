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
// Attribute 1: whether the root is taken. Operand 1: the correction.
Reduced var(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const ir::Dims dimensions = DimensionsFrom(c, 2);
  const Value count = c.CountOf(x, dimensions, x.element());
  const Value mean = c.Reduce(OpKind::kAdd, x, dimensions, true) / count;
  const Value off = x - mean;
  const Value freedom =
      c.Binary(OpKind::kMaximum, count - c.Convert(c.operand(1), x.element()),
               c.Constant(0, x.element()));
  const Value variance =
      c.Reduce(OpKind::kAdd, off * off, dimensions, c.attribute(0) != 0) / freedom;
  return c.Finish({c.attribute(1) != 0 ? c.Unary(OpKind::kSqrt, variance) : variance});
}
// Attribute 1: the order: 1, 2, or -1 for the largest.
Reduced norm(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const ir::Dims dimensions = DimensionsFrom(c, 2);
  const bool keep = c.attribute(0) != 0;
  const Value size = c.Unary(OpKind::kAbs, x);
  if (c.attribute(1) == 1) {
    return c.Finish({c.Reduce(OpKind::kAdd, size, dimensions, keep)});
  }
  if (c.attribute(1) < 0) {
    return c.Finish({c.Reduce(OpKind::kMaximum, size, dimensions, keep)});
  }
  return c.Finish(
      {c.Unary(OpKind::kSqrt, c.Reduce(OpKind::kAdd, x * x, dimensions, keep))});
}

}  // namespace tilewright::torch_lower::lowerings
