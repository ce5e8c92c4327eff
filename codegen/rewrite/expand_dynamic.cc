// Operations that take sizes as operands, where the result's type already
// says what the sizes are.
#include <utility>

#include "codegen/rewrite/rewrite.h"
#include "tile/arrange.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// Attributes of the operation but the one that would be an operand.
ir::Attributes Keep(const Rewrite& rewrite) { return rewrite.attributes(); }

}  // namespace

absl::StatusOr<Values> ExpandGetDimensionSize(Rewrite& rewrite) {
  const ir::Size size =
      rewrite.OperandType(0).shape[rewrite.attributes().Int(kDimension)];
  if (size.is_number()) {
    return Values{rewrite.builder.IntegerSplat(size.number(), rewrite.ResultType())};
  }
  // Of something that nobody has to make.
  const ValueId line =
      rewrite.builder.Iota(0, {ir::ElementType::kI32, ir::Shape({size})});
  ir::Attributes attributes;
  attributes.Set(kDimension, int64_t{0});
  return rewrite.Checked(kGetDimensionSize, {line}, std::move(attributes),
                         rewrite.ResultType());
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
  return Values{
      rewrite.builder.Reshape(rewrite.operands[0], rewrite.ResultType().dims())};
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
    if (tile::Contains(attributes.Ints(kCollapsedSliceDims), d) ||
        tile::Contains(attributes.Ints(kOperandBatchingDims), d)) {
      sizes.push_back(operand.dims()[d] == 0 ? 0 : 1);
    } else {
      sizes.push_back(result.dims()[offsets[next++]]);
    }
  }
  attributes.Set(kSliceSizes, std::move(sizes));
  return rewrite.Checked(kGather, {rewrite.operands[0], rewrite.operands[1]},
                         std::move(attributes), result);
}

}  // namespace tilewright::codegen
