// Slices, paddings and convolutions whose positions are operands, and whose
// result's type is static. Where the operands are known they become attributes;
// where only a run tells them, positions are computed and read by gathers, which
// keep every position inside the array.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

// A splat of i64 or, given a list, its entry `d` repeated `count` times.
ValueId Repeated(ir::Builder& b, int64_t value, int64_t count) {
  return b.IntegerSplat(value, {kI64, {count}});
}
ValueId Repeated(ir::Builder& b, ValueId list, int64_t d, int64_t count) {
  return b.Broadcast(b.Slice(list, {d}, {d + 1}), {0}, {count});
}

// Integers as i64; what i64 cannot hold counts as its largest.
ValueId Signed(ir::Builder& b, ValueId list) {
  if (b.type(list).element == kU64) {
    const ValueId most =
        b.IntegerSplat(std::numeric_limits<int64_t>::max(), b.type(list));
    list = b.Binary(kMinimum, list, most);
  }
  return b.Convert(list, kI64);
}

ValueId Clamped(ir::Builder& b, ValueId x, ValueId low, ValueId high) {
  return b.Binary(kMinimum, b.Binary(kMaximum, x, low), high);
}

// `x` with the elements at `positions` (a list) along dimension `d`, which
// is not empty. Positions outside are moved to the nearest end.
ValueId ReadAlong(ir::Builder& b, ValueId x, int64_t d, ValueId positions) {
  TensorType type = b.type(x);
  Dims sizes = type.dims();
  Dims others;
  for (int64_t k = 0; k < type.rank(); ++k) {
    if (k != d) others.push_back(k);
  }
  sizes[d] = 1;
  type.shape.Set(d, b.type(positions).shape[0]);
  ir::Attributes attributes;
  attributes.Set(kOffsetDims, std::move(others));
  attributes.Set(kCollapsedSliceDims, Dims{d});
  attributes.Set(kStartIndexMap, Dims{d});
  attributes.Set(kIndexVectorDim, int64_t{1});
  attributes.Set(kSliceSizes, std::move(sizes));
  return b.Append(kGather, {x, positions}, std::move(type), std::move(attributes));
}

// Lists of a number a dimension: of new elements before the first (or, negative, of
// those that go) and between neighbours.
struct Padding {
  ValueId low;
  ValueId interior;  // unless known
  std::optional<Dims> known_interior;
};

// `x` padded with `value` to `shape`, which says what comes after the last. Element
// i along a dimension is x's (i - low) / (interior + 1) where that divides and lies
// inside.
ValueId PadTo(ir::Builder& b, ValueId x, ValueId value, const Padding& padding,
              const Dims& shape) {
  const ValueId fill = b.BroadcastScalar(value, shape);
  if (b.type(x).num_elements() == 0) return fill;
  ValueId inside = -1;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
    const int64_t n = shape[d];
    const ValueId index = b.Iota(0, {kI64, {n}});
    const ValueId low = Repeated(b, padding.low, d, n);
    ValueId valid = b.Compare("LE", low, index);
    // From the first element on: where that is not negative it is exact as unsigned.
    ValueId position = b.BitcastConvert(b.Binary(kSubtract, index, low), kU64);
    if (!padding.known_interior.has_value() || (*padding.known_interior)[d] != 0) {
      const ValueId gap = padding.known_interior.has_value()
                              ? Repeated(b, (*padding.known_interior)[d], n)
                              : b.Binary(kMaximum, Repeated(b, padding.interior, d, n),
                                         Repeated(b, 0, n));
      const ValueId step = b.BitcastConvert(b.Binary(kAdd, gap, Repeated(b, 1, n)), kU64);
      const ValueId rest = b.Binary(kRemainder, position, step);
      const ValueId zero = b.IntegerSplat(0, b.type(rest));
      valid = b.Binary(kAnd, valid, b.Compare("EQ", rest, zero));
      position = b.Binary(kDivide, position, step);
    }
    const ValueId size = b.IntegerSplat(b.type(x).dims()[d], b.type(position));
    valid = b.Binary(kAnd, valid, b.Compare("LT", position, size));
    x = ReadAlong(b, x, d, position);
    valid = b.Broadcast(valid, {d}, shape);
    inside = inside < 0 ? valid : b.Binary(kAnd, inside, valid);
  }
  return inside < 0 ? x : b.Select(inside, x, fill);
}

