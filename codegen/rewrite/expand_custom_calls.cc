// Custom calls that are other operations in disguise.
#include <algorithm>
#include <utility>

#include "codegen/rewrite/expand_sort.h"
#include "codegen/rewrite/rewrite.h"

namespace tilewright::codegen {
namespace {

using ir::Dims;
using ir::OpKind;
using ir::TensorType;
using ir::ValueId;
using enum ir::AttributeName;
using enum ir::OpKind;

// chlo operations as they travel through StableHLO's portable form.
struct ElementwiseRow {
  absl::string_view target;
  OpKind kind;
};
constexpr ElementwiseRow kElementwiseRows[] = {
    {"mhlo.acos", kAcos},   {"mhlo.acosh", kAcosh}, {"mhlo.asin", kAsin},
    {"mhlo.asinh", kAsinh}, {"mhlo.atanh", kAtanh}, {"mhlo.cosh", kCosh},
    {"mhlo.erf", kErf},     {"mhlo.sinh", kSinh},   {"mhlo.tan", kTan},
};

absl::string_view Target(const ir::Operation& operation) {
  return operation.attributes.Text(kCallTargetName);
}

absl::StatusOr<Values> ExpandElementwise(Rewrite& rewrite) {
  const absl::string_view target = Target(rewrite.operation());
  for (const ElementwiseRow& row : kElementwiseRows) {
    if (row.target != target) continue;
    if (rewrite.result_count() != 1) {
      return rewrite.Invalid("@", target, " has one result, not ",
                             rewrite.result_count());
    }
    return rewrite.Checked(row.kind, rewrite.operands, {}, rewrite.ResultType());
  }
  return rewrite.Unimplemented("@", target);
}

// One device holds the whole of everything.
absl::StatusOr<Values> ExpandPlacement(Rewrite& rewrite) {
  const int count = rewrite.result_count();
  for (int i = 0; i < count; ++i) {
    if (static_cast<int>(rewrite.operands.size()) != count ||
        rewrite.OperandType(i) != rewrite.ResultType(i)) {
      return rewrite.Unimplemented("@", Target(rewrite.operation()),
                                   " that changes types needs several devices");
    }
  }
  return rewrite.operands;
}

template <typename T>
T ConfigOr(const ir::Operation& operation, absl::string_view key, T otherwise) {
  const ir::Config& config = operation.attributes.Configuration(kBackendConfig);
  const auto it = config.find(std::string(key));
  if (it == config.end()) return otherwise;
  const T* value = std::get_if<T>(&it->second);
  return value != nullptr ? *value : otherwise;
}

absl::StatusOr<Values> ExpandMhloTopK(Rewrite& rewrite) {
  if (rewrite.operands.size() != 1 || rewrite.result_count() != 2) {
    return rewrite.Invalid("@mhlo.topk takes one operand and gives two results");
  }
  const TensorType operand = rewrite.OperandType(0);
  const TensorType values = rewrite.ResultType(0);
  const bool sortable = ir::IsFloat(operand.element) || ir::IsInteger(operand.element);
  if (operand.rank() < 1 || !sortable) {
    return rewrite.Invalid("@mhlo.topk is not defined on ", ir::ToString(operand));
  }
  TensorType wanted = operand;
  wanted.shape.Set(operand.rank() - 1,
                   values.rank() == operand.rank() ? values.dims().back() : -1);
  if (values != wanted || wanted.dims().back() > operand.dims().back() ||
      rewrite.ResultType(1) != TensorType{ir::ElementType::kI32, values.shape}) {
    return rewrite.Invalid("@mhlo.topk of ", ir::ToString(operand), " cannot give ",
                           ir::ToString(values), " and ",
                           ir::ToString(rewrite.ResultType(1)));
  }
  return TopK(rewrite, wanted.dims().back(),
              ConfigOr<bool>(rewrite.operation(), "largest", true));
}

// Operands: n tensors, then n values that stand for "nothing". The called
// computation compares as sort's does. The exact answer is an approximation
// of recall 1, and needs no second pass that would aggregate.
absl::StatusOr<Values> ExpandApproxTopK(Rewrite& rewrite) {
  const ir::Operation& operation = rewrite.operation();
  const size_t n = rewrite.operands.size() / 2;
  if (n == 0 || rewrite.operands.size() != 2 * n || operation.results.size() != n ||
      operation.regions.size() != 1 || operation.regions[0].arguments.size() != 2 * n) {
    return rewrite.Invalid(
        "@ApproxTopK needs tensors, as many starting values and "
        "results, and a comparison of their elements");
  }
  const TensorType first = rewrite.OperandType(0);
  const int64_t dimension = ConfigOr<int64_t>(operation, "reduction_dim", -1);
  if (dimension < 0 || dimension >= first.rank()) {
    return rewrite.Invalid("@ApproxTopK: reduction_dim ", dimension,
                           " is no dimension of ", ir::ToString(first));
  }
  const TensorType result = rewrite.ResultType(0);
  const int64_t count = result.rank() == first.rank() ? result.dims()[dimension]
                                                      : first.dims()[dimension] + 1;
  if (count > first.dims()[dimension]) {
    return rewrite.Unimplemented("@ApproxTopK of ", ir::ToString(first), " to ",
                                 ir::ToString(result));
  }
  const ir::Region& comparator = operation.regions[0];
  for (size_t i = 0; i < n; ++i) {
    const TensorType type = rewrite.OperandType(static_cast<int>(i));
    TensorType wanted = type;
    if (type.shape == first.shape) wanted.shape.Set(dimension, count);
    const TensorType scalar = ir::Scalar(type.element);
    if (type.shape != first.shape || rewrite.ResultType(static_cast<int>(i)) != wanted ||
        rewrite.from().type(comparator.arguments[2 * i]) != scalar ||
        rewrite.from().type(comparator.arguments[2 * i + 1]) != scalar) {
      return rewrite.Invalid("@ApproxTopK: operand ", i, " of type ", ir::ToString(type),
                             " does not fit the results or the comparison");
    }
  }
  if (comparator.results.size() != 1 ||
      rewrite.from().type(comparator.results[0]) != ir::Scalar(ir::ElementType::kI1)) {
    return rewrite.Invalid("@ApproxTopK's comparison must yield one tensor<i1>");
  }
  TW_ASSIGN_OR_RETURN(ir::Region compare, rewrite.CopiedRegion(0));
  Values inputs(rewrite.operands.begin(), rewrite.operands.begin() + n);
  return SortedFront(rewrite, std::move(inputs), std::move(compare), dimension, count);
}

struct CallRow {
  absl::string_view target;
  RewriteRule* rewrite;
};
constexpr CallRow kCallRows[] = {
    {"ApproxTopK", ExpandApproxTopK},
    {"LayoutConstraint", ExpandPlacement},
    {"SPMDFullToShardShape", ExpandPlacement},
    {"SPMDShardToFullShape", ExpandPlacement},
    {"Sharding", ExpandPlacement},
    {"annotate_device_placement", ExpandPlacement},
    {"mhlo.topk", ExpandMhloTopK},
};

}  // namespace

RewriteRule* CustomCallRewrite(const ir::Operation& operation) {
  const absl::string_view target = Target(operation);
  for (const CallRow& row : kCallRows) {
    if (row.target == target) return row.rewrite;
  }
  for (const ElementwiseRow& row : kElementwiseRows) {
    if (row.target == target) return ExpandElementwise;
  }
  return nullptr;
}

}  // namespace tilewright::codegen
