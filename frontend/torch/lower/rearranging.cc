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

// Attributes: the dimension, the first element, what they end before, the step.
Rearranged sliced(const Lowering& call) {
  Composer c(call);
  return c.Finish({Slice(c, c.operand(0), c.attribute(0), c.attribute(1), c.attribute(2),
                         c.attribute(3))});
}
// The first operand with the second in its place. Attributes as above.
Rearranged slice_written(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0), source = c.operand(1);
  const int64_t dimension = c.attribute(0), first = c.attribute(1);
  const int64_t limit = c.attribute(2), step = c.attribute(3);
  const auto number = [&](int64_t n) { return c.Number(n, ElementType::kI64); };
  const Value row =
      c.Iota(0, {ElementType::kI64,
                 Shape(std::vector<ir::Size>{x.shape()[static_cast<int>(dimension)]})});
  // Of what lies beside the slice it is whatever element.
  const Value from = c.Binary(OpKind::kMaximum, row - number(first), number(0));
  const Value apart = Take(c, source, dimension, from / number(step));
  const Value at = IndexAlong(c, x, dimension);
  Value inside =
      And(c, c.Compare("GE", at, number(first)), c.Compare("LT", at, number(limit)));
  if (step > 1) {
    const Value past = c.Binary(OpKind::kRemainder, at - number(first), number(step));
    inside = And(c, inside, c.Compare("EQ", past, number(0)));
  }
  return c.Finish({c.Select(inside, apart, x)});
}
// Real and imaginary parts, side by side in one more dimension.
Rearranged as_real(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  Values parts;
  for (const OpKind part : {OpKind::kReal, OpKind::kImag}) {
    parts.push_back(c.Reshape(c.Unary(part, x), Joined(x.shape(), {1})));
  }
  return c.Finish({Concatenate(c, parts, x.rank())});
}
// Operand 1 around operand 0. Attributes: how much goes before it and behind it, of each
// dimension.
Rearranged padded(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  ir::Dims low, high;
  for (int d = 0; d < x.rank(); ++d) {
    low.push_back(c.attribute(2 * d));
    high.push_back(c.attribute(2 * d + 1));
  }
  return c.Finish({Pad(c, x, c.Convert(c.operand(1), x.element()), low, high,
                       ir::Dims(x.rank(), 0))});
}

}  // namespace tilewright::torch_lower::lowerings
