#include "frontend/torch/lower/movement.h"

#include <utility>

namespace tilewright::torch_lower {
namespace {

using ir::AttributeName;
using ir::Attributes;
using ir::Dims;

Dims Counting(int64_t count) {
  Dims all;
  for (int64_t d = 0; d < count; ++d) all.push_back(d);
  return all;
}

// The last dimension of what it gives has a place of each.
Value Joined(Composer& c, const Values& places) {
  Shape column = places.front().shape();
  column.Append(1);
  Values columns;
  for (const Value place : places) {
    columns.push_back(c.Reshape(c.Convert(place, ElementType::kI64), column));
  }
  return Concatenate(c, columns, column.rank() - 1);
}

Value Scattered(Composer& c, Value x, Value index, Value updates, Attributes attributes,
                const Combine& combine) {
  const TensorType scalar = {x.element(), Shape()};
  absl::StatusOr<std::vector<ir::ValueId>> arguments =
      c.builder().OpenRegion({scalar, scalar});
  if (!arguments.ok()) return c.Fail(arguments.status());
  const Value made = combine(c, {&c, (*arguments)[0]}, {&c, (*arguments)[1]});
  absl::StatusOr<ir::RegionId> region = c.builder().CloseRegion({made.id});
  if (!region.ok()) return c.Fail(region.status());
  return c.Append({.kind = OpKind::kScatter,
                   .operands = {x.id, index.id, updates.id},
                   .attributes = std::move(attributes),
                   .regions = {*region}});
}

}  // namespace

Value Concatenate(Composer& c, const Values& parts, int64_t dimension) {
  if (parts.size() == 1) return parts.front();
  std::vector<ir::ValueId> ids;
  for (const Value part : parts) ids.push_back(part.id);
  Attributes attributes;
  attributes.Set(AttributeName::kDimension, dimension);
  return c.Append({.kind = OpKind::kConcatenate,
                   .operands = std::move(ids),
                   .attributes = std::move(attributes)});
}

Value Slice(Composer& c, Value x, int64_t dimension, int64_t start, int64_t limit,
            int64_t stride) {
  Dims starts, limits, strides;
  Shape shape = x.shape();
  for (int d = 0; d < x.rank(); ++d) {
    const ir::Size size = shape[d];
    starts.push_back(d == dimension ? start : 0);
    limits.push_back(d == dimension     ? limit
                     : size.is_number() ? size.number()
                                        : ir::kFromResult);
    strides.push_back(d == dimension ? stride : 1);
  }
  shape.Set(static_cast<int>(dimension), (limit - start + stride - 1) / stride);
  Attributes attributes;
  attributes.Set(AttributeName::kStartIndices, starts);
  attributes.Set(AttributeName::kLimitIndices, limits);
  attributes.Set(AttributeName::kStrides, strides);
  return c.Append({.kind = OpKind::kSlice,
                   .operands = {x.id},
                   .attributes = std::move(attributes),
                   .results = {{x.element(), shape}}});
}

Value Reverse(Composer& c, Value x, Dims dimensions) {
  if (dimensions.empty()) return x;
  Attributes attributes;
  attributes.Set(AttributeName::kDimensions, std::move(dimensions));
  return c.Append({.kind = OpKind::kReverse,
                   .operands = {x.id},
                   .attributes = std::move(attributes)});
}

Value Pad(Composer& c, Value x, Value padding, Dims low, Dims high, Dims interior) {
  Attributes attributes;
  attributes.Set(AttributeName::kEdgePaddingLow, std::move(low));
  attributes.Set(AttributeName::kEdgePaddingHigh, std::move(high));
  attributes.Set(AttributeName::kInteriorPadding, std::move(interior));
  return c.Append({.kind = OpKind::kPad,
                   .operands = {x.id, padding.id},
                   .attributes = std::move(attributes)});
}

Value ElementsAt(Composer& c, Value x, const Values& places) {
  const Value starts = Joined(c, places);
  const Dims all = Counting(x.rank());
  Attributes attributes;
  attributes.Set(AttributeName::kOffsetDims, Dims{});
  attributes.Set(AttributeName::kCollapsedSliceDims, all);
  attributes.Set(AttributeName::kStartIndexMap, all);
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{starts.rank() - 1});
  attributes.Set(AttributeName::kSliceSizes, Dims(x.rank(), 1));
  return c.Append({.kind = OpKind::kGather,
                   .operands = {x.id, starts.id},
                   .attributes = std::move(attributes),
                   .results = {{x.element(), places.front().shape()}}});
}

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
  Attributes attributes;
  attributes.Set(AttributeName::kOffsetDims, offset);
  attributes.Set(AttributeName::kCollapsedSliceDims, Dims{dimension});
  attributes.Set(AttributeName::kStartIndexMap, Dims{dimension});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank()});
  attributes.Set(AttributeName::kSliceSizes, sizes);
  return c.Append({.kind = OpKind::kGather,
                   .operands = {x.id, index.id},
                   .attributes = std::move(attributes),
                   .results = {{x.element(), shape}}});
}

Value WriteAt(Composer& c, Value x, const Values& places, Value updates,
              const Combine& combine) {
  const Value index = Joined(c, places);
  const Dims all = Counting(x.rank());
  Attributes attributes;
  attributes.Set(AttributeName::kUpdateWindowDims, Dims{});
  attributes.Set(AttributeName::kInsertedWindowDims, all);
  attributes.Set(AttributeName::kScatterDimsToOperandDims, all);
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank() - 1});
  return Scattered(c, x, index, updates, std::move(attributes), combine);
}

