#include "ir/from_result.h"

#include <algorithm>
#include <utility>

namespace tilewright::ir {
namespace {

using enum AttributeName;

bool HasFromResult(const Dims& list) {
  return std::find(list.begin(), list.end(), kFromResult) != list.end();
}

// The list of `operation` that may have such entries.
bool FindList(OpKind kind, AttributeName* name) {
  switch (kind) {
    case OpKind::kSlice:
      *name = kLimitIndices;
      return true;
    case OpKind::kPad:
      *name = kEdgePaddingHigh;
      return true;
    case OpKind::kDynamicSlice:
    case OpKind::kGather:
      *name = kSliceSizes;
      return true;
    default:
      return false;
  }
}

// The dimension of a gather's result that has dimension `d` of its slices.
int64_t OffsetDimension(const Attributes& attributes, int64_t d) {
  const Dims& collapsed = attributes.Ints(kCollapsedSliceDims);
  const Dims& batching = attributes.Ints(kOperandBatchingDims);
  int64_t kept = 0;
  for (int64_t i = 0; i < d; ++i) {
    const bool dropped = std::count(collapsed.begin(), collapsed.end(), i) > 0 ||
                         std::count(batching.begin(), batching.end(), i) > 0;
    kept += dropped ? 0 : 1;
  }
  return attributes.Ints(kOffsetDims)[kept];
}

Size Entry(const Shape& from, const Shape& result, OpKind kind, const Attributes& a,
           int64_t d) {
  switch (kind) {
    case OpKind::kSlice:
      return OpenLimit(a.Ints(kStartIndices)[d], a.Ints(kStrides)[d], result[d]);
    case OpKind::kPad:
      return result[d] - Spread(from[d], a.Ints(kInteriorPadding)[d]) -
             a.Ints(kEdgePaddingLow)[d];
    case OpKind::kGather:
      return result[OffsetDimension(a, d)];
    default:
      return result[d];
  }
}

}  // namespace

Attributes RunningWindows(const Dims& dims, int64_t dimension, bool is_reverse) {
  Dims windows(dims.size(), 1), padding(2 * dims.size(), 0);
  windows[dimension] = dims[dimension];
  padding[2 * dimension + (is_reverse ? 1 : 0)] = dims[dimension] - 1;
  Attributes attributes;
  attributes.Set(kWindowDimensions, std::move(windows));
  for (const AttributeName ones : {kWindowStrides, kBaseDilations, kWindowDilations}) {
    attributes.Set(ones, Dims(dims.size(), 1));
  }
  attributes.Set(kPadding, std::move(padding));
  return attributes;
}

void FillFromResult(const Program& program, Operation* operation) {
  if (operation->kind == OpKind::kReduceWindow && operation->attributes.Has(kDimension)) {
    if (!program.type(operation->results[0]).shape.is_static()) return;
    const Dims& dims = program.type(operation->results[0]).dims();
    Attributes& attributes = operation->attributes;
    const int64_t dimension = attributes.Int(kDimension);
    // Of nothing there is no window.
    if (dims[dimension] > 0) {
      attributes = RunningWindows(dims, dimension, attributes.Flag(kIsReverse));
    }
    return;
  }
  AttributeName name;
  if (!FindList(operation->kind, &name)) return;
  Dims list = operation->attributes.Ints(name);
  if (!HasFromResult(list)) return;
  const Shape& from = program.type(operation->operands[0]).shape;
  const Shape& result = program.type(operation->results[0]).shape;
  for (size_t d = 0; d < list.size(); ++d) {
    if (list[d] != kFromResult) continue;
    const Size entry = Entry(from, result, operation->kind, operation->attributes,
                             static_cast<int64_t>(d));
    if (entry.is_number()) list[d] = entry.number();
  }
  operation->attributes.Set(name, std::move(list));
}

}  // namespace tilewright::ir
