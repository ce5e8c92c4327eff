// Convolutions and their gradients. Arrays are [batch, features, spatial dimensions ...],
// weights [output features, input features of a group, window ...]. Attributes: groups,
// then strides, paddings and dilations of the spatial dimensions.
#include "absl/algorithm/container.h"
#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/movement.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Convolved = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::AttributeName;
using ir::Dims;

struct Geometry {
  int64_t groups = 1;
  Dims strides, paddings, dilations;
};
Geometry GeometryOf(Composer& c) {
  const auto list = c.attributes();
  const size_t spatial = (list.size() - 1) / 3;
  const auto part = [&](size_t i) {
    const auto from = list.subspan(1 + i * spatial, spatial);
    return Dims(from.begin(), from.end());
  };
  return {list[0], part(0), part(1), part(2)};
}

// Which dimensions of an array are which.
struct Roles {
  int64_t batch, feature;
};
struct Window {
  Dims strides, low, high, left_dilations, right_dilations;
};

// Where a group is one feature, windows are read where they lie, and each of their
// elements is compared with the ends of the image: not where the image has its padding.
Value WithPadding(Composer& c, Value x, Roles roles, const Value& right, Roles of_right,
                  int64_t feature_groups, Window* window) {
  const auto size = [](const Value& value, int64_t d) {
    return value.shape()[static_cast<int>(d)];
  };
  const bool apart = feature_groups > 1 && size(x, roles.feature) == feature_groups &&
                     size(right, of_right.batch) == feature_groups;
  const auto none = [](int64_t padding) { return padding == 0; };
  const auto outside = [](int64_t padding) { return padding >= 0; };
  if (!apart ||
      (absl::c_all_of(window->low, none) && absl::c_all_of(window->high, none)) ||
      !absl::c_all_of(window->low, outside) || !absl::c_all_of(window->high, outside) ||
      !absl::c_all_of(window->left_dilations, [](int64_t d) { return d == 1; })) {
    return x;
  }
  Dims low(2, 0), high(2, 0);
  low.insert(low.end(), window->low.begin(), window->low.end());
  high.insert(high.end(), window->high.begin(), window->high.end());
  window->low = window->high = Dims(window->low.size(), 0);
  return Pad(c, x, Zero(c, x), low, high, Dims(low.size(), 0));
}

Value Convolve(Composer& c, Value left, Roles left_roles, Value right, Roles right_roles,
               Roles result_roles, Window window, int64_t feature_groups,
               int64_t batch_groups, const Shape& shape) {
  left = WithPadding(c, left, left_roles, right, right_roles, feature_groups, &window);
  const int spatial = left.rank() - 2;
  Dims spatial_dimensions, padding;
  for (int d = 0; d < spatial; ++d) {
    spatial_dimensions.push_back(d + 2);
    padding.push_back(window.low[d]);
    padding.push_back(window.high[d]);
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kWindowStrides, window.strides);
  attributes.Set(AttributeName::kPadding, padding);
  attributes.Set(AttributeName::kLhsDilation, window.left_dilations);
  attributes.Set(AttributeName::kRhsDilation, window.right_dilations);
  attributes.Set(AttributeName::kInputBatchDimension, left_roles.batch);
  attributes.Set(AttributeName::kInputFeatureDimension, left_roles.feature);
  attributes.Set(AttributeName::kInputSpatialDimensions, spatial_dimensions);
  attributes.Set(AttributeName::kKernelInputFeatureDimension, right_roles.feature);
  attributes.Set(AttributeName::kKernelOutputFeatureDimension, right_roles.batch);
  attributes.Set(AttributeName::kKernelSpatialDimensions, spatial_dimensions);
  attributes.Set(AttributeName::kOutputBatchDimension, result_roles.batch);
  attributes.Set(AttributeName::kOutputFeatureDimension, result_roles.feature);
  attributes.Set(AttributeName::kOutputSpatialDimensions, spatial_dimensions);
  attributes.Set(AttributeName::kFeatureGroupCount, feature_groups);
  attributes.Set(AttributeName::kBatchGroupCount, batch_groups);
  if (c.precision() != 0) {
    attributes.Set(AttributeName::kPrecision, Dims(2, c.precision()));
  }
  const ElementType accumulate = ComputeType(left.element());
  return c.Append({.kind = OpKind::kConvolution,
                   .operands = {left.id, right.id},
                   .attributes = std::move(attributes),
                   .results = {{accumulate, shape}}});
}

constexpr Roles kUsual = {0, 1}, kSwapped = {1, 0};

int64_t SizeAt(const Shape& shape, size_t d) { return shape[d].number(); }

