// Library routines behind the module that LAPACK is in (support/module.h).
#pragma once

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "plan/plan.h"
#include "runtime/routines/routines.h"
#include "support/module.h"

namespace tilewright::runtime {

// RunRoutine of runtime/routines.h.
using RoutineFunction = absl::Status (*)(const plan::RoutineStep& step,
                                         absl::Span<const void* const> operands,
                                         absl::Span<void* const> results,
                                         const RoutineThreads& threads);

}  // namespace tilewright::runtime

TW_MODULE_FUNCTION const tilewright::runtime::RoutineFunction* tilewright_routines();
