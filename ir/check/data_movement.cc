// Rules of operations that rearrange, repeat or make elements.
#include <algorithm>
#include <utility>

#include "ir/check/infer.h"
#include "ir/from_result.h"

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
                      op.Text(index));
    }
    if (index != op.operand(first)) {
      return op.Error("start indices must have one type, are ",
                      op.Text(op.operand(first)), " and ", op.Text(index));
    }
  }
  return absl::OkStatus();
}

// A slice to just behind the last element that the result has: it begins inside.
absl::Status CheckOpenSlice(const OpView& op, int d) {
  const int64_t start = op.ints(kStartIndices)[d];
  const int64_t stride = op.ints(kStrides)[d];
  const Size from = op.operand(0).shape[d];
  const Size size = op.declared()[0].shape[d];
  const Size limit = OpenLimit(start, stride, size);
  if (!op.AtLeast(size, stride == 1 ? 0 : 1) || !op.AtLeast(from, limit)) {
    return op.Error("slice [", start, ":", op.Text(limit), "] of dimension ", d,
                    " may not lie in the size ", op.Text(from));
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
    return op.Error("cannot make ", op.Text(result));
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
    return op.Error("cannot turn ", op.Text(from), " into elements of type ", Name(to));
  }
  const int from_bits = Info(from.element).bits;
  const int to_bits = Info(to).bits;
  TensorType result{to, from.shape};
  if (from_bits > to_bits) {
    result.shape.Append(from_bits / to_bits);
  } else if (from_bits < to_bits) {
    const int last = result.rank() - 1;
    if (last < 0 || !op.Equal(result.shape[last], to_bits / from_bits)) {
      return op.Error("needs a last dimension of ", to_bits / from_bits, " to turn ",
                      op.Text(from), " into elements of type ", Name(to));
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
    const Size size = result.shape[dimensions[i]];
    if (!from.shape[i].is_number(1) && !op.Equal(from.shape[i], size)) {
      return op.Error("dimension ", i, " of size ", op.Text(from.shape[i]),
                      " cannot become dimension ", dimensions[i], " of size ",
                      op.Text(size));
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
    if (!op.Equal(like, result)) {
      return op.Error("operand ", i, " of type ", op.Text(op.operand(i)),
                      " does not fit operand 0 of type ", op.Text(op.operand(0)),
                      " along dimension ", dimension);
    }
    result.shape.Set(dimension, result.shape[dimension] + op.operand(i).shape[dimension]);
    const Size size = result.shape[dimension];
    if (size.is_number() && size.number() > kMaxTensorBytes) {
      return op.Error("the result is beyond the largest size");
    }
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_RETURN_IF_ERROR(CheckList(op, kStartIndices, from.rank(), 0, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckOpenList(op, kLimitIndices, from.rank(), 0, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kStrides, from.rank(), 1, INT64_MAX));
  TensorType result{from.element, {}};
  for (int d = 0; d < from.rank(); ++d) {
    const int64_t start = op.ints(kStartIndices)[d];
    const int64_t limit = op.ints(kLimitIndices)[d];
    const int64_t stride = op.ints(kStrides)[d];
    if (limit == kFromResult) {
      TW_RETURN_IF_ERROR(CheckOpenSlice(op, d));
      result.shape.Append(op.declared()[0].shape[d]);
      continue;
    }
    if (start > limit || !op.AtLeast(from.shape[d], limit)) {
      return op.Error("slice [", start, ":", limit, "] of dimension ", d,
                      " does not lie in the size ", op.Text(from.shape[d]));
    }
    result.shape.Append(limit == start ? 0 : (limit - start - 1) / stride + 1);
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferDynamicSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_RETURN_IF_ERROR(CheckScalarIndices(op, 1, from.rank()));
  TW_RETURN_IF_ERROR(CheckOpenList(op, kSliceSizes, from.rank(), 0, kMaxTensorBytes));
  TensorType result{from.element, op.ints(kSliceSizes)};
  for (int d = 0; d < from.rank(); ++d) {
    if (op.ints(kSliceSizes)[d] == kFromResult) {
      result.shape.Set(d, op.declared()[0].shape[d]);
    }
    const Size size = result.shape[d];
    if (!op.AtLeast(from.shape[d], size)) {
      return op.Error("slice size ", op.Text(size), " of dimension ", d,
                      " exceeds the size ", op.Text(from.shape[d]));
    }
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferDynamicUpdateSlice(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& base = op.operand(0);
  const TensorType& update = op.operand(1);
  if (update.element != base.element || update.rank() != base.rank()) {
    return op.Error("update of type ", op.Text(update), " does not fit operand of type ",
                    op.Text(base));
  }
  for (int d = 0; d < base.rank(); ++d) {
    if (!op.AtLeast(base.shape[d], update.shape[d])) {
      return op.Error("update size ", op.Text(update.shape[d]), " of dimension ", d,
                      " exceeds the size ", op.Text(base.shape[d]));
    }
  }
  TW_RETURN_IF_ERROR(CheckScalarIndices(op, 2, base.rank()));
  return Types{base};
}

absl::StatusOr<Types> InferPad(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  if (op.operand(1) != Scalar(from.element)) {
    return op.Error("padding value of type ", op.Text(op.operand(1)),
                    " does not fit operand of type ", op.Text(from));
  }
  const int64_t rank = from.rank();
  TW_RETURN_IF_ERROR(
      CheckList(op, kEdgePaddingLow, rank, -kMaxTensorBytes, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(
      CheckOpenList(op, kEdgePaddingHigh, rank, -kMaxTensorBytes, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kInteriorPadding, rank, 0, kMaxTensorBytes));
  TensorType result{from.element, {}};
  for (int d = 0; d < rank; ++d) {
    const Size inner = Spread(from.shape[d], op.ints(kInteriorPadding)[d]);
    const int64_t high = op.ints(kEdgePaddingHigh)[d];
    const Size size = high == kFromResult ? op.declared()[0].shape[d]
                                          : inner + (op.ints(kEdgePaddingLow)[d] + high);
    const auto is_large = [](const Size& x) {
      return x.refused() || (x.is_number() && x.number() > kMaxTensorBytes);
    };
    if (is_large(size) || is_large(inner)) {
      return op.Error("padding of dimension ", d, " makes it larger than allowed");
    }
    if (!op.AtLeast(size, 0)) {
      return op.Error("padding of dimension ", d, " makes its size negative");
    }
    result.shape.Append(size);
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferReshape(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckNotToken(op));
  const TensorType& from = op.operand(0);
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  result.element = from.element;
  // The elements of an operand are in bounds; what is written need not be.
  int64_t count = 0;
  const bool bounded =
      !result.shape.is_static() || BoundedProduct(result.dims(), kMaxTensorBytes, &count);
  const Size elements = NumElements(from.shape);
  if (!bounded || !op.Equal(NumElements(result.shape), elements)) {
    return op.Error("cannot give the ", op.Text(elements), " elements of ", op.Text(from),
                    " the shape [", op.Text(result.shape), "]");
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
