// Large reductions with few results, in two steps: of parts that can be reduced at
// the same time, and of what they give.
#include <algorithm>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "codegen/rewrite/rewrite.h"
#include "tile/combiner.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

constexpr int64_t kLarge = 1 << 18;    // elements from which a second step is worth it
constexpr int64_t kEnough = 8;         // independent pieces that need no more
constexpr int64_t kMaxParts = 64;      // that a dimension is cut into
constexpr int64_t kMinParts = 4;       // fewer are not worth it
constexpr int64_t kRunOfLanes = 64;    // results that are computed side by side
constexpr int64_t kLongRow = 1 << 16;  // what no cluster of rows keeps at hand

// The operand seen so that `outer` is reduced last, `inner` before.
struct Parts {
  Dims shape;
  Dims inner, outer;
};

// Cuts the first reduced dimension of more than one element.
bool FindParts(const Dims& dims, const Dims& reduced, Parts* parts) {
  size_t first = dims.size();
  int64_t others = 1;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) continue;
    if (first == dims.size() && dims[d] > 1) {
      first = d;
    } else {
      others *= dims[d];
    }
  }
  if (first == dims.size()) return false;
  const int64_t size = dims[first];
  parts->shape = dims;
  if (size >= kMinParts && size <= kMaxParts && others > 1) {
    parts->outer = {static_cast<int64_t>(first)};
    for (int64_t d : reduced) {
      if (d != static_cast<int64_t>(first)) parts->inner.push_back(d);
    }
    return true;
  }
  int64_t count = std::min(kMaxParts, size / 2);
  while (count > 1 && size % count != 0) --count;
  if (count < kMinParts) return false;
  parts->shape[first] = count;
  parts->shape.insert(parts->shape.begin() + static_cast<int64_t>(first) + 1,
                      size / count);
  parts->outer = {static_cast<int64_t>(first)};
  for (int64_t d : reduced) {
    parts->inner.push_back(d >= static_cast<int64_t>(first) ? d + 1 : d);
  }
  return true;
}

// Whether a kernel for the whole reduction would leave threads idle.
bool HasFewPieces(const Rewrite& rewrite, int64_t elements, int64_t results) {
  if (!ReducesAlongLanes(rewrite.from(), rewrite.operation())) {
    return results < kEnough * kRunOfLanes;
  }
  return results < kMinParts || (results < kEnough && elements / results > kLongRow);
}

}  // namespace

absl::StatusOr<Values> ExpandReduce(Rewrite& rewrite) {
  if (PromoteOperands(rewrite)) return rewrite.Copied();
  const ir::Operation& op = rewrite.operation();
  const TensorType type = rewrite.OperandType(0);
  const int64_t elements = type.num_elements();
  const int64_t results = rewrite.ResultType().num_elements();
  ir::OpKind combiner;
  Parts parts;
  if (elements < kLarge || op.operands.size() != 2 ||
      !FindCombiner(rewrite.from(), op.regions[0], &combiner) ||
      type.element != rewrite.ResultType().element ||
      !HasFewPieces(rewrite, elements, results) ||
      !FindParts(type.dims, op.attributes.Ints(kDimensions), &parts)) {
    return rewrite.Copied();
  }
  ir::Builder& b = rewrite.builder;
  // What is accumulated in f32 stays so between the steps.
  const bool narrow = ir::IsFloat(type.element) && ir::Info(type.element).bits < 32;
  const ElementType element = narrow ? ElementType::kF32 : type.element;
  ValueId x = rewrite.operands[0], init = rewrite.operands[1];
  if (narrow) {
    x = b.Convert(x, element);
    init = b.Convert(init, element);
  }
  const ValueId none = b.Constant(tile::CombinerIdentity(combiner, element));
  x = b.Reduce(combiner, b.Reshape(x, parts.shape), none, parts.inner);
  int64_t outer = parts.outer[0];
  for (int64_t d : parts.inner) outer -= d < parts.outer[0];
  x = b.Reduce(combiner, x, init, {outer});
  return Values{narrow ? b.Convert(x, type.element) : x};
}

}  // namespace tilewright::codegen
