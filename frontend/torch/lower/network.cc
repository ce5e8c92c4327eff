// Softmax and layer norm.
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Layer = absl::StatusOr<std::vector<ir::ValueId>>;

Value Shifted(Composer& c, Value x, const ir::Dims& along) {
  return x - c.Reduce(OpKind::kMaximum, x, along, true);
}
Value SumOf(Composer& c, Value x, const ir::Dims& along) {
  return c.Reduce(OpKind::kAdd, x, along, true);
}

}  // namespace

// Attribute 0: the dimension.
Layer softmax(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const Value e = c.Unary(OpKind::kExponential, Shifted(c, x, along));
  return c.Finish({e / SumOf(c, e, along)});
}
Layer log_softmax(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  const Value shifted = Shifted(c, x, along);
  const Value sum = SumOf(c, c.Unary(OpKind::kExponential, shifted), along);
  return c.Finish({shifted - c.Unary(OpKind::kLog, sum)});
}
// The gradient of the result, and the result.
Layer softmax_backward(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const ElementType compute = ComputeType(c.operand(1).element());
  const Value g = c.Convert(c.operand(0), compute);
  const Value y = c.Convert(c.operand(1), compute);
  return c.Finish({y * (g - SumOf(c, g * y, along))});
}
Layer log_softmax_backward(const Lowering& call) {
  Composer c(call);
  const ir::Dims along = {c.attribute(0)};
  const ElementType compute = ComputeType(c.operand(1).element());
  const Value g = c.Convert(c.operand(0), compute);
  const Value y = c.Convert(c.operand(1), compute);
  return c.Finish({g - c.Unary(OpKind::kExponential, y) * SumOf(c, g, along)});
}

// x, weight, bias, epsilon; attribute 0: how many of the last dimensions are normalised.
// Results y, mean and the reciprocal of the deviation, of which the last two keep the
// dimensions with size 1.
Layer layer_norm(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.operand(0).element()));
  const ElementType compute = x.element();
  ir::Dims along;
  for (int64_t d = x.rank() - c.attribute(0); d < x.rank(); ++d) along.push_back(d);
  const Value count = c.CountOf(x, along, compute);
  const Value mean = SumOf(c, x, along) / count;
  const Value off = x - mean;
  const Value variance = SumOf(c, off * off, along) / count;
  const Value rstd = c.Unary(OpKind::kRsqrt, variance + c.Convert(c.operand(3), compute));
  Value y = off * rstd;
  if (c.has(1)) y = y * c.Convert(c.operand(1), compute);
  if (c.has(2)) y = y + c.Convert(c.operand(2), compute);
  return c.Finish({y, mean, rstd});
}
// gradient, x, mean, rstd, weight; results are those of the gradients of x, weight and
// bias that attributes 1 to 3 ask for.
Layer layer_norm_backward(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(1), ComputeType(c.operand(1).element()));
  const ElementType compute = x.element();
  const Value g = c.Convert(c.operand(0), compute);
  const Value mean = c.Convert(c.operand(2), compute);
  const Value rstd = c.Convert(c.operand(3), compute);
  const Value normal = (x - mean) * rstd;
  const int64_t inner = c.attribute(0);
  ir::Dims along, others;
  for (int64_t d = 0; d < x.rank(); ++d) {
    (d < x.rank() - inner ? others : along).push_back(d);
  }
  Values results;
  if (c.attribute(1) != 0) {
    const Value weighted = c.has(4) ? g * c.Convert(c.operand(4), compute) : g;
    const Value count = c.CountOf(x, along, compute);
    const Value off = SumOf(c, weighted, along) / count;
    const Value slope = SumOf(c, weighted * normal, along) / count;
    results.push_back((weighted - off - normal * slope) * rstd);
  }
  if (c.attribute(2) != 0) {
    results.push_back(c.Reduce(OpKind::kAdd, g * normal, others, false));
  }
  if (c.attribute(3) != 0) results.push_back(c.Reduce(OpKind::kAdd, g, others, false));
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
