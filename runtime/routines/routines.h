// The one table of library routines: whole-array algorithms that are not tile
// kernels (decompositions, FFT). Each appears in a plan as an opaque step.
#pragma once

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "plan/plan.h"

namespace tilewright::runtime {

// How a routine shares out equal steps: run(steps, body) calls body(begin, end, worker)
// on some threads, each a worker in [0, threads), until all steps have run. What runs a
// step must not show in a result.
struct RoutineThreads {
  using Body = absl::FunctionRef<void(int64_t begin, int64_t end, int worker)>;
  int threads = 1;
  absl::FunctionRef<void(int64_t steps, Body body)> run;
};

// All on the calling thread.
inline void RunSerially(int64_t steps, RoutineThreads::Body body) {
  if (steps > 0) body(0, steps, 0);
}

// Runs `step` on memory: one pointer per operand and result, row-major, with
// the types of the step. Results never overlap operands. InvalidArgument when
// types or attributes are not what the routine takes, Unimplemented for an
// unknown routine; FailedPrecondition when the module that they are in is missing.
absl::Status RunRoutine(const plan::RoutineStep& step,
                        absl::Span<const void* const> operands,
                        absl::Span<void* const> results,
                        const RoutineThreads& threads = {1, RunSerially});

}  // namespace tilewright::runtime
