// Normalisation of each feature over everything else: arrays are [batch, features, ...].
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Normalised = absl::StatusOr<std::vector<ir::ValueId>>;

ir::Dims AllButFeatures(Value x) {
  ir::Dims others;
  for (int d = 0; d < x.rank(); ++d) {
    if (d != 1) others.push_back(d);
  }
  return others;
}
Value ForFeatures(Composer& c, Value numbers, Value x) {
  return c.BroadcastIn(c.Convert(numbers, x.element()), x.shape(), {1});
}

}  // namespace

// x, weight, bias, running mean and variance, momentum, epsilon. Attribute 0: whether the
// batch's own moments are used. Results: y; then, if they are, the moments (the mean, and
// the reciprocal of the deviation) and, if there are some, the running ones.
Normalised batch_norm(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.operand(0).element()));
  const ElementType compute = x.element();
  const ir::Dims others = AllButFeatures(x);
  const bool training = c.attribute(0) != 0;
  const Value epsilon = c.Convert(c.operand(6), compute);
  Value mean = c.operand(3), variance = c.operand(4);
  const Value count = c.CountOf(x, others, compute);
  if (training) {
    mean = c.Reduce(OpKind::kAdd, x, others, false) / count;
    const Value off = x - ForFeatures(c, mean, x);
    variance = c.Reduce(OpKind::kAdd, off * off, others, false) / count;
  } else {
    mean = c.Convert(mean, compute);
    variance = c.Convert(variance, compute);
  }
  const Value rstd = 1.0 / c.Unary(OpKind::kSqrt, variance + epsilon);
  Value y = (x - ForFeatures(c, mean, x)) * ForFeatures(c, rstd, x);
  if (c.has(1)) y = y * ForFeatures(c, c.operand(1), y);
  if (c.has(2)) y = y + ForFeatures(c, c.operand(2), y);
  if (!training) return c.Finish({y});
  if (!c.has(3)) return c.Finish({y, mean, rstd});
  const Value momentum = c.Convert(c.operand(5), compute);
  const auto moved = [&](size_t running, Value now) {
    return c.Convert(c.operand(running), compute) * (1.0 - momentum) + now * momentum;
  };
  const Value unbiased = variance * (count / (count - 1.0));
  return c.Finish({y, mean, rstd, moved(3, mean), moved(4, unbiased)});
}
// gradient, x, mean, deviation's reciprocal or (not training) variance, weight, epsilon.
// Attributes: whether it trains; then as layer_norm_backward's 1 to 3.
Normalised batch_norm_backward(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(1), ComputeType(c.operand(1).element()));
  const ElementType compute = x.element();
  const bool training = c.attribute(0) != 0;
  const Value g = c.Convert(c.operand(0), compute);
  const ir::Dims others = AllButFeatures(x);
  Value rstd = c.Convert(c.operand(3), compute);
  if (!training) {
    rstd = 1.0 / c.Unary(OpKind::kSqrt, rstd + c.Convert(c.operand(5), compute));
  }
  const Value off = x - ForFeatures(c, c.operand(2), x);
  const Value of_bias = c.Reduce(OpKind::kAdd, g, others, false);
  const Value of_weight = c.Reduce(OpKind::kAdd, g * off, others, false) * rstd;
  Value scale = rstd;
  if (c.has(4)) scale = scale * c.Convert(c.operand(4), compute);
  Values results;
  if (c.attribute(1) != 0) {
    Value of_x = g;
    if (training) {
      const Value count = c.CountOf(x, others, compute);
      of_x = g - ForFeatures(c, of_bias / count, g) -
             off * ForFeatures(c, rstd * of_weight / count, g);
    }
    results.push_back(of_x * ForFeatures(c, scale, g));
  }
  if (c.attribute(2) != 0) results.push_back(of_weight);
  if (c.attribute(3) != 0) results.push_back(of_bias);
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
