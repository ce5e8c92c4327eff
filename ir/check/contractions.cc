// Rules of dot_general, convolution and ragged_dot.
#include "ir/check/contractions.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum AttributeName;
using enum ElementType;

bool SameClass(ElementType x, ElementType y) {
  return Info(x).type_class == Info(y).type_class || (IsInteger(x) && IsInteger(y));
}

// The result's element type: as written, or that of the operands.
absl::StatusOr<ElementType> ProductElement(const OpView& op) {
  const ElementType lhs = op.operand(0).element;
  const ElementType rhs = op.operand(1).element;
  if (lhs == kToken || !SameClass(lhs, rhs)) {
    return op.Error("cannot multiply elements of types ", Name(lhs), " and ", Name(rhs));
  }
  const ElementType result = op.DeclaredElement(lhs);
  const bool exact_in_wider = (IsInteger(lhs) && IsFloat(result)) ||
                              (IsBool(lhs) && (IsInteger(result) || IsFloat(result)));
  if (!SameClass(lhs, result) && !exact_in_wider) {
    return op.Error("cannot accumulate products of ", Name(lhs), " in ", Name(result));
  }
  return result;
}

absl::Status CheckPrecision(const OpView& op) {
  const Dims& precision = op.ints(kPrecision);
  if (!precision.empty()) TW_RETURN_IF_ERROR(CheckList(op, kPrecision, 2, 0, 2));
  const std::string& algorithm = op.attributes().Text(kAlgorithm);
  if (algorithm.empty()) return absl::OkStatus();
  for (int64_t p : precision) {
    if (p != 0) return op.Error("precision must be DEFAULT beside an algorithm");
  }
  const std::vector<std::string> parts = absl::StrSplit(algorithm, ',');
  if (parts.size() != 7) return op.Error("malformed algorithm '", algorithm, "'");
  for (int i = 0; i < 3; ++i) {
    const std::optional<ElementType> type = FindElementType(parts[i]);
    if (parts[i] != "tf32" && (!type.has_value() || !IsFloat(*type))) {
      return op.Error("algorithm: '", parts[i], "' is not a floating type");
    }
  }
  for (int i = 3; i < 6; ++i) {
    int64_t count = 0;
    if (!absl::SimpleAtoi(parts[i], &count) || count < 1) {
      return op.Error("algorithm: counts must be at least 1, one is '", parts[i], "'");
    }
  }
  if (parts[6] != "true" && parts[6] != "false") {
    return op.Error("algorithm: '", parts[6], "' is neither true nor false");
  }
  return absl::OkStatus();
}

