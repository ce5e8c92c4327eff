#include "runtime/run_state.h"

#include <algorithm>
#include <cstring>

#include "plan/held.h"
#include "plan/visit.h"
#include "support/abi.h"
#include "support/round.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

using plan::BufferRef;
using plan::Space;

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
    TW_RETURN_IF_ERROR(state->GuardBuffers(plan));
  } else {
    TW_ASSIGN_OR_RETURN(state->arena_,
                        Buffer::Allocate(plan.arena_bytes, "temporary memory"));
  }
  int64_t scratch = 1;
  for (const plan::Kernel& kernel : plan.kernels) {
    scratch = std::max(scratch, kernel.scratch_bytes);
  }
  scratch = RoundUp(scratch, TW_BUFFER_ALIGNMENT);
  AllocationOptions how;
  how.guard = how.poison = options.guard;
  for (int worker = 0; worker < options.threads; ++worker) {
    TW_ASSIGN_OR_RETURN(Buffer buffer, Buffer::Allocate(scratch, "scratch memory", how));
    state->scratch_.push_back(std::move(buffer));
  }
  return state;
}

absl::Status RunState::GuardBuffers(const plan::Plan& plan) {
  AllocationOptions how;
  how.guard = how.poison = true;
  absl::Status status;
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) {
    plan::ForEachBuffer(step, [&](const BufferRef& ref) {
      if (ref.space != Space::kArena || !status.ok()) return;
      const auto [it, fresh] = guarded_.try_emplace({ref.offset, ref.bytes});
      if (!fresh) return;
      absl::StatusOr<Buffer> buffer =
          Buffer::Allocate(ref.bytes, "a temporary buffer", how);
      status = buffer.status();
      if (buffer.ok()) it->second = *std::move(buffer);
    });
  });
  return status;
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
