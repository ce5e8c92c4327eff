// Values that are others' elements in another place: reversed, rolled, padded, taken.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/saturate.h"
#include "tile/author/author.h"

namespace tilewright::tile {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using ir::OpKind;
using ir::TensorType;

ExprId Author::Slice(ExprId x, const Dims& start, const Dims& sizes,
                     const Dims& strides) {
  const Dims steps = strides.empty() ? Dims(start.size(), 1) : strides;
  if (sizes.size() != start.size() || steps.size() != start.size()) {
    Fail(calls_.By("slice"), start.size(), " starts, ", sizes.size(), " sizes and ",
         steps.size(), " strides");
    return NoValue();
  }
  Dims limits;
  for (size_t d = 0; d < start.size(); ++d) {
    const int64_t last = SaturatingMultiply(sizes[d] - 1, steps[d]);
    limits.push_back(SaturatingAdd(start[d], SaturatingAdd(last, 1)));
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kStartIndices, start);
  attributes.Set(AttributeName::kLimitIndices, limits);
  attributes.Set(AttributeName::kStrides, steps);
  TensorType result;
  if (!MayMove(OpKind::kSlice, {x}, attributes, &result)) return NoValue();
  return Noted(builder_.Slice(x, result.dims(), start, steps));
}

ExprId Author::Reverse(ExprId x, const Dims& dimensions) {
  ir::Attributes attributes;
  attributes.Set(AttributeName::kDimensions, dimensions);
  if (!MayMove(OpKind::kReverse, {x}, attributes)) return NoValue();
  return Noted(builder_.Reverse(x, dimensions));
}

ExprId Author::Pad(ExprId x, ExprId value, const Dims& low, const Dims& high,
                   const Dims& interior) {
  const Dims between = interior.empty() ? Dims(low.size(), 0) : interior;
  ir::Attributes attributes;
  attributes.Set(AttributeName::kEdgePaddingLow, low);
  attributes.Set(AttributeName::kEdgePaddingHigh, high);
  attributes.Set(AttributeName::kInteriorPadding, between);
  TensorType result;
  if (!MayMove(OpKind::kPad, {x, value}, attributes, &result)) return NoValue();
  return Noted(builder_.Pad(x, value, result.dims(), low, between));
}

ExprId Author::Roll(ExprId x, ExprId shift, int64_t dimension) {
  if (!IsKnown(x) || !IsDimension("roll", type(x), dimension)) return NoValue();
  if (!IsScalarI32(shift, absl::StrCat(calls_.By("roll"), "its shift"))) return NoValue();
  const TensorType from = type(x);
  const int64_t size = from.dims()[dimension];
  if (size > INT32_MAX / 2) {
    Fail(calls_.By("roll"), "dimension ", dimension, " of ", ir::ToString(from),
         " is beyond what an index counts");
    return NoValue();
  }
  if (const auto* known = program_.exprs[shift].As<tile::Constant>()) {
    const int64_t back = ((known->literal.IntegerAt(0) % size) + size) % size;
    if (back == 0) return x;
    Dims start(from.dims().size(), 0), front = from.dims(), rest = from.dims();
    front[dimension] = back;
    rest[dimension] = size - back;
    const ExprId first = Slice(x, start, rest);
    start[dimension] = size - back;
    return Concatenate({Slice(x, start, front), first}, dimension);
  }
  // Of the array twice, the part that begins where the first element comes from.
  const ExprId whole = ConstantInteger(ElementType::kI32, size);
  const ExprId part = Elementwise(OpKind::kRemainder, {shift, whole});
  const ExprId begin = Elementwise(
      OpKind::kRemainder, {Elementwise(OpKind::kSubtract, {whole, part}), whole});
  std::vector<ExprId> starts(from.dims().size(), ConstantInteger(ElementType::kI32, 0));
  starts[dimension] = begin;
  return DynamicSlice(Concatenate({x, x}, dimension), starts, from.dims());
}

ExprId Author::TakeAlong(ExprId x, ExprId indices, int64_t dimension) {
  if (!AreKnown({x, indices})) return NoValue();
  const TensorType from = type(x), at = type(indices);
  if (!IsDimension("take along", from, dimension)) return NoValue();
  tile::Gather g;
  g.collapsed_slice_dims = {dimension};
  g.start_index_map = {dimension};
  g.index_vector_dim = at.rank();
  for (int64_t d = 0; d < from.rank(); ++d) {
    if (d == dimension) continue;
    g.operand_batching_dims.push_back(d);
    g.start_indices_batching_dims.push_back(d);
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kCollapsedSliceDims, g.collapsed_slice_dims);
  attributes.Set(AttributeName::kStartIndexMap, g.start_index_map);
  attributes.Set(AttributeName::kIndexVectorDim, g.index_vector_dim);
  attributes.Set(AttributeName::kSliceSizes, Dims(from.dims().size(), 1));
  attributes.Set(AttributeName::kOperandBatchingDims, g.operand_batching_dims);
  attributes.Set(AttributeName::kStartIndicesBatchingDims, g.start_indices_batching_dims);
  attributes.Set(AttributeName::kOffsetDims, Dims());
  if (at.rank() != from.rank()) {
    Fail(calls_.By("take along"), "indices of ", ir::ToString(at), " into ",
         ir::ToString(from), ": their ranks differ");
    return NoValue();
  }
  TensorType result;
  if (!MayMove(OpKind::kGather, {x, indices}, attributes, &result)) return NoValue();
  return Noted(builder_.Gather(x, indices, std::move(g), result.dims()));
}

}  // namespace tilewright::tile
