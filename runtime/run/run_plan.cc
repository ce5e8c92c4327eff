#include "runtime/run/run_plan.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "plan/host_transfers.h"
#include "runtime/routines/routines.h"
#include "runtime/run/executable.h"
#include "runtime/run/kernel_report.h"
#include "support/float_state.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

using plan::Step;
using plan::StepKind;
using Kind = Instruction::Kind;

constexpr absl::string_view kKindNames[] = {"kernel", "copy", "routine", "while", "case"};

absl::Status RunChecked(const plan::Plan& plan, const Instruction& kernel,
                        void* const* buffers, const Crew& crew) {
  int64_t* const report = static_cast<int64_t*>(buffers[kernel.count - 1]);
  std::memset(report, 0, kernel.step->kernel.buffers.back().bytes);
  kernel.entry(buffers, crew.scratch, 0, kernel.size, /*resumes=*/0);
  return KernelReport(plan.kernels[kernel.step->kernel.kernel],
                      {report, TW_REPORT_WORDS});
}

absl::Status RunRoutineStep(const plan::RoutineStep& step, void* const* buffers,
                            const Crew& crew) {
  const size_t operands = step.operands.size();
  const auto share = [&crew](int64_t steps, RoutineThreads::Body body) {
    crew.pool->ParallelFor(steps, crew.threads,
                           [&](int64_t begin, int64_t end, int worker, bool) {
                             // Library code is written for IEEE arithmetic.
                             const ScopedFloatState worker_state(Numerics::kIeee);
                             body(begin, end, worker);
                           });
  };
  return RunRoutine(step, absl::MakeConstSpan(buffers, operands),
                    absl::MakeConstSpan(buffers + operands, step.results.size()),
                    {crew.threads, share});
}

absl::Status RunHostTransfer(const plan::RoutineStep& step, void* const* buffers,
                             const Crew& crew) {
  if (crew.host == nullptr) {
    return absl::FailedPreconditionError(
        "the program exchanges arrays with its host, and this run has none to do so");
  }
  // The host's code is written for IEEE arithmetic.
  const ScopedFloatState float_state(Numerics::kIeee);
  const int64_t channel = plan::ChannelOf(step.attributes);
  if (step.routine == plan::kSendToHost && step.operand_types.size() == 1) {
    return crew.host->Send(channel, step.operand_types[0], buffers[0]);
  }
  if (step.routine == plan::kReceiveFromHost && step.result_types.size() == 1 &&
      step.operand_types.empty()) {
    return crew.host->Receive(channel, step.result_types[0], buffers[0]);
  }
  return absl::InvalidArgumentError(
      absl::StrCat(step.routine, ": takes or gives one array"));
}

int64_t TakenBranch(const Instruction& branch, const void* index) {
  if (branch.kind == Kind::kSwitchPredicate) {
    return *static_cast<const uint8_t*>(index) != 0 ? 0 : 1;
  }
  int32_t value = 0;
  std::memcpy(&value, index, sizeof value);
  return value < 0 || value >= branch.count ? branch.count - 1 : value;
}

}  // namespace

void RunGrid(tw_kernel_v2 kernel, int64_t steps, void* const* buffers, const Crew& crew) {
  const int threads = steps == 1 ? 1 : crew.threads_now();
  if (threads == 1) {
    kernel(buffers, crew.scratch, 0, steps, /*resumes=*/0);
    return;
  }
  crew.pool->ParallelFor(steps, threads,
                         [&](int64_t begin, int64_t end, int worker, bool resumes) {
                           const ScopedFloatState float_state(crew.numerics);
                           kernel(buffers, crew.scratch + worker * crew.scratch_bytes,
                                  begin, end, resumes ? 1 : 0);
                         });
}

void CopyMemory(void* to, const void* from, int64_t bytes, const Crew& crew) {
  constexpr int64_t kPart = int64_t{128} << 10;
  const int64_t parts = bytes / kPart;
  const int threads = parts < 2 || crew.pool == nullptr ? 1 : crew.threads_now();
  if (threads == 1) {
    std::memcpy(to, from, bytes);
    return;
  }
  crew.pool->ParallelFor(parts, threads, [&](int64_t begin, int64_t end, int, bool) {
    const int64_t first = begin * kPart, last = end == parts ? bytes : end * kPart;
    std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first,
                last - first);
  });
}

absl::Status RunPlan(const LinkedPlan& linked, void* const* addresses, const Crew& crew,
                     StepTimes* times) {
  const Instruction* const instructions = linked.instructions.data();
  const size_t count = linked.instructions.size();
  size_t next = 0;
  while (next < count) {
    const Instruction& now = instructions[next++];
    void* const* const buffers = addresses + now.first;
    switch (now.kind) {
      case Kind::kKernel:
        RunGrid(now.entry, now.size, buffers, crew);
        break;
      case Kind::kCheckedKernel:
        TW_RETURN_IF_ERROR(RunChecked(linked.plan, now, buffers, crew));
        break;
      case Kind::kCopy:
        // A donated input may be its own output.
        if (buffers[0] != buffers[1]) CopyMemory(buffers[1], buffers[0], now.size, crew);
        break;
      case Kind::kRoutine:
        TW_RETURN_IF_ERROR(RunRoutineStep(now.step->routine, buffers, crew));
        break;
      case Kind::kHostTransfer:
        TW_RETURN_IF_ERROR(RunHostTransfer(now.step->routine, buffers, crew));
        break;
      case Kind::kJump:
        next = now.target;
        break;
      case Kind::kJumpUnless:
        if (*static_cast<const uint8_t*>(buffers[0]) == 0) next = now.target;
        break;
      case Kind::kSwitch:
      case Kind::kSwitchPredicate:
        next = linked.targets[now.target + TakenBranch(now, buffers[0])];
        break;
      case Kind::kEnterStep:
        times->Enter(*now.step);
        break;
      case Kind::kLeaveStep:
        times->Leave();
        break;
    }
  }
  return absl::OkStatus();
}

void StepTimes::Enter(const Step& step) {
  const auto [found, fresh] =
      numbers_.try_emplace(&step, static_cast<int32_t>(profiles_.size()));
  if (fresh) {
    StepProfile profile;
    profile.name = step.name;
    profile.ordinal = step.ordinal;
    profile.kind = std::string(kKindNames[static_cast<int>(step.kind)]);
    if (!entered_.empty()) profile.parent = entered_.back().number;
    if (step.kind == StepKind::kKernel) {
      profile.cost = step.kernel.cost;
    }
    profiles_.push_back(std::move(profile));
  }
  entered_.push_back({found->second, std::chrono::steady_clock::now()});
}

void StepTimes::Leave() {
  const std::chrono::duration<double, std::milli> took =
      std::chrono::steady_clock::now() - entered_.back().at;
  StepProfile& profile = profiles_[entered_.back().number];
  entered_.pop_back();
  ++profile.calls;
  profile.ms += took.count();
}

std::vector<StepProfile> StepTimes::Take() {
  numbers_.clear();
  return std::exchange(profiles_, {});
}

}  // namespace tilewright::runtime