// Both lists name different dimensions of a tensor of rank `rank`.
absl::Status CheckDisjoint(const OpView& op, AttributeName a, AttributeName b,
                           int64_t rank) {
  TW_RETURN_IF_ERROR(CheckDimensions(op, a, rank));
  TW_RETURN_IF_ERROR(CheckDimensions(op, b, rank));
  for (int64_t d : op.ints(a)) {
    if (Contains(op.ints(b), d)) {
      return op.Error("dimension ", d, " is in both ", Name(a), " and ", Name(b));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPaired(const OpView& op, AttributeName lhs_name,
                         AttributeName rhs_name) {
  const Dims& lhs = op.ints(lhs_name);
  const Dims& rhs = op.ints(rhs_name);
  if (lhs.size() != rhs.size()) {
    return op.Error(Name(lhs_name), " and ", Name(rhs_name), " must pair up, have ",
                    lhs.size(), " and ", rhs.size(), " entries");
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    const Size left = op.operand(0).shape[lhs[i]];
    const Size right = op.operand(1).shape[rhs[i]];
    if (!op.Equal(left, right)) {
      return op.Error("dimension ", lhs[i], " of lhs has size ", op.Text(left),
                      ", dimension ", rhs[i], " of rhs has size ", op.Text(right),
                      "; they must be equal");
    }
  }
  return absl::OkStatus();
}

// Batching dimensions, then lhs's others, then rhs's others but `rhs_skip`.
absl::StatusOr<Shape> ProductShape(const OpView& op, int64_t rhs_skip) {
  const TensorType& lhs = op.operand(0);
  const TensorType& rhs = op.operand(1);
  TW_RETURN_IF_ERROR(
      CheckDisjoint(op, kLhsBatchingDimensions, kLhsContractingDimensions, lhs.rank()));
  TW_RETURN_IF_ERROR(
      CheckDisjoint(op, kRhsBatchingDimensions, kRhsContractingDimensions, rhs.rank()));
  TW_RETURN_IF_ERROR(CheckPaired(op, kLhsBatchingDimensions, kRhsBatchingDimensions));
  TW_RETURN_IF_ERROR(
      CheckPaired(op, kLhsContractingDimensions, kRhsContractingDimensions));
  Shape shape;
  for (int64_t d : op.ints(kLhsBatchingDimensions)) shape.Append(lhs.shape[d]);
  for (int64_t d = 0; d < lhs.rank(); ++d) {
    if (Contains(op.ints(kLhsBatchingDimensions), d)) continue;
    if (Contains(op.ints(kLhsContractingDimensions), d)) continue;
    shape.Append(lhs.shape[d]);
  }
  for (int64_t d = 0; d < rhs.rank(); ++d) {
    if (d == rhs_skip || Contains(op.ints(kRhsBatchingDimensions), d)) continue;
    if (Contains(op.ints(kRhsContractingDimensions), d)) continue;
    shape.Append(rhs.shape[d]);
  }
  return shape;
}

// `batch`, `feature` and `spatial` together are 0 .. rank-1, each once.
absl::Status CheckDimensionNumbers(const OpView& op, absl::string_view tensor,
                                   AttributeName batch, AttributeName feature,
                                   AttributeName spatial, int64_t rank) {
  Dims all = op.ints(spatial);
  all.push_back(op.attributes().Int(batch));
  all.push_back(op.attributes().Int(feature));
  std::sort(all.begin(), all.end());
  bool complete = static_cast<int64_t>(all.size()) == rank;
  for (int64_t d = 0; complete && d < rank; ++d) complete = all[d] == d;
  if (!complete) {
    return op.Error("dimension_numbers must name each of the ", rank,
                    " dimensions of the ", tensor, " once");
  }
  return absl::OkStatus();
}

absl::Status CheckGroups(const OpView& op) {
  const Attributes& a = op.attributes();
  const TensorType& input = op.operand(0);
  const TensorType& kernel = op.operand(1);
  const int64_t features = a.Int(kFeatureGroupCount, 1);
  const int64_t batches = a.Int(kBatchGroupCount, 1);
  if (features < 1 || batches < 1) {
    return op.Error("group counts must be at least 1, are ", features, " and ", batches);
  }
  if (features > 1 && batches > 1) {
    return op.Error("feature_group_count and batch_group_count cannot both exceed 1");
  }
  const int64_t in = input.dims()[a.Int(kInputFeatureDimension)];
  const int64_t batch = input.dims()[a.Int(kInputBatchDimension)];
  const int64_t kernel_in = kernel.dims()[a.Int(kKernelInputFeatureDimension)];
  const int64_t out = kernel.dims()[a.Int(kKernelOutputFeatureDimension)];
  if (in % features != 0 || in / features != kernel_in) {
    return op.Error("the input's ", in, " features in ", features,
                    " groups do not fit the kernel's ", kernel_in, " input features");
  }
  if (out % features != 0 || out % batches != 0) {
    return op.Error("the kernel's ", out, " output features do not divide into ",
                    std::max(features, batches), " groups");
  }
  if (batch % batches != 0) {
    return op.Error("a batch of ", batch, " does not divide into ", batches, " groups");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Types> InferDotGeneral(const OpView& op) {
  TW_ASSIGN_OR_RETURN(const ElementType element, ProductElement(op));
  TW_RETURN_IF_ERROR(CheckPrecision(op));
  TW_ASSIGN_OR_RETURN(Shape shape, ProductShape(op, /*rhs_skip=*/-1));
  return Types{{element, std::move(shape)}};
}

absl::StatusOr<TensorType> ConvolutionType(const OpView& op, const Dims& padding) {
  TW_ASSIGN_OR_RETURN(const ElementType element, ProductElement(op));
  TW_RETURN_IF_ERROR(CheckPrecision(op));
  const TensorType& input = op.operand(0);
  const TensorType& kernel = op.operand(1);
  const int64_t rank = input.rank();
  if (rank < 2 || kernel.rank() != rank) {
    return op.Error("input and kernel must have one rank of at least 2, are ",
                    op.Text(input), " and ", op.Text(kernel));
  }
  TW_RETURN_IF_ERROR(CheckDimensionNumbers(op, "input", kInputBatchDimension,
                                           kInputFeatureDimension,
                                           kInputSpatialDimensions, rank));
  TW_RETURN_IF_ERROR(CheckDimensionNumbers(op, "kernel", kKernelInputFeatureDimension,
                                           kKernelOutputFeatureDimension,
                                           kKernelSpatialDimensions, rank));
  TW_RETURN_IF_ERROR(CheckDimensionNumbers(op, "output", kOutputBatchDimension,
                                           kOutputFeatureDimension,
                                           kOutputSpatialDimensions, rank));
  const int64_t n = rank - 2;
  TW_RETURN_IF_ERROR(CheckList(op, kWindowStrides, n, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kLhsDilation, n, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kRhsDilation, n, 1, kMaxTensorBytes));
  TW_RETURN_IF_ERROR(CheckList(op, kWindowReversal, n, 0, 1));
  TW_RETURN_IF_ERROR(CheckGroups(op));
  const Attributes& a = op.attributes();
  Dims result(rank);
  result[a.Int(kOutputBatchDimension)] =
      input.dims()[a.Int(kInputBatchDimension)] / a.Int(kBatchGroupCount, 1);
  result[a.Int(kOutputFeatureDimension)] =
      kernel.dims()[a.Int(kKernelOutputFeatureDimension)];
  const auto entry = [](const Dims& list, int64_t i, int64_t absent) {
    return list.empty() ? absent : list[i];
  };
  for (int64_t i = 0; i < n; ++i) {
    Window window;
    window.size = kernel.dims()[op.ints(kKernelSpatialDimensions)[i]];
    window.stride = entry(op.ints(kWindowStrides), i, 1);
    window.base_dilation = entry(op.ints(kLhsDilation), i, 1);
    window.window_dilation = entry(op.ints(kRhsDilation), i, 1);
    window.low = entry(padding, 2 * i, 0);
    window.high = entry(padding, 2 * i + 1, 0);
    const int64_t size = input.dims()[op.ints(kInputSpatialDimensions)[i]];
    TW_ASSIGN_OR_RETURN(result[op.ints(kOutputSpatialDimensions)[i]],
                        WindowedSize(op, size, window));
  }
  return TensorType{element, std::move(result)};
}

absl::StatusOr<Types> InferConvolution(const OpView& op) {
  const int64_t n = op.operand(0).rank() - 2;
  TW_RETURN_IF_ERROR(CheckList(op, kPadding, 2 * n, -kMaxTensorBytes, kMaxTensorBytes));
  TW_ASSIGN_OR_RETURN(TensorType result, ConvolutionType(op, op.ints(kPadding)));
  return Types{std::move(result)};
}

// With lhs's ragged dimension d: a batching d groups batches; a contracting d
// gives one product a group, stacked in front; any other d takes for each
// group of rows that group's rhs, found along rhs_group_dimensions.
absl::StatusOr<Types> InferRaggedDot(const OpView& op) {
  TW_ASSIGN_OR_RETURN(const ElementType element, ProductElement(op));
  TW_RETURN_IF_ERROR(CheckPrecision(op));
  const TensorType& lhs = op.operand(0);
  const TensorType& rhs = op.operand(1);
  const TensorType& sizes = op.operand(2);
  TW_RETURN_IF_ERROR(CheckDimensions(op, kLhsRaggedDimensions, lhs.rank()));
  TW_RETURN_IF_ERROR(CheckDimensions(op, kRhsGroupDimensions, rhs.rank()));
  if (op.ints(kLhsRaggedDimensions).size() != 1) {
    return op.Error("needs exactly one ragged dimension, has ",
                    op.ints(kLhsRaggedDimensions).size());
  }
  if (!IsInteger(sizes.element) || sizes.rank() < 1) {
    return op.Error("group sizes must be a list of integers, are ", op.Text(sizes));
  }
  const int64_t ragged = op.ints(kLhsRaggedDimensions)[0];
  const bool batching = Contains(op.ints(kLhsBatchingDimensions), ragged);
  const bool contracting = Contains(op.ints(kLhsContractingDimensions), ragged);
  const Dims& group_dims = op.ints(kRhsGroupDimensions);
  const size_t wanted = batching || contracting ? 0 : 1;
  if (group_dims.size() != wanted) {
    return op.Error("needs ", wanted,
                    " rhs_group_dimensions for this ragged dimension, has ",
                    group_dims.size());
  }
  const int64_t groups = sizes.dims().back();
  int64_t skip = -1;
  if (wanted == 1) {
    skip = group_dims[0];
    if (Contains(op.ints(kRhsBatchingDimensions), skip) ||
        Contains(op.ints(kRhsContractingDimensions), skip)) {
      return op.Error("rhs's group dimension ", skip, " is batched or contracted too");
    }
    if (rhs.dims()[skip] != groups) {
      return op.Error("rhs has ", rhs.dims()[skip], " groups, there are ", groups,
                      " group sizes");
    }
  }
  TW_ASSIGN_OR_RETURN(const Shape shape, ProductShape(op, skip));
  Dims dims = shape.numbers();
  // The dimensions before the ragged one, in lhs's order of roles.
  Dims prefix;
  const Dims& batch = op.ints(kLhsBatchingDimensions);
  for (int64_t d : batch) {
    if (d == ragged) break;
    prefix.push_back(lhs.dims()[d]);
  }
  for (int64_t d = 0; !batching && !contracting && d < ragged; ++d) {
    if (Contains(batch, d) || Contains(op.ints(kLhsContractingDimensions), d)) continue;
    prefix.push_back(lhs.dims()[d]);
  }
  for (int64_t d : op.ints(kLhsContractingDimensions)) {
    if (!contracting || d == ragged) break;
    prefix.push_back(lhs.dims()[d]);
  }
  prefix.push_back(groups);
  if (sizes.rank() != 1 && sizes.dims() != prefix) {
    return op.Error("group sizes must have the shape [", groups, "] or [", Join(prefix),
                    "], have [", Join(sizes.dims()), "]");
  }
  if (contracting) dims.insert(dims.begin(), groups);
  return Types{{element, std::move(dims)}};
}

}  // namespace tilewright::ir
