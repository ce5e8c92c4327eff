// Elements in another order, repeated at borders, or left out.
#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Rearranged = absl::StatusOr<std::vector<ir::ValueId>>;

// For each index of a padded dimension, the index that it repeats: attributes hold, for
// each of the last dimensions, how many elements go before it.
Value BorderIndex(Composer& c, int64_t padded, int64_t low, int64_t size, bool reflect) {
  const ElementType kIndex = ElementType::kI64;
  const Value at = c.Iota(0, {kIndex, Shape({padded})}) - c.Number(low, kIndex);
  const Value last = c.Number(size - 1, kIndex);
  if (!reflect) {
    return c.Binary(OpKind::kMinimum, c.Binary(OpKind::kMaximum, at, Zero(c, at)), last);
  }
  const Value from_start = c.Unary(OpKind::kAbs, at);
  return last - c.Unary(OpKind::kAbs, last - from_start);
}

// Attribute 0: whether elements are reflected, otherwise the last is repeated; then low
// paddings of the last dimensions, from the first of them.
Rearranged PadBorders(Composer& c) {
  Value x = c.operand(0);
  const auto lows = c.attributes(1);
  const int first = x.rank() - static_cast<int>(lows.size());
  for (size_t i = 0; i < lows.size(); ++i) {
    const int d = first + static_cast<int>(i);
    x = Take(c, x, d,
             BorderIndex(c, c.result().shape[d].number(), lows[i],
                         c.operand(0).shape()[d].number(), c.attribute(0) != 0));
  }
  return c.Finish({x});
}

}  // namespace

Rearranged border_pad(const Lowering& call) {
  Composer c(call);
  return PadBorders(c);
}
Rearranged border_pad_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  Value g = c.Convert(c.operand(0), compute);
  const auto lows = c.attributes(1);
  const int first = g.rank() - static_cast<int>(lows.size());
  for (size_t i = 0; i < lows.size(); ++i) {
    const int d = first + static_cast<int>(i);
    const ir::Size size = c.result().shape[d];
    Shape shape = g.shape();
    const Value index =
        BorderIndex(c, shape[d].number(), lows[i], size.number(), c.attribute(0) != 0);
    shape.Set(d, size);
    g = WriteSlices(c, c.Broadcast(c.Constant(0, compute), shape), d, index, g, Added);
  }
  return c.Finish({g});
}

// Attributes: the dimensions.
Rearranged flip(const Lowering& call) {
  Composer c(call);
  const auto dimensions = c.attributes();
  return c.Finish({Reverse(c, c.operand(0), {dimensions.begin(), dimensions.end()})});
}
// Attributes: a dimension and by how much, 0 < shift < size, for each.
Rearranged roll(const Lowering& call) {
  Composer c(call);
  Value x = c.operand(0);
  for (size_t i = 0; i + 1 < c.attributes().size(); i += 2) {
    const int64_t d = c.attribute(i), shift = c.attribute(i + 1);
    const int64_t size = x.shape()[static_cast<int>(d)].number();
    x = Concatenate(
        c, {Slice(c, x, d, size - shift, size), Slice(c, x, d, 0, size - shift)}, d);
  }
  return c.Finish({x});
}
// The gradient of windows. Attributes: the dimension, and the step.
Rearranged unfold_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value g = c.Convert(c.operand(0), compute);
  const int64_t dimension = c.attribute(0);
  // [.., window, .., element of it] to [.., window, element of it, ..]
  ir::Dims order;
  for (int d = 0; d < g.rank() - 1; ++d) {
    order.push_back(d);
    if (d == dimension) order.push_back(g.rank() - 1);
  }
  const Value updates = c.Transpose(g, order);
  const int at = static_cast<int>(dimension);
  const TensorType index = {ElementType::kI64,
                            Shape({updates.shape()[at], updates.shape()[at + 1]})};
  const Value place =
      c.Iota(0, index) * c.Number(c.attribute(1), ElementType::kI64) + c.Iota(1, index);
  const Value zeros = c.Broadcast(c.Constant(0, compute), c.result().shape);
  return c.Finish({WriteSlices(c, zeros, dimension, place, updates, Added)});
}

}  // namespace tilewright::torch_lower::lowerings