// The padding at one edge, given that at the other: sizes say the rest. What does
// not fit at all ends up beyond what pad allows.
Dims OtherEdge(const Dims& edge, const Dims& interior, const Dims& from, const Dims& to) {
  constexpr __int128 kTooMuch = 2 * __int128{ir::kMaxTensorBytes};
  Dims other;
  for (size_t d = 0; d < from.size(); ++d) {
    const int64_t gaps = from[d] > 0 ? from[d] - 1 : 0;
    const __int128 size = from[d] + __int128{gaps} * interior[d];
    const __int128 rest = to[d] - size - edge[d];
    other.push_back(static_cast<int64_t>(std::clamp(rest, -kTooMuch, kTooMuch)));
  }
  return other;
}

// A dynamic slice that holds every element up to the last one, then each stride-th
// of it.
absl::StatusOr<Values> SliceWithStrides(Rewrite& rewrite, ValueId starts,
                                        const Dims& strides) {
  ir::Builder& b = rewrite.builder;
  const TensorType from = rewrite.OperandType(0);
  const TensorType result = rewrite.ResultType();
  Dims spans;
  Values operands = {rewrite.operands[0]};
  for (int64_t d = 0; d < from.rank(); ++d) {
    const __int128 span = __int128{result.dims()[d] - 1} * strides[d] + 1;
    if (strides[d] < 1 || span > from.dims()[d]) {
      return rewrite.Invalid("a slice of ", result.dims()[d], " with stride ", strides[d],
                             " does not lie in the size ", from.dims()[d],
                             " of dimension ", d);
    }
    spans.push_back(static_cast<int64_t>(span));
    operands.push_back(b.Reshape(b.Slice(starts, {d}, {d + 1}), {}));
  }
  ir::Attributes attributes;
  attributes.Set(kSliceSizes, spans);
  const ValueId whole = b.Append(kDynamicSlice, std::move(operands),
                                 {from.element, spans}, std::move(attributes));
  return Values{b.Slice(whole, Dims(from.rank(), 0), spans, strides)};
}

}  // namespace

absl::StatusOr<Values> ExpandDynamicPad(Rewrite& rewrite) {
  const Values& operands = rewrite.operands;
  const TensorType from = rewrite.OperandType(0);
  const TensorType result = rewrite.ResultType();
  std::optional<Dims> low = rewrite.KnownOperand(2);
  std::optional<Dims> high = rewrite.KnownOperand(3);
  std::optional<Dims> interior = rewrite.KnownOperand(4);
  if (!interior.has_value() || (!low.has_value() && !high.has_value())) {
    ir::Builder& b = rewrite.builder;
    const Padding padding{Signed(b, operands[2]), Signed(b, operands[4]),
                          std::move(interior)};
    return Values{PadTo(b, operands[0], operands[1], padding, result.dims())};
  }
  if (!low.has_value()) low = OtherEdge(*high, *interior, from.dims(), result.dims());
  if (!high.has_value()) high = OtherEdge(*low, *interior, from.dims(), result.dims());
  ir::Attributes attributes;
  attributes.Set(kEdgePaddingLow, *std::move(low));
  attributes.Set(kEdgePaddingHigh, *std::move(high));
  attributes.Set(kInteriorPadding, *std::move(interior));
  return rewrite.Checked(kPad, {operands[0], operands[1]}, std::move(attributes), result);
}

// Element i along a dimension is the operand's start + i stride. As in
// dynamic_slice a start is moved so that the slice lies inside. The limits follow
// from the result's sizes.
absl::StatusOr<Values> ExpandRealDynamicSlice(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  const TensorType from = rewrite.OperandType(0);
  const TensorType result = rewrite.ResultType();
  std::optional<Dims> start = rewrite.KnownOperand(1);
  std::optional<Dims> limit = rewrite.KnownOperand(2);
  std::optional<Dims> strides = rewrite.KnownOperand(3);
  if (start.has_value() && limit.has_value() && strides.has_value()) {
    ir::Attributes attributes;
    attributes.Set(kStartIndices, *std::move(start));
    attributes.Set(kLimitIndices, *std::move(limit));
    attributes.Set(kStrides, *std::move(strides));
    return rewrite.Checked(kSlice, {rewrite.operands[0]}, std::move(attributes), result);
  }
  for (int64_t d = 0; d < from.rank(); ++d) {
    if (result.dims()[d] > from.dims()[d]) {
      return rewrite.Invalid("a slice of size ", result.dims()[d],
                             " does not lie in the size ", from.dims()[d],
                             " of dimension ", d);
    }
  }
  if (result.num_elements() == 0) return Values{b.Splat(0, result)};
  const ValueId starts = Signed(b, rewrite.operands[1]);
  if (strides.has_value()) return SliceWithStrides(rewrite, starts, *strides);
  const ValueId steps = Signed(b, rewrite.operands[3]);
  ValueId x = rewrite.operands[0];
  for (int64_t d = 0; d < from.rank(); ++d) {
    const int64_t n = result.dims()[d];
    const int64_t size = from.dims()[d];
    if (n == size) continue;  // all of it, and then in order
    const ValueId zero = Repeated(b, 0, n);
    const ValueId one = Repeated(b, 1, n);
    const ValueId longest = Repeated(b, n > 1 ? (size - 1) / (n - 1) : 1, n);
    const ValueId stride = Clamped(b, Repeated(b, steps, d, n), one, longest);
    const ValueId span = b.Binary(kMultiply, stride, Repeated(b, n - 1, n));
    const ValueId last = b.Binary(kSubtract, Repeated(b, size - 1, n), span);
    const ValueId first = Clamped(b, Repeated(b, starts, d, n), zero, last);
    const ValueId offset = b.Binary(kMultiply, b.Iota(0, {kI64, {n}}), stride);
    x = ReadAlong(b, x, d, b.Binary(kAdd, first, offset));
  }
  return Values{x};
}

