// What reads and writes at indices that are data. Indices are as their operation has
// checked them: those outside are clamped when read, left out when written.
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Indexed = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::AttributeName;
using ir::Dims;

// Negative ones count from the end.
Value Wrapped(Composer& c, Value index, Value x, int64_t dimension) {
  const ElementType type = index.element();
  const Value wrapped = index + c.CountOf(x, {dimension}, type);
  return c.Select(c.Compare("LT", index, c.Constant(0, type)), wrapped, index);
}

// Slices of x of one index along `dimension`; those of the index's dimensions take its
// place.
Value Take(Composer& c, Value x, int64_t dimension, Value index) {
  Dims offset, sizes;
  Shape shape;
  for (int d = 0; d < x.rank(); ++d) {
    const ir::Size size = x.shape()[d];
    if (d == dimension) {
      for (int i = 0; i < index.rank(); ++i) shape.Append(index.shape()[i]);
      sizes.push_back(1);
      continue;
    }
    offset.push_back(shape.rank());
    shape.Append(size);
    sizes.push_back(size.is_number() ? size.number() : ir::kFromResult);
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kOffsetDims, offset);
  attributes.Set(AttributeName::kCollapsedSliceDims, Dims{dimension});
  attributes.Set(AttributeName::kStartIndexMap, Dims{dimension});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank()});
  attributes.Set(AttributeName::kSliceSizes, sizes);
  return c.Append({.kind = OpKind::kGather,
                   .operands = {x.id, index.id},
                   .attributes = attributes,
                   .results = {{x.element(), shape}}});
}

// x with rows of updates added at rows of index.
Value AddRows(Composer& c, Value x, Value index, Value updates) {
  absl::StatusOr<ir::RegionId> add = c.builder().Reducer(OpKind::kAdd, x.element());
  if (!add.ok()) return c.Fail(add.status());
  Dims window;
  for (int d = 1; d < x.rank(); ++d) window.push_back(index.rank() + d - 1);
  ir::Attributes attributes;
  attributes.Set(AttributeName::kUpdateWindowDims, window);
  attributes.Set(AttributeName::kInsertedWindowDims, Dims{0});
  attributes.Set(AttributeName::kScatterDimsToOperandDims, Dims{0});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank()});
  return c.Append({.kind = OpKind::kScatter,
                   .operands = {x.id, index.id, updates.id},
                   .attributes = attributes,
                   .regions = {*add}});
}

}  // namespace

// Attribute 0: the dimension.
Indexed cat(const Lowering& call) {
  Composer c(call);
  std::vector<ir::ValueId> parts;
  for (size_t i = 0; i < c.operands(); ++i) {
    parts.push_back(c.Convert(c.operand(i), c.result().element).id);
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kDimension, c.attribute(0));
  return c.Finish({c.Append({.kind = OpKind::kConcatenate,
                             .operands = parts,
                             .attributes = attributes,
                             .results = {c.result()}})});
}

// x, index; attribute 0: the dimension.
Indexed gather(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const Value index = c.operand(1);
  if (x.rank() == 0) return c.Finish({x});
  const int64_t dimension = c.attribute(0);
  std::vector<ir::ValueId> coordinates;
  Shape column = index.shape();
  column.Append(1);
  const TensorType type = {ElementType::kI64, index.shape()};
  for (int d = 0; d < x.rank(); ++d) {
    const Value along = d == dimension
                            ? Wrapped(c, c.Convert(index, ElementType::kI64), x, d)
                            : c.Iota(d, type);
    coordinates.push_back(c.Reshape(along, column).id);
  }
  Shape places = index.shape();
  places.Append(x.rank());
  ir::Attributes joined;
  joined.Set(AttributeName::kDimension, int64_t{index.rank()});
  const Value starts = c.Append({.kind = OpKind::kConcatenate,
                                 .operands = coordinates,
                                 .attributes = joined,
                                 .results = {{ElementType::kI64, places}}});
  Dims all;
  for (int d = 0; d < x.rank(); ++d) all.push_back(d);
  ir::Attributes attributes;
  attributes.Set(AttributeName::kOffsetDims, Dims{});
  attributes.Set(AttributeName::kCollapsedSliceDims, all);
  attributes.Set(AttributeName::kStartIndexMap, all);
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank()});
  attributes.Set(AttributeName::kSliceSizes, Dims(x.rank(), 1));
  return c.Finish({c.Append({.kind = OpKind::kGather,
                             .operands = {x.id, starts.id},
                             .attributes = attributes,
                             .results = {c.result()}})});
}

// x, index; attribute 0: the dimension.
Indexed index_select(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  return c.Finish({Take(c, x, c.attribute(0), c.operand(1))});
}
// weight, indices
Indexed embedding(const Lowering& call) {
  Composer c(call);
  return c.Finish({Take(c, c.operand(0), 0, c.operand(1))});
}
// gradient, indices; attribute 0: rows of this index have no gradient (-1: none such).
Indexed embedding_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value zeros = c.Broadcast(c.Constant(0, compute), c.result().shape);
  Value index = c.Convert(c.operand(1), ElementType::kI64);
  if (c.attribute(0) >= 0) {
    // Outside, where nothing is written.
    index = c.Select(c.Compare("EQ", index, c.Number(c.attribute(0), ElementType::kI64)),
                     c.Number(-1, ElementType::kI64), index);
  }
  return c.Finish({AddRows(c, zeros, index, c.Convert(c.operand(0), compute))});
}
// x, index, updates, alpha; along dimension 0.
Indexed index_add(const Lowering& call) {
  Composer c(call);
  const Value updates = c.operand(2) * c.Convert(c.operand(3), c.operand(2).element());
  return c.Finish({AddRows(c, c.operand(0), c.operand(1), updates)});
}

}  // namespace tilewright::torch_lower::lowerings