Value WriteSlices(Composer& c, Value x, int64_t dimension, Value index, Value updates,
                  const Combine& combine) {
  Dims window;
  for (int d = 0; d < x.rank(); ++d) {
    if (d != dimension) window.push_back(d < dimension ? d : d + index.rank() - 1);
  }
  Attributes attributes;
  attributes.Set(AttributeName::kUpdateWindowDims, window);
  attributes.Set(AttributeName::kInsertedWindowDims, Dims{dimension});
  attributes.Set(AttributeName::kScatterDimsToOperandDims, Dims{dimension});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{index.rank()});
  return Scattered(c, x, index, updates, std::move(attributes), combine);
}

Value Added(Composer& c, Value old, Value update) {
  return ir::IsBool(old.element()) ? Or(c, old, update) : old + update;
}
Value Replaced(Composer&, Value, Value update) { return update; }

Windows OneElementWindows(int rank) {
  return {Dims(rank, 1), Dims(rank, 1), Dims(rank, 1), Dims(rank, 0), Dims(rank, 0)};
}

namespace {

Value ReducedWindows(Composer& c, OpKind kind, Value x, Attributes attributes) {
  const Value init = Neutral(c, kind, x.element());
  absl::StatusOr<ir::RegionId> reducer = c.builder().Reducer(kind, x.element());
  if (!reducer.ok()) return c.Fail(reducer.status());
  return c.Append({.kind = OpKind::kReduceWindow,
                   .operands = {x.id, init.id},
                   .attributes = std::move(attributes),
                   .regions = {*reducer}});
}

}  // namespace

Value ReduceWindows(Composer& c, OpKind kind, Value x, const Windows& windows) {
  Dims padding;
  for (size_t d = 0; d < windows.low.size(); ++d) {
    padding.push_back(windows.low[d]);
    padding.push_back(windows.high[d]);
  }
  Attributes attributes;
  attributes.Set(AttributeName::kWindowDimensions, windows.sizes);
  attributes.Set(AttributeName::kWindowStrides, windows.strides);
  attributes.Set(AttributeName::kWindowDilations, windows.dilations);
  attributes.Set(AttributeName::kPadding, padding);
  return ReducedWindows(c, kind, x, std::move(attributes));
}

Value Cumulate(Composer& c, OpKind kind, Value x, int64_t dimension) {
  if (x.shape().is_static()) {
    const int64_t size = x.shape()[static_cast<int>(dimension)].number();
    Windows windows = OneElementWindows(x.rank());
    windows.sizes[dimension] = size;
    windows.low[dimension] = size - 1;
    return ReduceWindows(c, kind, x, windows);
  }
  Attributes attributes;
  attributes.Set(AttributeName::kDimension, dimension);
  attributes.Set(AttributeName::kIsReverse, false);
  return ReducedWindows(c, kind, x, std::move(attributes));
}

Value IsBefore(Composer& c, Value a, Value b, bool descending) {
  const Value first = descending ? b : a, second = descending ? a : b;
  const Value less = c.Compare("LT", first, second);
  if (!ir::IsFloat(a.element())) return less;
  const Value number = c.Compare("EQ", first, first);
  return Or(c, less, And(c, number, c.Compare("NE", second, second)));
}

Values Sort(Composer& c, const Values& rows, int64_t dimension, bool descending) {
  std::vector<ir::ValueId> ids;
  std::vector<TensorType> scalars;
  for (const Value row : rows) {
    ids.push_back(row.id);
    scalars.insert(scalars.end(), 2, {row.element(), Shape()});
  }
  absl::StatusOr<std::vector<ir::ValueId>> arguments = c.builder().OpenRegion(scalars);
  if (!arguments.ok()) return Values(rows.size(), c.Fail(arguments.status()));
  const Value before =
      IsBefore(c, {&c, (*arguments)[0]}, {&c, (*arguments)[1]}, descending);
  absl::StatusOr<ir::RegionId> region = c.builder().CloseRegion({before.id});
  if (!region.ok()) return Values(rows.size(), c.Fail(region.status()));
  Attributes attributes;
  attributes.Set(AttributeName::kDimension, dimension);
  attributes.Set(AttributeName::kIsStable, true);
  absl::StatusOr<std::vector<ir::ValueId>> sorted =
      c.builder().Append({.kind = OpKind::kSort,
                          .operands = std::move(ids),
                          .attributes = std::move(attributes),
                          .regions = {*region}});
  if (!sorted.ok()) return Values(rows.size(), c.Fail(sorted.status()));
  Values values;
  for (const ir::ValueId id : *sorted) values.push_back({&c, id});
  return values;
}

Value And(Composer& c, Value a, Value b) { return c.Binary(OpKind::kAnd, a, b); }
Value Or(Composer& c, Value a, Value b) { return c.Binary(OpKind::kOr, a, b); }
Value Any(Composer& c, Value truth) {
  ir::Dims all;
  for (int d = 0; d < truth.rank(); ++d) all.push_back(d);
  return all.empty() ? truth : c.Reduce(OpKind::kOr, truth, all, false);
}
Value Not(Composer& c, Value x) { return c.Unary(OpKind::kNot, x); }
Value Zero(Composer& c, Value like) { return c.Constant(0, like.element()); }

Value IndexAlong(Composer& c, Value like, int64_t dimension) {
  return c.Iota(dimension, {ElementType::kI64, like.shape()});
}

ir::Dims AllOf(Value x) { return Counting(x.rank()); }

Values PlacesOf(Composer& c, Value linear, const Shape& shape) {
  Values places(shape.rank());
  Value rest = linear;
  for (int d = shape.rank(); d-- > 0;) {
    const Value size = c.Number(shape[d].number(), ElementType::kI64);
    places[d] = d == 0 ? rest : c.Binary(OpKind::kRemainder, rest, size);
    rest = rest / size;
  }
  return places;
}

}  // namespace tilewright::torch_lower
