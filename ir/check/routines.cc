// Rules of operations that library routines compute.
#include <algorithm>
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

absl::Status CheckMatrixElement(const OpView& op) {
  const ElementType element = op.operand(0).element;
  if (IsFloat(element) || IsComplex(element)) return absl::OkStatus();
  return op.Error("is not defined on ", ToString(op.operand(0)));
}

// `joined` is, for each of `types` in turn, an order of its dimensions.
absl::Status CheckLayouts(const OpView& op, AttributeName name, const Types& types) {
  if (!op.attributes().Has(name)) return absl::OkStatus();
  const Dims& joined = op.ints(name);
  size_t at = 0;
  for (const TensorType& type : types) {
    const auto rank = static_cast<size_t>(type.rank());
    if (joined.size() - at < rank) {
      return op.Error(Name(name), " has too few entries, ", joined.size());
    }
    Dims order(joined.begin() + at, joined.begin() + at + rank);
    std::sort(order.begin(), order.end());
    for (size_t d = 0; d < rank; ++d) {
      if (order[d] != static_cast<int64_t>(d)) {
        return op.Error(Name(name), " gives ", ToString(type),
                        " an order that is no permutation of its dimensions");
      }
    }
    at += rank;
  }
  if (at != joined.size()) {
    return op.Error(Name(name), " has ", joined.size(), " entries, needs ", at);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Types> InferFft(const OpView& op) {
  const TensorType& operand = op.operand(0);
  const std::string& type = op.attributes().Text(kFftType);
  const Dims& length = op.ints(kFftLength);
  const int64_t count = static_cast<int64_t>(length.size());
  if (count < 1 || count > 3 || count > operand.rank()) {
    return op.Error("fft_length must have 1 to 3 entries and no more than the ",
                    operand.rank(), " dimensions, has ", count);
  }
  TW_RETURN_IF_ERROR(CheckList(op, kFftLength, count, 0, kMaxTensorBytes));
  const bool real_input = type == "RFFT";
  const bool fits = real_input ? operand.element == kF32 || operand.element == kF64
                               : IsComplex(operand.element);
  if (!fits) return op.Error(type, " is not defined on ", ToString(operand));
  TensorType result = operand;
  if (real_input) result.element = operand.element == kF64 ? kC128 : kC64;
  if (type == "IRFFT") result.element = RealPart(operand.element);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t d = operand.rank() - count + i;
    const bool last = i == count - 1;
    const int64_t half = length[i] == 0 ? 0 : length[i] / 2 + 1;
    const int64_t wanted = last && type == "IRFFT" ? half : length[i];
    if (operand.dims()[d] != wanted) {
      return op.Error("dimension ", d, " must have size ", wanted, " for ", type,
                      " of length ", length[i], ", has ", operand.dims()[d]);
    }
    if (last && type == "RFFT") result.shape.Set(d, half);
    if (last && type == "IRFFT") result.shape.Set(d, length[i]);
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferCholesky(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckMatrixElement(op));
  const TensorType& a = op.operand(0);
  if (a.rank() < 2 || a.dims()[a.rank() - 1] != a.dims()[a.rank() - 2]) {
    return op.Error("needs square matrices, has ", ToString(a));
  }
  return Types{a};
}

absl::StatusOr<Types> InferTriangularSolve(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckMatrixElement(op));
  const TensorType& a = op.operand(0);
  const TensorType& b = op.operand(1);
  const int rank = a.rank();
  if (a.element != b.element || rank != b.rank() || rank < 2) {
    return op.Error("a and b must have one element type and one rank of at least 2, are ",
                    ToString(a), " and ", ToString(b));
  }
  if (a.dims()[rank - 1] != a.dims()[rank - 2]) {
    return op.Error("a must be square, is ", ToString(a));
  }
  for (int d = 0; d < rank - 2; ++d) {
    if (a.dims()[d] != b.dims()[d]) {
      return op.Error("batch dimension ", d, " has sizes ", a.dims()[d], " and ",
                      b.dims()[d]);
    }
  }
  const int side = op.attributes().Flag(kLeftSide) ? rank - 2 : rank - 1;
  if (b.dims()[side] != a.dims()[rank - 1]) {
    return op.Error("dimension ", side, " of b has size ", b.dims()[side],
                    ", which a of size ", a.dims()[rank - 1], " cannot solve");
  }
  return Types{b};
}

absl::StatusOr<Types> InferCustomCall(const OpView& op) {
  const Types results(op.declared().begin(), op.declared().end());
  Types operands;
  for (int i = 0; i < op.operand_count(); ++i) operands.push_back(op.operand(i));
  TW_RETURN_IF_ERROR(CheckLayouts(op, kOperandLayouts, operands));
  TW_RETURN_IF_ERROR(CheckLayouts(op, kResultLayouts, results));
  return results;
}

}  // namespace tilewright::ir
