#include "runtime/run_state.h"

#include <algorithm>
#include <cstring>

#include "plan/held.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using plan::BufferRef;
using plan::Space;
using plan::Step;
using plan::StepKind;

absl::StatusOr<ConstantMemory> ConstantMemory::Create(const plan::Plan& plan,
                                                      bool guard) {
  ConstantMemory memory;
  for (const ir::Literal& literal : plan.constants) {
    AllocationOptions options;
    options.guard = guard;
    TW_ASSIGN_OR_RETURN(Buffer buffer, Buffer::Allocate(literal.type().byte_size(),
                                                        "a constant", options));
    const std::vector<uint8_t> bytes = literal.Expand();
    if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
    memory.constants_.push_back(std::move(buffer));
  }
  for (const int64_t bytes : plan.prepared) {
    AllocationOptions options;
    options.guard = options.poison = guard;
    TW_ASSIGN_OR_RETURN(Buffer buffer,
                        Buffer::Allocate(bytes, "a prepared constant", options));
    memory.prepared_.push_back(std::move(buffer));
  }
  return memory;
}

void ConstantMemory::KeepForRuns(const plan::Plan& plan) {
  const std::vector<bool> read = plan::ConstantsOfRuns(plan);
  for (size_t i = 0; i < read.size(); ++i) {
    if (!read[i]) constants_[i] = Buffer();
  }
}

absl::StatusOr<std::unique_ptr<RunState>> RunState::Create(const plan::Plan& plan,
                                                           const Options& options) {
  auto state = std::make_unique<RunState>();
  state->guard_ = options.guard;
  if (options.guard) {
    TW_RETURN_IF_ERROR(state->GuardSteps(plan.steps, options));
  } else {
    AllocationOptions arena;
    arena.limit = options.limit;
    TW_ASSIGN_OR_RETURN(state->arena_,
                        Buffer::Allocate(plan.arena_bytes, "temporary memory", arena));
  }
  int64_t scratch = 64;
  for (const plan::Kernel& kernel : plan.kernels) {
    scratch = std::max(scratch, kernel.scratch_bytes);
  }
  for (int worker = 0; worker < options.threads; ++worker) {
    AllocationOptions how;
    how.guard = how.poison = options.guard;
    TW_ASSIGN_OR_RETURN(
        Buffer buffer, Buffer::Allocate((scratch + 63) / 64 * 64, "scratch memory", how));
    state->scratch_.push_back(std::move(buffer));
  }
  return state;
}

absl::Status RunState::GuardBuffer(const BufferRef& ref, const Options& options) {
  if (ref.space != Space::kArena) return absl::OkStatus();
  const auto [it, fresh] = guarded_.try_emplace({ref.offset, ref.bytes});
  if (!fresh) return absl::OkStatus();
  AllocationOptions how;
  how.guard = how.poison = true;
  how.limit = options.limit;
  TW_ASSIGN_OR_RETURN(it->second, Buffer::Allocate(ref.bytes, "a temporary buffer", how));
  return absl::OkStatus();
}

absl::Status RunState::GuardSteps(const std::vector<Step>& steps,
                                  const Options& options) {
  for (const Step& step : steps) {
    std::vector<BufferRef> refs = step.kernel.buffers;
    switch (step.kind) {
      case StepKind::kKernel:
        break;
      case StepKind::kCopy:
        refs = {step.copy.from, step.copy.to};
        break;
      case StepKind::kRoutine:
        refs = step.routine.operands;
        refs.insert(refs.end(), step.routine.results.begin(), step.routine.results.end());
        break;
      case StepKind::kWhile:
        refs = {step.loop.predicate};
        TW_RETURN_IF_ERROR(GuardSteps(step.loop.condition, options));
        TW_RETURN_IF_ERROR(GuardSteps(step.loop.body, options));
        break;
      case StepKind::kCase:
        refs = {step.branch.index};
        for (const std::vector<Step>& branch : step.branch.branches) {
          TW_RETURN_IF_ERROR(GuardSteps(branch, options));
        }
        break;
    }
    for (const BufferRef& ref : refs) TW_RETURN_IF_ERROR(GuardBuffer(ref, options));
  }
  return absl::OkStatus();
}

void* RunState::Address(const BufferRef& ref) const {
  switch (ref.space) {
    case Space::kArena:
      if (guard_) return guarded_.at({ref.offset, ref.bytes}).data();
      return static_cast<char*>(arena_.data()) + ref.offset;
    case Space::kInput:
      return static_cast<char*>(const_cast<void*>(inputs_[ref.index])) + ref.offset;
    case Space::kOutput:
      return static_cast<char*>(outputs_[ref.index]) + ref.offset;
    case Space::kConstant:
      return static_cast<char*>(constants_->constant(ref.index)) + ref.offset;
    case Space::kPrepared:
      return static_cast<char*>(constants_->prepared(ref.index)) + ref.offset;
  }
  return nullptr;
}

}  // namespace tilewright::runtime
