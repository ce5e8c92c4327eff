#include "runtime/eager/layout.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "runtime/eager/node.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::AttributeName;
using ir::CheckedBuilder;
using ir::Dims;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;

using OrValue = absl::StatusOr<ValueId>;

OrValue Reshaped(CheckedBuilder* b, ValueId x, Dims sizes) {
  if (b->type(x).shape == ir::Shape(sizes)) return x;
  const ir::ElementType element = b->type(x).element;
  return b->AppendOne({.kind = OpKind::kReshape,
                       .operands = {x},
                       .results = {{element, std::move(sizes)}}});
}

OrValue Transposed(CheckedBuilder* b, ValueId x, const Dims& permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  ir::Attributes attributes;
  attributes.Set(AttributeName::kPermutation, permutation);
  return b->AppendOne(
      {.kind = OpKind::kTranspose, .operands = {x}, .attributes = attributes});
}

OrValue FirstOf(CheckedBuilder* b, ValueId x, const Dims& sizes) {
  if (b->type(x).shape == ir::Shape(sizes)) return x;
  ir::Attributes attributes;
  attributes.Set(AttributeName::kStartIndices, Dims(sizes.size(), 0));
  attributes.Set(AttributeName::kLimitIndices, sizes);
  attributes.Set(AttributeName::kStrides, Dims(sizes.size(), 1));
  return b->AppendOne(
      {.kind = OpKind::kSlice, .operands = {x}, .attributes = attributes});
}

OrValue Zero(CheckedBuilder* b, ir::ElementType element) {
  TW_ASSIGN_OR_RETURN(
      ir::Literal literal,
      ir::Literal::Create(ir::Scalar(element),
                          std::vector<uint8_t>(ir::StorageBytes(element), 0), true));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kValue, std::move(literal));
  return b->AppendOne({.kind = OpKind::kConstant, .attributes = attributes});
}

OrValue PaddedTo(CheckedBuilder* b, ValueId flat, int64_t size) {
  const int64_t now = b->type(flat).dims()[0];
  if (now == size) return flat;
  TW_ASSIGN_OR_RETURN(const ValueId zero, Zero(b, b->type(flat).element));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kEdgePaddingLow, Dims{0});
  attributes.Set(AttributeName::kEdgePaddingHigh, Dims{size - now});
  attributes.Set(AttributeName::kInteriorPadding, Dims{0});
  return b->AppendOne(
      {.kind = OpKind::kPad, .operands = {flat, zero}, .attributes = attributes});
}

Dims Inverse(const Dims& permutation) {
  Dims inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) inverse[permutation[i]] = i;
  return inverse;
}

Dims Permuted(const Dims& list, const Dims& order) {
  Dims permuted(order.size());
  for (size_t i = 0; i < order.size(); ++i) permuted[i] = list[order[i]];
  return permuted;
}

// Dimensions that memory is walked along: more than one element, and not the same one
// again and again. From the largest stride to the smallest.
Dims Walked(const Layout& layout) {
  Dims walked;
  for (const int64_t d : layout.order) {
    if (layout.logical.dims()[d] != 1 && layout.strides[d] != 0) walked.push_back(d);
  }
  return walked;
}

// Memory as a row-major array in which the strided one is the first elements of every
// dimension: where each stride is a multiple of the next one and has room for all of it.
// The last dimension is the distance of neighbours.
std::optional<Dims> Nest(const Layout& layout, const Dims& walked) {
  if (walked.empty()) return std::nullopt;
  const Dims& sizes = layout.logical.dims();
  Dims nest = {sizes[walked[0]]};
  for (size_t i = 0; i + 1 < walked.size(); ++i) {
    const int64_t outer = layout.strides[walked[i]];
    const int64_t inner = layout.strides[walked[i + 1]];
    if (outer % inner != 0 || sizes[walked[i + 1]] > outer / inner) return std::nullopt;
    nest.push_back(outer / inner);
  }
  nest.push_back(layout.strides[walked.back()]);
  return nest;
}

