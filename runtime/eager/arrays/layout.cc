#include "runtime/eager/arrays/layout.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

using ir::AttributeName;
using ir::CheckedBuilder;
using ir::Dims;
using ir::OpKind;
using ir::Shape;
using ir::TensorType;
using ir::ValueId;

using OrValue = absl::StatusOr<ValueId>;

Shape Flat(const ir::Size& size) { return Shape(std::vector<ir::Size>{size}); }

OrValue Reshaped(CheckedBuilder* b, ValueId x, Shape shape) {
  if (b->type(x).shape == shape) return x;
  const ir::ElementType element = b->type(x).element;
  return b->AppendOne({.kind = OpKind::kReshape,
                       .operands = {x},
                       .results = {{element, std::move(shape)}}});
}

// As an attribute has it.
int64_t NumberOrOpen(const ir::Size& size) {
  return size.is_number() ? size.number() : ir::kFromResult;
}

OrValue Transposed(CheckedBuilder* b, ValueId x, const Dims& permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  ir::Attributes attributes;
  attributes.Set(AttributeName::kPermutation, permutation);
  return b->AppendOne(
      {.kind = OpKind::kTranspose, .operands = {x}, .attributes = attributes});
}

OrValue FirstOf(CheckedBuilder* b, ValueId x, const Shape& shape) {
  if (b->type(x).shape == shape) return x;
  Dims limits;
  for (const ir::Size& size : shape.sizes()) limits.push_back(NumberOrOpen(size));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kStartIndices, Dims(limits.size(), 0));
  attributes.Set(AttributeName::kStrides, Dims(limits.size(), 1));
  attributes.Set(AttributeName::kLimitIndices, std::move(limits));
  return b->AppendOne({.kind = OpKind::kSlice,
                       .operands = {x},
                       .attributes = attributes,
                       .results = {{b->type(x).element, shape}}});
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

OrValue PaddedTo(CheckedBuilder* b, ValueId flat, const ir::Size& size) {
  const ir::Size now = b->type(flat).shape[0];
  if (now == size) return flat;
  const ir::ElementType element = b->type(flat).element;
  TW_ASSIGN_OR_RETURN(const ValueId zero, Zero(b, element));
  ir::Attributes attributes;
  attributes.Set(AttributeName::kEdgePaddingLow, Dims{0});
  attributes.Set(AttributeName::kEdgePaddingHigh, Dims{NumberOrOpen(size - now)});
  attributes.Set(AttributeName::kInteriorPadding, Dims{0});
  return b->AppendOne({.kind = OpKind::kPad,
                       .operands = {flat, zero},
                       .attributes = attributes,
                       .results = {{element, Flat(size)}}});
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

Shape Permuted(const Shape& shape, const Dims& order) {
  Shape permuted;
  for (const int64_t d : order) permuted.Append(shape[d]);
  return permuted;
}

std::optional<Shape> NestOf(const Layout& layout) {
  if (layout.walked.empty()) return std::nullopt;
  const Dims& sizes = layout.logical.dims();
  const Dims& walked = layout.walked;
  Dims nest = {sizes[walked[0]]};
  for (size_t i = 0; i + 1 < walked.size(); ++i) {
    const int64_t outer = layout.strides[walked[i]];
    const int64_t inner = layout.strides[walked[i + 1]];
    if (outer % inner != 0 || sizes[walked[i + 1]] > outer / inner) return std::nullopt;
    nest.push_back(outer / inner);
  }
  nest.push_back(layout.strides[walked.back()]);
  return Shape(std::move(nest));
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
  return Reshaped(b, places, Shape({layout.logical.num_elements(), 1}));
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
  return Reshaped(b, elements, layout.logical.shape);
}

OrValue ScatterStrided(const Layout& layout, ValueId value, ValueId flat,
                       CheckedBuilder* b) {
  TW_ASSIGN_OR_RETURN(const ValueId places, Places(b, layout));
  TW_ASSIGN_OR_RETURN(const ValueId updates,
                      Reshaped(b, value, Flat(layout.logical.num_elements())));
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

bool IsContiguous(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides) {
  int64_t wanted = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] == 0) return true;
    if (sizes[d] != 1 && strides[d] != wanted) return false;
    wanted *= sizes[d];
  }
  return true;
}

