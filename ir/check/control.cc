// Rules of while, if and case.
#include "ir/check/infer.h"

namespace tilewright::ir {
namespace {

using enum ElementType;

absl::Status CheckTypes(const OpView& op, absl::string_view what, const Types& actual,
                        const Types& wanted) {
  if (actual.size() != wanted.size()) {
    return op.Error(what, " must be ", wanted.size(), " in number, are ", actual.size());
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    if (!op.Equal(actual[i], wanted[i])) {
      return op.Error(what, ": number ", i, " must have the type ", op.Text(wanted[i]),
                      ", has ", op.Text(actual[i]));
    }
  }
  return absl::OkStatus();
}

// Branches take nothing and yield the same types.
absl::StatusOr<Types> BranchTypes(const OpView& op) {
  const int count = static_cast<int>(op.operation().regions.size());
  if (count == 0) return op.Error("needs at least one branch");
  const Types types = op.RegionResults(0);
  for (int i = 0; i < count; ++i) {
    TW_RETURN_IF_ERROR(CheckTypes(op, absl::StrCat("arguments of branch ", i),
                                  op.RegionArguments(i), {}));
    TW_RETURN_IF_ERROR(CheckTypes(op, absl::StrCat("results of branch ", i),
                                  op.RegionResults(i), types));
  }
  return types;
}

}  // namespace

absl::StatusOr<Types> InferWhile(const OpView& op) {
  Types types;
  for (int i = 0; i < op.operand_count(); ++i) types.push_back(op.operand(i));
  TW_RETURN_IF_ERROR(CheckPredicateRegion(op, 0, types));
  TW_RETURN_IF_ERROR(
      CheckTypes(op, "arguments of the body", op.RegionArguments(1), types));
  TW_RETURN_IF_ERROR(CheckTypes(op, "results of the body", op.RegionResults(1), types));
  return types;
}

absl::StatusOr<Types> InferIf(const OpView& op) {
  if (op.operand(0) != Scalar(kI1)) {
    return op.Error("condition must be tensor<i1>, is ", op.Text(op.operand(0)));
  }
  return BranchTypes(op);
}

absl::StatusOr<Types> InferCase(const OpView& op) {
  if (op.operand(0) != Scalar(kI32)) {
    return op.Error("index must be tensor<i32>, is ", op.Text(op.operand(0)));
  }
  return BranchTypes(op);
}

}  // namespace tilewright::ir