int64_t Product(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

// The place of each element of `sizes` in memory: rank 1, in logical order.
OrValue Places(CheckedBuilder* b, const Layout& layout) {
  const Dims& sizes = layout.logical.dims();
  const bool narrow = layout.memory.dims()[0] <= std::numeric_limits<int32_t>::max();
  const ir::ElementType element = narrow ? ir::ElementType::kI32 : ir::ElementType::kI64;
  const TensorType type = {element, sizes};
  ir::Attributes value;
  value.Set(AttributeName::kValue, ir::IntegerSplat(type, 0));
  TW_ASSIGN_OR_RETURN(ValueId places,
                      b->AppendOne({.kind = OpKind::kConstant, .attributes = value}));
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 1 || layout.strides[d] == 0) continue;
    ir::Attributes along;
    along.Set(AttributeName::kIotaDimension, static_cast<int64_t>(d));
    TW_ASSIGN_OR_RETURN(
        const ValueId index,
        b->AppendOne({.kind = OpKind::kIota, .attributes = along, .results = {type}}));
    ir::Attributes stride;
    stride.Set(AttributeName::kValue, ir::IntegerSplat(type, layout.strides[d]));
    TW_ASSIGN_OR_RETURN(const ValueId by,
                        b->AppendOne({.kind = OpKind::kConstant, .attributes = stride}));
    TW_ASSIGN_OR_RETURN(const ValueId offset, b->AppendOne({.kind = OpKind::kMultiply,
                                                            .operands = {index, by}}));
    TW_ASSIGN_OR_RETURN(
        places, b->AppendOne({.kind = OpKind::kAdd, .operands = {places, offset}}));
  }
  return Reshaped(b, places, {Product(sizes), 1});
}

OrValue GatherStrided(const Layout& layout, ValueId flat, CheckedBuilder* b) {
  TW_ASSIGN_OR_RETURN(const ValueId places, Places(b, layout));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kOffsetDims, Dims{});
  attributes.Set(AttributeName::kCollapsedSliceDims, Dims{0});
  attributes.Set(AttributeName::kStartIndexMap, Dims{0});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{1});
  attributes.Set(AttributeName::kSliceSizes, Dims{1});
  TW_ASSIGN_OR_RETURN(const ValueId elements, b->AppendOne({.kind = OpKind::kGather,
                                                            .operands = {flat, places},
                                                            .attributes = attributes}));
  return Reshaped(b, elements, layout.logical.dims());
}

OrValue ScatterStrided(const Layout& layout, ValueId value, ValueId flat,
                       CheckedBuilder* b) {
  TW_ASSIGN_OR_RETURN(const ValueId places, Places(b, layout));
  TW_ASSIGN_OR_RETURN(const ValueId updates,
                      Reshaped(b, value, {Product(layout.logical.dims())}));
  const TensorType scalar = ir::Scalar(layout.logical.element);
  TW_ASSIGN_OR_RETURN(const std::vector<ValueId> arguments,
                      b->OpenRegion({scalar, scalar}));
  TW_ASSIGN_OR_RETURN(const ir::RegionId replace, b->CloseRegion({arguments[1]}));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kUpdateWindowDims, Dims{});
  attributes.Set(AttributeName::kInsertedWindowDims, Dims{0});
  attributes.Set(AttributeName::kScatterDimsToOperandDims, Dims{0});
  attributes.Set(AttributeName::kIndexVectorDim, int64_t{1});
  return b->AppendOne({.kind = OpKind::kScatter,
                       .operands = {flat, places, updates},
                       .attributes = attributes,
                       .regions = {replace}});
}

}  // namespace

int64_t SpanOf(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides) {
  int64_t span = 1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == 0) return 0;
    span += (sizes[d] - 1) * strides[d];
  }
  return span;
}