// Only the padding's low edges matter: the left side is padded and dilated to the
// size that the result's implies, and what follows needs neither.
absl::StatusOr<Values> ExpandDynamicConv(Rewrite& rewrite) {
  ir::Builder& b = rewrite.builder;
  ir::Attributes attributes = rewrite.attributes();
  const TensorType result = rewrite.ResultType();
  std::optional<Dims> known = rewrite.KnownOperand(2);
  if (known.has_value()) {
    attributes.Set(kPadding, *std::move(known));
    return rewrite.Checked(kConvolution, {rewrite.operands[0], rewrite.operands[1]},
                           std::move(attributes), result);
  }
  const TensorType from = rewrite.OperandType(0);
  const TensorType kernel = rewrite.OperandType(1);
  const Dims input_spatial = attributes.Ints(kInputSpatialDimensions);
  const Dims kernel_spatial = attributes.Ints(kKernelSpatialDimensions);
  const Dims output_spatial = attributes.Ints(kOutputSpatialDimensions);
  const Dims strides = attributes.Ints(kWindowStrides);
  const Dims lhs_dilation = attributes.Ints(kLhsDilation);
  const Dims rhs_dilation = attributes.Ints(kRhsDilation);
  const auto entry = [](const Dims& list, size_t i) {
    return list.empty() ? int64_t{1} : list[i];
  };

  Dims shape = from.dims();
  Dims interior(from.rank(), 0);
  const int64_t spatial = from.rank() - 2;
  // The low edges of all dimensions, taken from those of the spatial ones.
  std::vector<ValueId> low(from.rank(), b.IntegerSplat(0, {kI64, {1}}));
  const ValueId padding = Signed(b, rewrite.operands[2]);
  for (int64_t i = 0; i < spatial; ++i) {
    const int64_t d = input_spatial[i];
    const int64_t n = result.dims()[output_spatial[i]];
    const int64_t window = kernel.dims()[kernel_spatial[i]];
    const __int128 reach =
        window > 0 ? __int128{window - 1} * entry(rhs_dilation, i) + 1 : 0;
    const __int128 size = n > 0 ? __int128{n - 1} * entry(strides, i) + reach : 0;
    if (size > ir::kMaxTensorBytes) {
      return rewrite.Invalid("a result of ", n, " in dimension ", output_spatial[i],
                             " needs more padding than allowed");
    }
    shape[d] = static_cast<int64_t>(size);
    interior[d] = entry(lhs_dilation, i) - 1;
    low[d] = b.Reshape(b.Slice(padding, {i, 0}, {i + 1, 1}), {1});
  }
  int64_t count = 0;
  if (!ir::BoundedProduct(shape, ir::kMaxTensorBytes / 16, &count)) {
    return rewrite.Invalid("the padded left side would be too large");
  }
  if (result.num_elements() == 0) return Values{b.Splat(0, result)};
  const ValueId zero = b.Splat(0, ir::Scalar(from.element));
  const Padding how{b.Concatenate(std::move(low), 0), -1, std::move(interior)};
  const ValueId padded = PadTo(b, rewrite.operands[0], zero, how, shape);
  attributes.Set(kLhsDilation, Dims(spatial, 1));
  attributes.Set(kPadding, Dims(2 * spatial, 0));
  return rewrite.Checked(kConvolution, {padded, rewrite.operands[1]},
                         std::move(attributes), result);
}

}  // namespace tilewright::codegen
