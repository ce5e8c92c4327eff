#include "runtime/run_steps.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "runtime/float_state.h"
#include "runtime/kernel_report.h"
#include "runtime/routines.h"
#include "runtime/thread_pool.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using plan::BufferRef;
using plan::Step;
using plan::StepKind;

namespace {

constexpr absl::string_view kKindNames[] = {"kernel", "copy", "routine", "while", "case"};

}  // namespace

absl::Status StepRunner::Run(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (!profile_) {
      TW_RETURN_IF_ERROR(RunOne(step));
      continue;
    }
    const auto start = std::chrono::steady_clock::now();
    TW_RETURN_IF_ERROR(RunOne(step));
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - start;
    Time& time = times_[&step];
    if (time.profile.calls == 0) {
      time.order = static_cast<int>(times_.size());
      time.profile.name = step.name;
      time.profile.ordinal = step.ordinal;
      time.profile.kind = std::string(kKindNames[static_cast<int>(step.kind)]);
      if (step.kind == StepKind::kKernel) {
        time.profile.cost = plan_.kernels[step.kernel.kernel].cost;
      }
    }
    ++time.profile.calls;
    time.profile.ms += took.count();
  }
  return absl::OkStatus();
}

absl::Status StepRunner::RunOne(const Step& step) {
  switch (step.kind) {
    case StepKind::kKernel:
      return RunKernel(step.kernel);
    case StepKind::kCopy: {
      const void* const from = state_.Address(step.copy.from);
      void* const to = state_.Address(step.copy.to);
      // A donated input may be its own output.
      if (from != to) std::memcpy(to, from, step.copy.to.bytes);
      return absl::OkStatus();
    }
    case StepKind::kRoutine:
      return RunRoutineStep(step.routine);
    case StepKind::kWhile:
      return RunWhile(step.loop);
    case StepKind::kCase:
      return RunCase(step.branch);
  }
  return absl::InternalError("a step of no kind");
}

absl::Status StepRunner::RunKernel(const plan::KernelStep& step) {
  absl::InlinedVector<void*, 16> buffers;
  for (const BufferRef& ref : step.buffers) buffers.push_back(state_.Address(ref));
  const tw_kernel_v1 entry = kernels_[step.kernel]->entry();
  const plan::Kernel& kernel = plan_.kernels[step.kernel];
  const int64_t steps = kernel.grid_steps;
  if (!kernel.ref_names.empty()) {
    int64_t* const report = static_cast<int64_t*>(buffers.back());
    std::memset(report, 0, step.buffers.back().bytes);
    entry(buffers.data(), state_.scratch(0), 0, steps);
    return KernelReport(kernel, {report, TW_REPORT_WORDS});
  }
  if (steps == 1 || state_.threads() == 1) {
    entry(buffers.data(), state_.scratch(0), 0, steps);
    return absl::OkStatus();
  }
  ThreadPool::Process().ParallelFor(
      steps, state_.threads(), [&](int64_t begin, int64_t end, int worker) {
        const ScopedFloatState float_state(numerics_);
        entry(buffers.data(), state_.scratch(worker), begin, end);
      });
  return absl::OkStatus();
}

absl::Status StepRunner::RunRoutineStep(const plan::RoutineStep& step) {
  absl::InlinedVector<const void*, 8> operands;
  absl::InlinedVector<void*, 8> results;
  for (const BufferRef& ref : step.operands) operands.push_back(state_.Address(ref));
  for (const BufferRef& ref : step.results) results.push_back(state_.Address(ref));
  const int threads = state_.threads();
  const auto share = [threads](int64_t steps, RoutineThreads::Body body) {
    ThreadPool::Process().ParallelFor(
        steps, threads, [&](int64_t begin, int64_t end, int worker) {
          // Library code is written for IEEE arithmetic.
          const ScopedFloatState worker_state(Numerics::kIeee);
          body(begin, end, worker);
        });
  };
  return RunRoutine(step, operands, results, {threads, share});
}

absl::Status StepRunner::RunWhile(const plan::WhileStep& step) {
  const auto* const proceed = static_cast<const uint8_t*>(state_.Address(step.predicate));
  while (true) {
    TW_RETURN_IF_ERROR(Run(step.condition));
    if (*proceed == 0) return absl::OkStatus();
    TW_RETURN_IF_ERROR(Run(step.body));
  }
}

absl::Status StepRunner::RunCase(const plan::CaseStep& step) {
  const void* const index = state_.Address(step.index);
  const int64_t count = static_cast<int64_t>(step.branches.size());
  int64_t taken = 0;
  if (step.index_is_predicate) {
    taken = *static_cast<const uint8_t*>(index) != 0 ? 0 : 1;
  } else {
    int32_t value = 0;
    std::memcpy(&value, index, sizeof value);
    taken = value < 0 || value >= count ? count - 1 : value;
  }
  return Run(step.branches[taken]);
}

std::vector<StepProfile> StepRunner::TakeProfile() {
  std::vector<const Time*> ordered;
  for (const auto& [step, time] : times_) ordered.push_back(&time);
  std::sort(ordered.begin(), ordered.end(),
            [](const Time* x, const Time* y) { return x->order < y->order; });
  std::vector<StepProfile> profiles;
  for (const Time* time : ordered) profiles.push_back(time->profile);
  return profiles;
}

}  // namespace tilewright::runtime
