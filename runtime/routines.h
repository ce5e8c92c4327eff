// The one table of library routines: whole-array algorithms that are not tile
// kernels (decompositions, FFT). Each appears in a plan as an opaque step.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "plan/plan.h"

namespace tilewright::runtime {

// Runs `step` on memory: one pointer per operand and result, row-major, with
// the types of the step. Results never overlap operands. InvalidArgument when
// types or attributes are not what the routine takes, Unimplemented for an
// unknown routine; FailedPrecondition when the module that they are in is missing.
absl::Status RunRoutine(const plan::RoutineStep& step,
                        absl::Span<const void* const> operands,
                        absl::Span<void* const> results);

}  // namespace tilewright::runtime
