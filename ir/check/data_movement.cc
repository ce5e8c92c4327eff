// Rules of operations that rearrange, repeat or make elements.
#include <algorithm>
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

absl::Status CheckNotToken(const OpView& op) {
  for (int i = 0; i < op.operand_count(); ++i) {
    if (op.operand(i).element == kToken) return op.Error("is not defined on tokens");
  }
  return absl::OkStatus();
}

// Operands from `first` on are scalars of one integer type, one a dimension.
absl::Status CheckScalarIndices(const OpView& op, int first, int count) {
  if (op.operand_count() - first != count) {
    return op.Error("needs ", count, " start indices, has ", op.operand_count() - first);
  }
  for (int i = first; i < op.operand_count(); ++i) {
    const TensorType& index = op.operand(i);
    if (index.rank() != 0 || !IsInteger(index.element)) {
      return op.Error("start index ", i - first, " must be an integer scalar, is ",
                      ToString(index));
    }
    if (index != op.operand(first)) {
      return op.Error("start indices must have one type, are ",
                      ToString(op.operand(first)), " and ", ToString(index));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Types> InferConstant(const OpView& op) {
  return Types{op.attributes().Constant(kValue).type()};
}

absl::StatusOr<Types> InferIota(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  if (IsBool(result.element) || result.element == kToken) {
    return op.Error("cannot make ", ToString(result));
  }
  TW_RETURN_IF_ERROR(CheckIndex(op, kIotaDimension, result.rank()));
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferBitcastConvert(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  if (op.declared().size() != 1) return op.Error("needs a written result type");
  const ElementType to = op.declared()[0].element;
  if (to == kToken) return op.Error("cannot make tokens");
  if (IsComplex(from.element) != IsComplex(to)) {
    return op.Error("cannot turn ", ToString(from), " into elements of type ", Name(to));
  }
  const int from_bits = Info(from.element).bits;
  const int to_bits = Info(to).bits;
  TensorType result{to, from.dims()};
  if (from_bits > to_bits) {
    result.shape.Append(from_bits / to_bits);
  } else if (from_bits < to_bits) {
    if (result.dims().empty() || result.dims().back() != to_bits / from_bits) {
      return op.Error("needs a last dimension of ", to_bits / from_bits, " to turn ",
                      ToString(from), " into elements of type ", Name(to));
    }
    result.shape.Erase(result.rank() - 1);
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferBroadcastInDim(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  result.element = from.element;
  const Dims& dimensions = op.ints(kBroadcastDimensions);
  if (static_cast<int>(dimensions.size()) != from.rank()) {
    return op.Error("broadcast_dimensions must have ", from.rank(), " entries, has ",
                    dimensions.size());
  }
  TW_RETURN_IF_ERROR(CheckDimensions(op, kBroadcastDimensions, result.rank()));
  for (int i = 0; i < from.rank(); ++i) {
    const int64_t size = result.dims()[dimensions[i]];
    if (from.dims()[i] != 1 && from.dims()[i] != size) {
      return op.Error("dimension ", i, " of size ", from.dims()[i],
                      " cannot become dimension ", dimensions[i], " of size ", size);
    }
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferConcatenate(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  TensorType result = op.operand(0);
  TW_RETURN_IF_ERROR(CheckIndex(op, kDimension, result.rank()));
  const int64_t dimension = op.attributes().Int(kDimension);
  for (int i = 1; i < op.operand_count(); ++i) {
    TensorType like = op.operand(i);
    if (like.rank() == result.rank()) like.shape.Set(dimension, result.shape[dimension]);
    if (like != result) {
      return op.Error("operand ", i, " of type ", ToString(op.operand(i)),
                      " does not fit operand 0 of type ", ToString(op.operand(0)),
                      " along dimension ", dimension);
    }
    result.shape.Set(dimension, result.shape[dimension] + op.operand(i).shape[dimension]);
    if (result.dims()[dimension] > kMaxTensorBytes) {
      return op.Error("the result is beyond the largest size");
    }
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_RETURN_IF_ERROR(CheckList(op, kStartIndices, from.rank(), 0, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kLimitIndices, from.rank(), 0, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kStrides, from.rank(), 1, INT64_MAX));
  TensorType result{from.element, {}};
  for (int d = 0; d < from.rank(); ++d) {
    const int64_t start = op.ints(kStartIndices)[d];
    const int64_t limit = op.ints(kLimitIndices)[d];
    const int64_t stride = op.ints(kStrides)[d];
    if (start > limit || limit > from.dims()[d]) {
      return op.Error("slice [", start, ":", limit, "] of dimension ", d,
                      " does not lie in the size ", from.dims()[d]);
    }
    result.shape.Append(limit == start ? 0 : (limit - start - 1) / stride + 1);
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferDynamicSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_RETURN_IF_ERROR(CheckScalarIndices(op, 1, from.rank()));
  TW_RETURN_IF_ERROR(CheckList(op, kSliceSizes, from.rank(), 0, kMaxTensorBytes));
  const Dims& sizes = op.ints(kSliceSizes);
  for (int d = 0; d < from.rank(); ++d) {
    if (sizes[d] > from.dims()[d]) {
      return op.Error("slice size ", sizes[d], " of dimension ", d, " exceeds the size ",
                      from.dims()[d]);
    }
  }
  return Types{{from.element, sizes}};
}

absl::StatusOr<Types> InferDynamicUpdateSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& base = op.operand(0);
  const TensorType& update = op.operand(1);
  if (update.element != base.element || update.rank() != base.rank()) {
    return op.Error("update of type ", ToString(update), " does not fit operand of type ",
                    ToString(base));
  }
  for (int d = 0; d < base.rank(); ++d) {
    if (update.dims()[d] > base.dims()[d]) {
      return op.Error("update size ", update.dims()[d], " of dimension ", d,
                      " exceeds the size ", base.dims()[d]);
    }
  }
  TW_RETURN_IF_ERROR(CheckScalarIndices(op, 2, base.rank()));
  return Types{base};
}

absl::StatusOr<Types> InferPad(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  if (op.operand(1) != Scalar(from.element)) {
    return op.Error("padding value of type ", ToString(op.operand(1)),
                    " does not fit operand of type ", ToString(from));
  }
  const int64_t rank = from.rank();
  TW_RETURN_IF_ERROR(
      CheckList(op, kEdgePaddingLow, rank, -kMaxTensorBytes, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(
      CheckList(op, kEdgePaddingHigh, rank, -kMaxTensorBytes, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kInteriorPadding, rank, 0, kMaxTensorBytes));
  TensorType result{from.element, {}};
  for (int d = 0; d < rank; ++d) {
    const int64_t gaps = std::max<int64_t>(from.dims()[d] - 1, 0);
    const __int128 inner =
        __int128{from.dims()[d]} + __int128{gaps} * op.ints(kInteriorPadding)[d];
    const __int128 size =
        inner + op.ints(kEdgePaddingLow)[d] + op.ints(kEdgePaddingHigh)[d];
    if (size < 0) {
      return op.Error("padding of dimension ", d, " makes its size negative");
    }
    if (size > kMaxTensorBytes || inner > kMaxTensorBytes) {
      return op.Error("padding of dimension ", d, " makes it larger than allowed");
    }
    result.shape.Append(static_cast<int64_t>(size));
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferReshape(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  result.element = from.element;
  int64_t count = 0;
  if (!BoundedProduct(result.dims(), kMaxTensorBytes, &count) ||
      count != from.num_elements()) {
    return op.Error("cannot give the ", from.num_elements(), " elements of ",
                    ToString(from), " the shape [", Join(result.dims()), "]");
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferReverse(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  TW_RETURN_IF_ERROR(CheckDimensions(op, kDimensions, op.operand(0).rank()));
  return Types{op.operand(0)};
}

absl::StatusOr<Types> InferTranspose(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  const Dims& permutation = op.ints(kPermutation);
  TW_RETURN_IF_ERROR(CheckDimensions(op, kPermutation, from.rank()));
  if (static_cast<int>(permutation.size()) != from.rank()) {
    return op.Error("permutation [", Join(permutation), "] must name all ", from.rank(),
                    " dimensions");
  }
  TensorType result{from.element, {}};
  for (int64_t d : permutation) result.shape.Append(from.shape[d]);
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferOptimizationBarrier(const OpView& op) {
  Types types;
  for (int i = 0; i < op.operand_count(); ++i) types.push_back(op.operand(i));
  return types;
}

}  // namespace tilewright::ir