Layout LayoutOf(ir::ElementType element, const Dims& sizes, const Dims& strides) {
  Layout layout;
  layout.logical = {element, sizes};
  layout.memory = layout.logical;
  layout.strides = strides;
  layout.order.resize(sizes.size());
  std::iota(layout.order.begin(), layout.order.end(), 0);
  if (IsContiguous(sizes, strides) || SpanOf(sizes, strides) == 0) return layout;
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
  for (const int64_t d : layout.order) {
    if (sizes[d] == 1) continue;
    if (strides[d] == 0) {
      layout.shared = true;
    } else {
      layout.walked.push_back(d);
    }
  }
  layout.nest = NestOf(layout);
  return layout;
}

OrValue ReadArray(const Layout& layout, ValueId memory, CheckedBuilder* b) {
  if (layout.kind == Layout::Kind::kContiguous) return memory;
  if (layout.kind == Layout::Kind::kPermuted) {
    return Transposed(b, memory, Inverse(layout.order));
  }
  const Shape& sizes = layout.logical.shape;
  const Dims& walked = layout.walked;
  const std::optional<Shape>& nest = layout.nest;
  if (!nest.has_value() && !walked.empty()) return GatherStrided(layout, memory, b);
  ValueId array = memory;
  Dims kept = walked;  // in logical order
  std::sort(kept.begin(), kept.end());
  if (nest.has_value()) {
    TW_ASSIGN_OR_RETURN(array, PaddedTo(b, array, NumElements(*nest)));
    TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, *nest));
    const Shape first = Permuted(sizes, walked);
    TW_ASSIGN_OR_RETURN(array, FirstOf(b, array, Joined(first, {1})));
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
  if (!IsBlock(layout)) return ScatterStrided(layout, value, before, b);
  TW_ASSIGN_OR_RETURN(ValueId array, PaddedTo(b, before, NumElements(*layout.nest)));
  TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, *layout.nest));
  TW_ASSIGN_OR_RETURN(array, UpdateNest(layout, value, array, b));
  TW_ASSIGN_OR_RETURN(array, Reshaped(b, array, Flat(NumElements(*layout.nest))));
  return FirstOf(b, array, layout.memory.shape);
}

// Where elements share a place, the last one stays: that is no block.
bool IsBlock(const Layout& layout) {
  return layout.kind == Layout::Kind::kStrided && layout.nest.has_value() &&
         !layout.shared;
}

OrValue UpdateNest(const Layout& layout, ValueId value, ValueId before,
                   CheckedBuilder* b) {
  const Shape& sizes = layout.logical.shape;
  const Dims& walked = layout.walked;
  Dims kept = walked;
  std::sort(kept.begin(), kept.end());
  Dims order;
  for (const int64_t d : walked) {
    order.push_back(std::find(kept.begin(), kept.end(), d) - kept.begin());
  }
  TW_ASSIGN_OR_RETURN(ValueId update, Reshaped(b, value, Permuted(sizes, kept)));
  TW_ASSIGN_OR_RETURN(update, Transposed(b, update, order));
  TW_ASSIGN_OR_RETURN(update, Reshaped(b, update, Joined(Permuted(sizes, walked), {1})));
  TW_ASSIGN_OR_RETURN(const ValueId zero, Zero(b, ir::ElementType::kI32));
  std::vector<ValueId> operands = {before, update};
  operands.insert(operands.end(), layout.nest->rank(), zero);
  return b->AppendOne({.kind = OpKind::kDynamicUpdateSlice, .operands = operands});
}

}  // namespace tilewright::eager
