// Rules of operations that take sizes as operands. Their result types are as
// written; what the operands say is held against it when they are rewritten.
#include <utility>

#include "ir/check/contractions.h"
#include "ir/check/indexing.h"
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

// Operand `i` is a list of `length` integers.
absl::Status CheckSizeList(const OpView& op, int i, int64_t length) {
  const TensorType& type = op.operand(i);
  if (IsInteger(type.element) && type.dims() == Dims{length}) return absl::OkStatus();
  return op.Error("operand ", i, " must be a list of ", length, " integers, is ",
                  ToString(type));
}

// The written result, with the operand's element type and `rank`.
absl::StatusOr<TensorType> DeclaredOf(const OpView& op, int64_t rank) {
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  result.element = op.operand(0).element;
  if (result.element == kToken) return op.Error("is not defined on tokens");
  if (rank >= 0 && result.rank() != rank) {
    return op.Error("result must have rank ", rank, ", is ", ToString(result));
  }
  return result;
}

}  // namespace

absl::StatusOr<Types> InferGetDimensionSize(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, op.operand(0).rank()));
  return Types{Scalar(kI32)};
}

absl::StatusOr<Types> InferDynamicBroadcastInDim(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType result, DeclaredOf(op, -1));
  TW_RETURN_IF_ERROR(CheckSizeList(op, 1, result.rank()));
  return InferBroadcastInDim(op);
}

absl::StatusOr<Types> InferDynamicConv(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType written, op.DeclaredOne());
  TW_ASSIGN_OR_RETURN(TensorType unpadded, ConvolutionType(op, {}));
  const int64_t spatial = op.operand(0).rank() - 2;
  const TensorType& padding = op.operand(2);
  if (!IsInteger(padding.element) || padding.dims() != Dims{spatial, 2}) {
    return op.Error("padding must be ", spatial, " pairs of integers, is ",
                    ToString(padding));
  }
  if (written.rank() != unpadded.rank()) {
    return op.Error("result must have rank ", unpadded.rank(), ", is ",
                    ToString(written));
  }
  written.element = unpadded.element;
  return Types{std::move(written)};
}

absl::StatusOr<Types> InferDynamicGather(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType written, DeclaredOf(op, -1));
  TW_RETURN_IF_ERROR(CheckSizeList(op, 2, op.operand(0).rank()));
  // Any sizes that keep the rules show whether the dimension numbers do.
  const TensorType& operand = op.operand(0);
  Dims sizes(operand.rank(), 0);
  Dims wanted = written.dims();
  for (int64_t d = 0; d < operand.rank(); ++d) {
    const bool dropped = Contains(op.ints(kCollapsedSliceDims), d) ||
                         Contains(op.ints(kOperandBatchingDims), d);
    sizes[d] = dropped && operand.dims()[d] > 0 ? 1 : 0;
  }
  TW_ASSIGN_OR_RETURN(const TensorType like, GatherType(op, sizes));
  if (like.rank() != written.rank()) {
    return op.Error("result must have rank ", like.rank(), ", is ", ToString(written));
  }
  return Types{std::move(written)};
}

absl::StatusOr<Types> InferDynamicIota(const OpView& op) {
  TW_ASSIGN_OR_RETURN(Types result, InferIota(op));
  TW_RETURN_IF_ERROR(CheckSizeList(op, 0, result[0].rank()));
  return result;
}

absl::StatusOr<Types> InferDynamicPad(const OpView& op) {
  const int64_t rank = op.operand(0).rank();
  TW_ASSIGN_OR_RETURN(TensorType result, DeclaredOf(op, rank));
  if (op.operand(1) != Scalar(result.element)) {
    return op.Error("padding value of type ", ToString(op.operand(1)),
                    " does not fit operand of type ", ToString(op.operand(0)));
  }
  for (int i = 2; i < 5; ++i) TW_RETURN_IF_ERROR(CheckSizeList(op, i, rank));
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferDynamicReshape(const OpView& op) {
  TW_ASSIGN_OR_RETURN(Types result, InferReshape(op));
  TW_RETURN_IF_ERROR(CheckSizeList(op, 1, result[0].rank()));
  return result;
}

absl::StatusOr<Types> InferRealDynamicSlice(const OpView& op) {
  const int64_t rank = op.operand(0).rank();
  TW_ASSIGN_OR_RETURN(TensorType result, DeclaredOf(op, rank));
  for (int i = 1; i < 4; ++i) TW_RETURN_IF_ERROR(CheckSizeList(op, i, rank));
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferAfterAll(const OpView& op) {
  for (int i = 0; i < op.operand_count(); ++i) {
    if (op.operand(i) != TokenType()) {
      return op.Error("takes tokens, operand ", i, " is ", ToString(op.operand(i)));
    }
  }
  return Types{TokenType()};
}

}  // namespace tilewright::ir
