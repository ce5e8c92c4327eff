// Operations that take sizes as operands, where the result's type already
// says what the sizes are.
#include <utility>

#include "codegen/expand_internal.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// Attributes of the operation but the one that would be an operand.
ir::Attributes Keep(const Rewrite& rewrite) { return rewrite.attributes(); }

bool Has(const Dims& list, int64_t value) {
  for (int64_t entry : list) {
    if (entry == value) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<Values> ExpandGetDimensionSize(Rewrite& rewrite) {
  const int64_t size = rewrite.OperandType(0).dims[rewrite.attributes().Int(kDimension)];
  return Values{rewrite.builder.IntegerSplat(size, rewrite.ResultType())};
}

absl::StatusOr<Values> ExpandDynamicBroadcastInDim(Rewrite& rewrite) {
  ir::Attributes attributes = Keep(rewrite);
  return rewrite.Checked(kBroadcastInDim, {rewrite.operands[0]}, std::move(attributes),
                         rewrite.ResultType());
}

absl::StatusOr<Values> ExpandDynamicIota(Rewrite& rewrite) {
  return rewrite.Checked(kIota, {}, Keep(rewrite), rewrite.ResultType());
}

absl::StatusOr<Values> ExpandDynamicReshape(Rewrite& rewrite) {
  return Values{rewrite.builder.Reshape(rewrite.operands[0], rewrite.ResultType().dims)};
}

absl::StatusOr<Values> ExpandDynamicConv(Rewrite& rewrite) {
  TW_ASSIGN_OR_RETURN(Dims padding, rewrite.ConstantOperand(2, "padding"));
  ir::Attributes attributes = Keep(rewrite);
  attributes.Set(kPadding, std::move(padding));
  return rewrite.Checked(kConvolution, {rewrite.operands[0], rewrite.operands[1]},
                         std::move(attributes), rewrite.ResultType());
}

// The slice sizes show in the result: the offset dimensions, in order, are
// those of the operand that are neither collapsed nor batching.
absl::StatusOr<Values> ExpandDynamicGather(Rewrite& rewrite) {
  ir::Attributes attributes = Keep(rewrite);
  const TensorType operand = rewrite.OperandType(0);
  const TensorType result = rewrite.ResultType();
  const Dims offsets = attributes.Ints(kOffsetDims);
  Dims sizes;
  size_t next = 0;
  for (int64_t d = 0; d < operand.rank(); ++d) {
    if (Has(attributes.Ints(kCollapsedSliceDims), d) ||
        Has(attributes.Ints(kOperandBatchingDims), d)) {
      sizes.push_back(operand.dims[d] == 0 ? 0 : 1);
    } else {
      sizes.push_back(result.dims[offsets[next++]]);
    }
  }
  attributes.Set(kSliceSizes, std::move(sizes));
  return rewrite.Checked(kGather, {rewrite.operands[0], rewrite.operands[1]},
                         std::move(attributes), result);
}

absl::StatusOr<Values> ExpandDynamicPad(Rewrite& rewrite) {
  TW_ASSIGN_OR_RETURN(Dims low, rewrite.ConstantOperand(2, "edge_padding_low"));
  TW_ASSIGN_OR_RETURN(Dims high, rewrite.ConstantOperand(3, "edge_padding_high"));
  TW_ASSIGN_OR_RETURN(Dims interior, rewrite.ConstantOperand(4, "interior_padding"));
  ir::Attributes attributes;
  attributes.Set(kEdgePaddingLow, std::move(low));
  attributes.Set(kEdgePaddingHigh, std::move(high));
  attributes.Set(kInteriorPadding, std::move(interior));
  return rewrite.Checked(kPad, {rewrite.operands[0], rewrite.operands[1]},
                         std::move(attributes), rewrite.ResultType());
}

absl::StatusOr<Values> ExpandRealDynamicSlice(Rewrite& rewrite) {
  TW_ASSIGN_OR_RETURN(Dims start, rewrite.ConstantOperand(1, "start_indices"));
  TW_ASSIGN_OR_RETURN(Dims limit, rewrite.ConstantOperand(2, "limit_indices"));
  TW_ASSIGN_OR_RETURN(Dims strides, rewrite.ConstantOperand(3, "strides"));
  ir::Attributes attributes;
  attributes.Set(kStartIndices, std::move(start));
  attributes.Set(kLimitIndices, std::move(limit));
  attributes.Set(kStrides, std::move(strides));
  return rewrite.Checked(kSlice, {rewrite.operands[0]}, std::move(attributes),
                         rewrite.ResultType());
}

}  // namespace tilewright::codegen
