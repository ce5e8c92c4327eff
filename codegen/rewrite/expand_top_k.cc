// The largest elements: the front of a stable sort.
#include <utility>

#include "codegen/rewrite/expand_sort.h"
#include "codegen/rewrite/rewrite.h"

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

}  // namespace

Values SortedFront(Rewrite& rewrite, Values inputs, ir::Region comparator,
                   int64_t dimension, int64_t count, bool is_order) {
  // Each may move all of those before it.
  constexpr int64_t kFew = 128;
  ir::Builder& b = rewrite.builder;
  std::vector<TensorType> types;
  for (ValueId input : inputs) types.push_back(b.type(input));
  const Dims dims = types[0].dims();
  ir::Operation sort;
  sort.kind = kSort;
  sort.operands = std::move(inputs);
  sort.attributes.Set(kDimension, dimension);
  sort.attributes.Set(kIsStable, true);
  sort.regions.push_back(std::move(comparator));
  if (is_order && count > 0 && count <= kFew && count < dims[dimension]) {
    sort.attributes.Set(kK, count);
    for (TensorType& type : types) type.shape.Set(dimension, count);
    return b.AppendOperation(std::move(sort), std::move(types));
  }
  Values sorted = b.AppendOperation(std::move(sort), std::move(types));
  if (count == dims[dimension]) return sorted;
  Dims limit = dims;
  limit[dimension] = count;
  for (ValueId& value : sorted) value = b.Slice(value, Dims(dims.size(), 0), limit);
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