Layout LayoutOf(ir::ElementType element, const Dims& sizes, const Dims& strides) {
  Layout layout;
  layout.logical = {element, sizes};
  layout.memory = layout.logical;
  layout.strides = strides;
  layout.order.resize(sizes.size());
  std::iota(layout.order.begin(), layout.order.end(), 0);
  if (IsContiguous(sizes, strides)) return layout;
  std::sort(layout.order.begin(), layout.order.end(), [&](int64_t a, int64_t b) {
    return strides[a] != strides[b] ? strides[a] > strides[b] : a < b;
  });
  const Dims in_order = Permuted(sizes, layout.order);
  if (IsContiguous(in_order, Permuted(strides, layout.order))) {
    layout.kind = Layout::Kind::kPermuted;
    layout.memory.shape = in_order;
    return layout;
  }
  layout.kind = Layout::Kind::kStrided;
  layout.memory.shape = {SpanOf(sizes, strides)};
  return layout;
}

OrValue ReadArray(const Layout& layout, ValueId memory, CheckedBuilder* b) {
  if (layout.kind == Layout::Kind::kContiguous) return memory;
  if (layout.kind == Layout::Kind::kPermuted) {
    return Transposed(b, memory, Inverse(layout.order));
  }
  const Dims& sizes = layout.logical.dims();
  const Dims walked = Walked(layout);
  const std::optional<Dims> nest = Nest(layout, walked);
  if (!nest.has_value() && !walked.empty()) return GatherStrided(layout, memory, b);
  ValueId array = memory;
  Dims kept;  // dimensions that are walked, in logical order
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (std::find(walked.begin(), walked.end(), d) != walked.end()) kept.push_back(d);
  }
  if (nest.has_value()) {
    TW_ASSIGN_OR_RETURN(array, PaddedTo(b, array, Product(*nest)));
    TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, *nest));
    Dims first = Permuted(sizes, walked);
    first.push_back(1);
    TW_ASSIGN_OR_RETURN(array, FirstOf(b, array, first));
    first.pop_back();
    TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, first));
    Dims permutation;
    for (const int64_t d : kept) {
      permutation.push_back(std::find(walked.begin(), walked.end(), d) - walked.begin());
    }
    TW_ASSIGN_OR_RETURN(array, Transposed(b, array, permutation));
  } else {
    TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, {}));
  }
  ir::Attributes attributes;
  attributes.Set(AttributeName::kBroadcastDimensions, kept);
  return b->AppendOne({.kind = OpKind::kBroadcastInDim,
                       .operands = {array},
                       .attributes = attributes,
                       .results = {layout.logical}});
}

OrValue WriteArray(const Layout& layout, ValueId value, ValueId before,
                   CheckedBuilder* b) {
  if (layout.kind == Layout::Kind::kContiguous) return value;
  if (layout.kind == Layout::Kind::kPermuted) return Transposed(b, value, layout.order);
  const Dims& sizes = layout.logical.dims();
  const Dims walked = Walked(layout);
  const std::optional<Dims> nest = Nest(layout, walked);
  // Where elements share a place, the last one stays.
  const bool shared =
      std::any_of(layout.order.begin(), layout.order.end(),
                  [&](int64_t d) { return sizes[d] != 1 && layout.strides[d] == 0; });
  if (!nest.has_value() || shared) return ScatterStrided(layout, value, before, b);
  Dims kept = walked;
  std::sort(kept.begin(), kept.end());
  Dims order;
  for (const int64_t d : walked) {
    order.push_back(std::find(kept.begin(), kept.end(), d) - kept.begin());
  }
  TW_ASSIGN_OR_RETURN(ValueId update, Reshaped(b, value, Permuted(sizes, kept)));
  TW_ASSIGN_OR_RETURN(update, Transposed(b, update, order));
  Dims block = Permuted(sizes, walked);
  block.push_back(1);
  TW_ASSIGN_OR_RETURN(update, Reshaped(b, update, block));
  TW_ASSIGN_OR_RETURN(ValueId array, PaddedTo(b, before, Product(*nest)));
  TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, *nest));
  TW_ASSIGN_OR_RETURN(const ValueId zero, Zero(b, ir::ElementType::kI32));
  std::vector<ValueId> operands = {array, update};
  operands.insert(operands.end(), nest->size(), zero);
  TW_ASSIGN_OR_RETURN(
      array, b->AppendOne({.kind = OpKind::kDynamicUpdateSlice, .operands = operands}));
  TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, {Product(*nest)}));
  return FirstOf(b, array, layout.memory.dims());
}

}  // namespace tilewright::eager
