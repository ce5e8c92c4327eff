// The largest elements: the front of a stable sort.
#include <utility>

#include "codegen/rewrite/expand_sort.h"
#include "codegen/rewrite/rewrite.h"
#include "ir/size/prove.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::ElementType;
using enum ir::OpKind;

// Compares the first two of the four scalars that (values, indices) give.
ir::Region ValueComparator(Rewrite& rewrite, ir::ElementType element, bool largest) {
  ir::Program* program = rewrite.builder.program();
  ir::Region region;
  for (ir::ElementType type : {element, element, kI32, kI32}) {
    region.arguments.push_back(program->AddValue(ir::Scalar(type)));
  }
  ir::Builder inner(program, &region, rewrite.operation().location);
  ir::Attributes attributes;
  attributes.Set(kComparisonDirection, std::string(largest ? "GT" : "LT"));
  attributes.Set(kCompareType, std::string(ir::IsFloat(element)    ? "TOTALORDER"
                                           : ir::IsSigned(element) ? "SIGNED"
                                                                   : "UNSIGNED"));
  region.results = {inner.Append(kCompare, {region.arguments[0], region.arguments[1]},
                                 ir::Scalar(kI1), std::move(attributes))};
  return region;
}

// The first `count` along a dimension.
ValueId Front(ir::Builder& b, ValueId x, int64_t dimension, int64_t count) {
  TensorType result = b.type(x);
  result.shape.Set(dimension, count);
  const size_t rank = result.rank();
  Dims limits;
  for (const ir::Size& size : result.shape.sizes()) {
    limits.push_back(size.is_number() ? size.number() : ir::kFromResult);
  }
  ir::Attributes attributes;
  attributes.Set(kStartIndices, Dims(rank, 0));
  attributes.Set(kLimitIndices, std::move(limits));
  attributes.Set(kStrides, Dims(rank, 1));
  return b.Append(kSlice, {x}, std::move(result), std::move(attributes));
}

}  // namespace

Values SortedFront(Rewrite& rewrite, Values inputs, ir::Region comparator,
                   int64_t dimension, int64_t count, bool is_order) {
  // Each may move all of those before it.
  constexpr int64_t kFew = 128;
  ir::Builder& b = rewrite.builder;
  std::vector<TensorType> types;
  for (ValueId input : inputs) types.push_back(b.type(input));
  const ir::Size size = types[0].shape[dimension];
  ir::Operation sort;
  sort.kind = kSort;
  sort.operands = std::move(inputs);
  sort.attributes.Set(kDimension, dimension);
  sort.attributes.Set(kIsStable, true);
  sort.regions.push_back(std::move(comparator));
  const ir::Proof is_part = ir::ProveAtLeast(size, count + 1, b.program()->symbols);
  if (is_order && count > 0 && count <= kFew && is_part == ir::Proof::kYes) {
    sort.attributes.Set(kK, count);
    for (TensorType& type : types) type.shape.Set(dimension, count);
    return b.AppendOperation(std::move(sort), std::move(types));
  }
  Values sorted = b.AppendOperation(std::move(sort), std::move(types));
  if (size.is_number(count)) return sorted;
  for (ValueId& value : sorted) value = Front(b, value, dimension, count);
  return sorted;
}

absl::StatusOr<Values> TopK(Rewrite& rewrite, int64_t k, bool largest) {
  ir::Builder& b = rewrite.builder;
  const TensorType type = rewrite.OperandType(0);
  const int64_t last = type.rank() - 1;
  const ValueId indices = b.Iota(last, {kI32, type.shape});
  return SortedFront(rewrite, {rewrite.operands[0], indices},
                     ValueComparator(rewrite, type.element, largest), last, k,
                     /*is_order=*/true);
}

// NaN is the largest, -0 less than +0; equal elements keep their order.
absl::StatusOr<Values> ExpandTopK(Rewrite& rewrite) {
  return TopK(rewrite, rewrite.attributes().Int(kK), /*largest=*/true);
}

}  // namespace tilewright::codegen
