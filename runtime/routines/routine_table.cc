#include "runtime/routines/routine_table.h"

#include "absl/strings/str_cat.h"
#include "plan/routine_list.h"
#include "runtime/routines/routine_call.h"
#include "support/float_state.h"

namespace tilewright::runtime {
namespace {

struct RoutineRow {
  absl::string_view name;
  absl::Status (*run)(const RoutineCall& call);
};

constexpr RoutineRow kRoutines[] = {
#define TW_ROW(name, function) {name, function},
    TW_FOR_EACH_ROUTINE(TW_ROW)
#undef TW_ROW
};

absl::Status RunFromTable(const plan::RoutineStep& step,
                          absl::Span<const void* const> operands,
                          absl::Span<void* const> results,
                          const RoutineThreads& threads) {
  RoutineCall call(step, operands, results, threads);
  if (operands.size() != step.operand_types.size() ||
      results.size() != step.result_types.size()) {
    return call.Error("number of buffers and of types differ");
  }
  for (const RoutineRow& row : kRoutines) {
    if (row.name != step.routine) continue;
    // The algorithms compute their own safe ranges, which are wrong where
    // subnormals are flushed.
    ScopedFloatState float_state(Numerics::kIeee);
    return row.run(call);
  }
  return absl::UnimplementedError(
      absl::StrCat("there is no library routine '", step.routine, "'"));
}

}  // namespace
}  // namespace tilewright::runtime

const tilewright::runtime::RoutineFunction* tilewright_routines() {
  static constexpr tilewright::runtime::RoutineFunction kFunction =
      &tilewright::runtime::RunFromTable;
  return &kFunction;
}
