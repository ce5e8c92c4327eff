#include "codegen/facts/routine_names.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/string_view.h"
#include "plan/host_transfers.h"
#include "plan/routine_list.h"

namespace tilewright::codegen {
namespace {

constexpr absl::string_view kRoutineNames[] = {
#define TW_NAME(name, function) name,
    TW_FOR_EACH_ROUTINE(TW_NAME)
#undef TW_NAME
};

}  // namespace

std::optional<std::string> RoutineName(const ir::Operation& operation) {
  switch (operation.kind) {
    case ir::OpKind::kFft:
      return "fft";
    case ir::OpKind::kCholesky:
      return "cholesky";
    case ir::OpKind::kTriangularSolve:
      return "triangular_solve";
    case ir::OpKind::kCustomCall:
      break;
    default:
      return std::nullopt;
  }
  const std::string& target =
      operation.attributes.Text(ir::AttributeName::kCallTargetName);
  return IsRoutine(target) ? std::make_optional(target) : std::nullopt;
}

bool IsRoutine(absl::string_view target) {
  // A custom call that happens to be named like an operation is not that one.
  if (target == "fft" || target == "cholesky" || target == "triangular_solve") {
    return false;
  }
  return plan::IsHostTransfer(target) ||
         std::find(std::begin(kRoutineNames), std::end(kRoutineNames), target) !=
             std::end(kRoutineNames);
}

}  // namespace tilewright::codegen
