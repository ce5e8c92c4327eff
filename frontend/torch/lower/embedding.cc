// Rows of a table at indices, alone and in bags.
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Embedded = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr ElementType kIndex = ElementType::kI64;

enum class BagMode : int64_t { kSum, kMean, kMaximum };

// An index outside, where nothing is written, where it is the padding's.
Value WithoutPadding(Composer& c, Value index, Value of, int64_t padding) {
  if (padding < 0) return index;
  return c.Select(c.Compare("EQ", of, c.Number(padding, kIndex)), c.Number(-1, kIndex),
                  index);
}
// How often each index is there, for each of its own places.
Value Frequency(Composer& c, Value index, const ir::Size& rows, ElementType type) {
  const Value none = c.Broadcast(c.Constant(0, type), Shape(std::vector<ir::Size>{rows}));
  const Value ones = c.Broadcast(c.Constant(1, type), index.shape());
  return Take(c, WriteSlices(c, none, 0, index, ones, Added), 0, index);
}
// A number for each row.
Value OfRows(Composer& c, Value numbers, Value rows) {
  ir::Dims leading;
  for (int d = 0; d < numbers.rank(); ++d) leading.push_back(d);
  return c.BroadcastIn(numbers, rows.shape(), leading);
}

}  // namespace

// weight, indices
Embedded embedding(const Lowering& call) {
  Composer c(call);
  const Value index = IndexInto(c, c.operand(1), 0, 0, index_rules::kSelect);
  return c.Finish({Take(c, c.operand(0), 0, index)});
}
// gradient, indices. Attributes: rows of this index have no gradient (-1: none such);
// whether a row is divided by how often its index is there.
Embedded embedding_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value zeros = c.Broadcast(c.Constant(0, compute), c.result().shape);
  Value index = c.Convert(c.operand(1), kIndex);
  // The forward pass has failed, too: nobody is to learn from what is left.
  const Value outside = Or(c, c.Compare("LT", index, c.Number(0, kIndex)),
                           c.Compare("GE", index, c.CountOf(zeros, {0}, kIndex)));
  c.Require(outside, index, {.message = "index $0 is out of range in self"});
  Value gradient = c.Convert(c.operand(0), compute);
  if (c.attribute(1) != 0) {
    gradient =
        gradient / OfRows(c, Frequency(c, index, c.result().shape[0], compute), gradient);
  }
  index = WithoutPadding(c, index, index, c.attribute(0));
  return c.Finish({WriteSlices(c, zeros, 0, index, gradient, Added)});
}

// weight, indices, offsets, weights of the rows. Attributes: the mode, the padding's
// index. Results: a row for each bag, the bag of each index, the sizes of bags, and of
// each bag's largest elements the index.
Embedded embedding_bag(const Lowering& call) {
  Composer c(call);
  const auto mode = static_cast<BagMode>(c.attribute(0));
  const int64_t padding = c.attribute(1);
  const ElementType compute = ComputeType(c.result().element);
  const Value index = IndexInto(c, c.operand(1), 0, 0, index_rules::kBag);
  const Value offsets = c.Convert(c.operand(2), kIndex);
  const Value zeros = c.Broadcast(c.Number(0, kIndex), index.shape());
  const Value begins = WriteSlices(
      c, zeros, 0, offsets, c.Broadcast(c.Number(1, kIndex), offsets.shape()), Added);
  const Value bag = Cumulate(c, OpKind::kAdd, begins, 0) - 1.0;
  const Value counted = WithoutPadding(c, bag, index, padding);
  const Value sizes =
      WriteSlices(c, c.Broadcast(c.Number(0, kIndex), offsets.shape()), 0, counted,
                  c.Broadcast(c.Number(1, kIndex), index.shape()), Added);
  Value rows = c.Convert(Take(c, c.operand(0), 0, index), compute);
  if (c.has(3)) rows = rows * OfRows(c, c.Convert(c.operand(3), compute), rows);
  const Shape& shape = c.result().shape;
  if (mode != BagMode::kMaximum) {
    Value sum = WriteSlices(c, c.Broadcast(c.Constant(0, compute), shape), 0, counted,
                            rows, Added);
    if (mode == BagMode::kMean) {
      const Value count = c.Binary(OpKind::kMaximum, sizes, c.Number(1, kIndex));
      sum = sum / OfRows(c, c.Convert(count, compute), sum);
    }
    return c.Finish({sum, bag, sizes, c.Number(0, kIndex)});
  }
  const Value largest = WriteSlices(c, c.Broadcast(Lowest(c, compute), shape), 0, counted,
                                    rows, [](Composer& c, Value old, Value update) {
                                      return c.Binary(OpKind::kMaximum, old, update);
                                    });
  // The first place of each that is largest.
  const Value last = c.CountOf(index, {0}, kIndex);
  const Value place = c.Iota(0, {kIndex, rows.shape()});
  const Value is_largest = c.Compare("EQ", rows, Take(c, largest, 0, bag));
  const Value first = WriteSlices(c, c.Broadcast(last, shape), 0, counted,
                                  c.Select(is_largest, place, last),
                                  [](Composer& c, Value old, Value update) {
                                    return c.Binary(OpKind::kMinimum, old, update);
                                  });
  const Value none = c.Compare("EQ", first, last);
  return c.Finish({c.Select(none, c.Constant(0, compute), largest), bag, sizes,
                   c.Select(none, c.Number(-1, kIndex), Take(c, index, 0, first))});
}
// gradient, indices, the bag of each, the sizes of bags, indices of the largest, weights
// of the rows. Attributes: the mode, the padding's index, whether a row is divided by how
// often its index is there.
Embedded embedding_bag_backward(const Lowering& call) {
  Composer c(call);
  const auto mode = static_cast<BagMode>(c.attribute(0));
  const ElementType compute = ComputeType(c.result().element);
  const Value gradient = c.Convert(c.operand(0), compute);
  const Value zeros = c.Broadcast(c.Constant(0, compute), c.result().shape);
  if (mode == BagMode::kMaximum) {
    const Value index = c.operand(4);
    return c.Finish(
        {WriteAt(c, zeros, {index, IndexAlong(c, index, 1)}, gradient, Added)});
  }
  const Value index = c.Convert(c.operand(1), kIndex);
  const Value bag = c.operand(2);
  Value rows = Take(c, gradient, 0, bag);
  if (mode == BagMode::kMean) {
    const Value count = c.Binary(OpKind::kMaximum, c.operand(3), c.Number(1, kIndex));
    rows = rows / OfRows(c, c.Convert(Take(c, count, 0, bag), compute), rows);
  }
  if (c.has(5)) rows = rows * OfRows(c, c.Convert(c.operand(5), compute), rows);
  if (c.attribute(2) != 0) {
    rows = rows / OfRows(c, Frequency(c, index, c.result().shape[0], compute), rows);
  }
  return c.Finish({WriteSlices(
      c, zeros, 0, WithoutPadding(c, index, index, c.attribute(1)), rows, Added)});
}
// gradient, weight, indices, the bag of each; attribute 0: the padding's index.
Embedded embedding_bag_weights_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value index = c.Convert(c.operand(2), kIndex);
  const Value rows = c.Convert(Take(c, c.operand(1), 0, index), compute);
  const Value gradient = c.Convert(Take(c, c.operand(0), 0, c.operand(3)), compute);
  const Value product = c.Reduce(OpKind::kAdd, rows * gradient, {1}, false);
  const Value padded = c.Compare("EQ", index, c.Number(c.attribute(0), kIndex));
  return c.Finish({c.Select(padded, Zero(c, product), product)});
}

}  // namespace tilewright::torch_lower::lowerings
