#include "runtime/eager/arrays/moves.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/status_macros.h"

namespace tilewright::eager {

using ir::AttributeName;
using ir::Attributes;
using ir::CheckedBuilder;
using ir::Dims;
using ir::OpKind;
using ir::ValueId;

absl::StatusOr<ValueId> AppendReshape(CheckedBuilder* builder, ValueId x, Dims sizes) {
  if (builder->type(x).shape == ir::Shape(sizes)) return x;
  const ir::ElementType element = builder->type(x).element;
  return builder->AppendOne({.kind = OpKind::kReshape,
                             .operands = {x},
                             .results = {{element, std::move(sizes)}}});
}

absl::StatusOr<ValueId> AppendTranspose(CheckedBuilder* builder, ValueId x,
                                        Dims permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  Attributes attributes;
  attributes.Set(AttributeName::kPermutation, std::move(permutation));
  return builder->AppendOne(
      {.kind = OpKind::kTranspose, .operands = {x}, .attributes = std::move(attributes)});
}

absl::StatusOr<ValueId> AppendSlice(CheckedBuilder* builder, ValueId x, const Dims& start,
                                    const Dims& sizes) {
  if (builder->type(x).shape == ir::Shape(sizes)) return x;
  Dims limit = start;
  for (size_t d = 0; d < limit.size(); ++d) limit[d] += sizes[d];
  Attributes attributes;
  attributes.Set(AttributeName::kStartIndices, start);
  attributes.Set(AttributeName::kLimitIndices, std::move(limit));
  attributes.Set(AttributeName::kStrides, Dims(sizes.size(), 1));
  return builder->AppendOne(
      {.kind = OpKind::kSlice, .operands = {x}, .attributes = std::move(attributes)});
}

absl::StatusOr<ValueId> AppendUpdate(CheckedBuilder* builder, ValueId x, ValueId block,
                                     const Dims& start) {
  if (builder->type(x).shape == builder->type(block).shape) return block;
  std::vector<ValueId> operands = {x, block};
  for (const int64_t at : start) {
    Attributes attributes;
    attributes.Set(AttributeName::kValue,
                   ir::IntegerSplat(ir::Scalar(ir::ElementType::kI64), at));
    TW_ASSIGN_OR_RETURN(const ValueId number,
                        builder->AppendOne({.kind = OpKind::kConstant,
                                            .attributes = std::move(attributes)}));
    operands.push_back(number);
  }
  return builder->AppendOne(
      {.kind = OpKind::kDynamicUpdateSlice, .operands = std::move(operands)});
}

absl::StatusOr<ValueId> AppendBroadcast(CheckedBuilder* builder, ValueId x,
                                        const ir::TensorType& type, Dims dimensions) {
  if (builder->type(x).shape == type.shape) return x;
  Attributes attributes;
  attributes.Set(AttributeName::kBroadcastDimensions, std::move(dimensions));
  return builder->AppendOne({.kind = OpKind::kBroadcastInDim,
                             .operands = {x},
                             .attributes = std::move(attributes),
                             .results = {type}});
}

}  // namespace tilewright::eager