Value Forward(Composer& c, Value x, Value weight, const Geometry& g, const Shape& shape) {
  const size_t spatial = g.strides.size();
  Window window = {g.strides, g.paddings, {}, Dims(spatial, 1), g.dilations};
  // As far as windows reach, which may be less than what is padded.
  for (size_t d = 0; d < spatial; ++d) {
    window.high.push_back((SizeAt(shape, d + 2) - 1) * g.strides[d] +
                          g.dilations[d] * (SizeAt(weight.shape(), d + 2) - 1) + 1 -
                          SizeAt(x.shape(), d + 2) - g.paddings[d]);
  }
  return Convolve(c, x, kUsual, weight, kUsual, kUsual, window, g.groups, 1, shape);
}

// What reaches each element of x, of this shape, from y: with strides between y's
// elements, and windows turned around.
Value Backward(Composer& c, Value y, Value weight, const Geometry& g,
               const Shape& shape) {
  const size_t spatial = g.strides.size();
  // [groups, output, input, ...] to [output, groups * input, ...]
  Dims split = {g.groups, SizeAt(weight.shape(), 0) / g.groups,
                SizeAt(weight.shape(), 1)};
  Dims joined = {split[1], split[0] * split[2]};
  Dims order = {1, 0, 2}, turned;
  Window window = {Dims(spatial, 1), {}, {}, g.strides, g.dilations};
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t k = SizeAt(weight.shape(), d + 2);
    const int64_t reach = g.dilations[d] * (k - 1);
    const int64_t low = reach - g.paddings[d];
    window.low.push_back(low);
    window.high.push_back(SizeAt(shape, d + 2) + reach - low -
                          ((SizeAt(y.shape(), d + 2) - 1) * g.strides[d] + 1));
    split.push_back(k);
    joined.push_back(k);
    order.push_back(static_cast<int64_t>(d) + 3);
    turned.push_back(static_cast<int64_t>(d) + 2);
  }
  Value w = c.Reshape(c.Transpose(c.Reshape(weight, Shape(split)), order), Shape(joined));
  w = Reverse(c, w, turned);
  return Convolve(c, y, kUsual, w, kSwapped, kUsual, window, g.groups, 1, shape);
}

// The weight's gradient, of this shape, from x and the gradient of what it gave.
Value WeightGradient(Composer& c, Value x, Value y, const Geometry& g,
                     const Shape& shape) {
  const size_t spatial = g.strides.size();
  Window window = {g.dilations, g.paddings, {}, Dims(spatial, 1), g.strides};
  for (size_t d = 0; d < spatial; ++d) {
    window.high.push_back(g.dilations[d] * (SizeAt(shape, d + 2) - 1) +
                          (SizeAt(y.shape(), d + 2) - 1) * g.strides[d] + 1 -
                          SizeAt(x.shape(), d + 2) - g.paddings[d]);
  }
  return Convolve(c, x, kSwapped, y, kSwapped, kSwapped, window, 1, g.groups, shape);
}

Value OfFeatures(Composer& c, Value numbers, const Shape& shape) {
  return c.BroadcastIn(numbers, shape, {1});
}

}  // namespace

// x, weight, bias
Convolved convolution(const Lowering& call) {
  Composer c(call);
  Value y = Forward(c, c.operand(0), c.operand(1), GeometryOf(c), c.result().shape);
  if (c.has(2)) y = y + OfFeatures(c, c.Convert(c.operand(2), y.element()), y.shape());
  return c.Finish({y});
}
// The same, transposed: x goes where a convolution's gradient goes.
Convolved convolution_transposed(const Lowering& call) {
  Composer c(call);
  Value y = Backward(c, c.operand(0), c.operand(1), GeometryOf(c), c.result().shape);
  if (c.has(2)) y = y + OfFeatures(c, c.Convert(c.operand(2), y.element()), y.shape());
  return c.Finish({y});
}
// The gradient of the result, the weight.
Convolved convolution_backward_input(const Lowering& call) {
  Composer c(call);
  return c.Finish(
      {Backward(c, c.operand(0), c.operand(1), GeometryOf(c), c.result().shape)});
}
Convolved convolution_transposed_backward_input(const Lowering& call) {
  Composer c(call);
  return c.Finish(
      {Forward(c, c.operand(0), c.operand(1), GeometryOf(c), c.result().shape)});
}
// The gradient of the result, x.
Convolved convolution_backward_weight(const Lowering& call) {
  Composer c(call);
  return c.Finish(
      {WeightGradient(c, c.operand(1), c.operand(0), GeometryOf(c), c.result().shape)});
}
Convolved convolution_transposed_backward_weight(const Lowering& call) {
  Composer c(call);
  return c.Finish(
      {WeightGradient(c, c.operand(0), c.operand(1), GeometryOf(c), c.result().shape)});
}

}  // namespace tilewright::torch_lower::lowerings
