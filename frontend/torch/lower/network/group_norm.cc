// Normalisation of groups of features: arrays are [batch, features, ...].
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using GroupNormalised = absl::StatusOr<std::vector<ir::ValueId>>;

// [batch, groups, features of a group, ...]. Attribute 0: how many groups there are.
Value Grouped(Composer& c, Value x) {
  const ir::Size features = x.shape()[1];
  if (!features.is_number()) {
    return c.Fail(absl::UnimplementedError("groups of an open number of features"));
  }
  const int64_t groups = c.attribute(0);
  Shape shape = x.shape();
  shape.Set(1, groups);
  shape.Insert(2, features.number() / groups);
  return c.Reshape(x, shape);
}
// Numbers of features, or (of [batch, groups]) of groups, for each element.
Value FeaturesOfGroups(Composer& c, Value numbers, Value grouped) {
  const Shape& shape = grouped.shape();
  const Value by_group = c.Reshape(c.Convert(numbers, grouped.element()),
                                   Shape(std::vector<ir::Size>{shape[1], shape[2]}));
  return c.BroadcastIn(by_group, shape, {1, 2});
}
Value OfGroups(Composer& c, Value numbers, Value grouped) {
  return c.BroadcastIn(c.Convert(numbers, grouped.element()), grouped.shape(), {0, 1});
}
// All dimensions from `first` on.
ir::Dims DimensionsFrom(int first, Value x) {
  ir::Dims dimensions;
  for (int d = first; d < x.rank(); ++d) dimensions.push_back(d);
  return dimensions;
}
ir::Dims WithinGroups(Value grouped) { return DimensionsFrom(2, grouped); }
// [batch, groups, features of a group].
Value SumOfFeatures(Composer& c, Value grouped) {
  const ir::Dims within = DimensionsFrom(3, grouped);
  return within.empty() ? grouped : c.Reduce(OpKind::kAdd, grouped, within, false);
}

}  // namespace

// x, weight, bias, epsilon. Results: y, and of each group the mean and the reciprocal of
// the deviation.
GroupNormalised group_norm(const Lowering& call) {
  Composer c(call);
  const Value whole = c.Convert(c.operand(0), ComputeType(c.operand(0).element()));
  const Value x = Grouped(c, whole);
  const ir::Dims within = WithinGroups(x);
  const Value count = c.CountOf(x, within, x.element());
  const Value mean = c.Reduce(OpKind::kAdd, x, within, false) / count;
  const Value off = x - OfGroups(c, mean, x);
  const Value variance = c.Reduce(OpKind::kAdd, off * off, within, false) / count;
  const Value rstd =
      c.Unary(OpKind::kRsqrt, variance + c.Convert(c.operand(3), x.element()));
  Value y = off * OfGroups(c, rstd, x);
  if (c.has(1)) y = y * FeaturesOfGroups(c, c.operand(1), y);
  if (c.has(2)) y = y + FeaturesOfGroups(c, c.operand(2), y);
  return c.Finish({c.Reshape(y, whole.shape()), mean, rstd});
}
// gradient, x, mean, rstd, weight. Attributes 1 to 3: whether the gradients of x, weight
// and bias are wanted. Arrays are read twice: for sums of features, from which all others
// follow, and for the gradient of x.
GroupNormalised group_norm_backward(const Lowering& call) {
  Composer c(call);
  const Value whole = c.Convert(c.operand(1), ComputeType(c.operand(1).element()));
  const Value x = Grouped(c, whole);
  const Value g = Grouped(c, c.Convert(c.operand(0), whole.element()));
  const Value rstd = OfGroups(c, c.operand(3), x);
  const Value normal = (x - OfGroups(c, c.operand(2), x)) * rstd;
  const Value sum = SumOfFeatures(c, g), sum_normal = SumOfFeatures(c, g * normal);
  const auto weighted = [&](Value y) {
    return c.has(4) ? y * FeaturesOfGroups(c, c.operand(4), y) : y;
  };
  Values results;
  if (c.attribute(1) != 0) {
    const Value count = c.CountOf(x, WithinGroups(x), x.element());
    const auto mean_of = [&](Value sums) {
      return OfGroups(c, c.Reduce(OpKind::kAdd, weighted(sums), {2}, false) / count, x);
    };
    const Value of_x = (weighted(g) - mean_of(sum) - normal * mean_of(sum_normal)) * rstd;
    results.push_back(c.Reshape(of_x, whole.shape()));
  }
  const Shape features(std::vector<ir::Size>{whole.shape()[1]});
  const auto of_batch = [&](Value sums) {
    return c.Reshape(c.Reduce(OpKind::kAdd, sums, {0}, false), features);
  };
  if (c.attribute(2) != 0) results.push_back(of_batch(sum_normal));
  if (c.attribute(3) != 0) results.push_back(of_batch(sum));
  return c.Finish(results);
}

}  // namespace tilewright::torch_lower::lowerings
