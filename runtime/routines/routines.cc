#include "runtime/routines/routines.h"

#include "absl/status/statusor.h"
#include "runtime/routines/routine_table.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

absl::StatusOr<RoutineFunction> FindRoutines() {
  TW_ASSIGN_OR_RETURN(
      const auto function,
      FindModuleFunction(&tilewright_routines, "routines", "tilewright_routines"));
  return *function();
}

}  // namespace

absl::Status RunRoutine(const plan::RoutineStep& step,
                        absl::Span<const void* const> operands,
                        absl::Span<void* const> results, const RoutineThreads& threads) {
  static const absl::StatusOr<RoutineFunction>* const kRoutines =
      new absl::StatusOr<RoutineFunction>(FindRoutines());
  if (!kRoutines->ok()) return kRoutines->status();
  return (**kRoutines)(step, operands, results, threads);
}

}  // namespace tilewright::runtime
