// Rules of batch normalisation, random numbers and top_k.
#include <utility>

#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

// operand is a floating tensor with a feature dimension; operands `first` to
// `last` are lists of one number a feature. Returns the list's type.
absl::StatusOr<TensorType> CheckFeatures(const OpView& op, int first, int last) {
  const TensorType& operand = op.operand(0);
  if (!IsFloat(operand.element)) {
    return op.Error("is not defined on ", ToString(operand));
  }
  TW_RETURN_IF_ERROR(CheckIndex(op, kFeatureIndex, operand.rank()));
  TensorType feature{operand.element,
                     {operand.dims()[op.attributes().Int(kFeatureIndex)]}};
  for (int i = first; i <= last; ++i) {
    if (op.operand(i) != feature) {
      return op.Error("operand ", i, " must have the type ", ToString(feature), ", has ",
                      ToString(op.operand(i)));
    }
  }
  return feature;
}

}  // namespace

absl::StatusOr<Types> InferBatchNormGrad(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType feature, CheckFeatures(op, 1, 3));
  if (op.operand(4) != op.operand(0)) {
    return op.Error("grad_output must have the type ", ToString(op.operand(0)), ", has ",
                    ToString(op.operand(4)));
  }
  return Types{op.operand(0), feature, feature};
}

absl::StatusOr<Types> InferBatchNormInference(const OpView& op) {
  TW_RETURN_IF_ERROR(CheckFeatures(op, 1, 4).status());
  return Types{op.operand(0)};
}

absl::StatusOr<Types> InferBatchNormTraining(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType feature, CheckFeatures(op, 1, 2));
  return Types{op.operand(0), feature, feature};
}

absl::StatusOr<Types> InferRng(const OpView& op) {
  TW_ASSIGN_OR_RETURN(TensorType result, op.DeclaredOne());
  result.element = op.operand(0).element;
  const ElementType element = result.element;
  const bool uniform = op.attributes().Text(kRngDistribution) == "UNIFORM";
  const bool fits = IsFloat(element) || (uniform && IsWhole(element));
  if (!fits || op.operand(0).rank() != 0 || op.operand(1) != op.operand(0)) {
    return op.Error(op.attributes().Text(kRngDistribution), " of ",
                    ToString(op.operand(0)), " and ", ToString(op.operand(1)),
                    " is not defined");
  }
  const TensorType& shape = op.operand(2);
  if (!IsInteger(shape.element) || shape.dims() != Dims{result.rank()}) {
    return op.Error("shape must be a list of ", result.rank(), " integers, is ",
                    ToString(shape));
  }
  return Types{std::move(result)};
}

absl::StatusOr<Types> InferRngBitGenerator(const OpView& op) {
  const TensorType& state = op.operand(0);
  const std::string& algorithm = op.attributes().Text(kRngAlgorithm);
  const bool list = state.element == kU64 && state.rank() == 1;
  const int64_t size = list ? state.dims()[0] : 0;
  const bool fits = size == 2 || (size == 3 && algorithm != "THREE_FRY");
  if (!fits) {
    return op.Error("state of ", algorithm, " must be ",
                    algorithm == "THREE_FRY" ? "2" : "2 or 3", " ui64, is ",
                    ToString(state));
  }
  TW_ASSIGN_OR_RETURN(Types types, op.Declared(2));
  const TensorType& output = types[1];
  if (output.has_dynamic_size() || output.element == kToken ||
      (!IsInteger(output.element) && !IsFloat(output.element))) {
    return op.Error("cannot make ", ToString(output));
  }
  types[0] = state;
  return types;
}

absl::StatusOr<Types> InferTopK(const OpView& op) {
  const TensorType& operand = op.operand(0);
  if (operand.rank() < 1) return op.Error("needs at least one dimension");
  if (!IsFloat(operand.element) && !IsWhole(operand.element)) {
    return op.Error("is not defined on ", ToString(operand));
  }
  const int64_t k = op.attributes().Int(kK);
  Shape shape = operand.shape;
  const Size last = shape[shape.rank() - 1];
  if (k < 0 || !op.AtLeast(last, k)) {
    return op.Error("k must be 0 to ", op.Text(last), ", is ", k);
  }
  shape.Set(shape.rank() - 1, k);
  return Types{{operand.element, shape}, {kI32, shape}};
}

}  // namespace tilewright::ir
