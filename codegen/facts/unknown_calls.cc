#include "codegen/facts/unknown_calls.h"

#include "absl/strings/str_cat.h"
#include "codegen/facts/kernel_calls.h"
#include "codegen/facts/routine_names.h"
#include "ir/kernel_call.h"

namespace tilewright::codegen {

void AddUnknownCalls(const ir::Program& program, const ir::Region& region,
                     Refusals* refusals) {
  for (const ir::Operation& operation : region.operations) {
    for (const ir::Region& inner : operation.regions) {
      AddUnknownCalls(program, inner, refusals);
    }
    if (operation.kind != ir::OpKind::kCustomCall || RoutineName(operation).has_value() ||
        !CalledKernel(operation).empty()) {
      continue;
    }
    const absl::Status refusal = absl::UnimplementedError(
        absl::StrCat("custom_call: custom_call @",
                     operation.attributes.Text(ir::AttributeName::kCallTargetName),
                     " is not supported"));
    refusals->Add(ir::ErrorAt(program.files, operation.location, refusal));
  }
}

bool KnowsCall(absl::string_view target) {
  return IsRoutine(target) || target == ir::kKernelCallTarget;
}

}  // namespace tilewright::codegen
