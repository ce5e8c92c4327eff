#include "runtime/run/frame.h"

#include "support/status_macros.h"

namespace tilewright::runtime {

using plan::BufferRef;
using plan::Space;

Frame::Frame(const LinkedPlan& linked, const ConstantMemory& constants)
    : linked_(linked), addresses_(linked.slots.size()) {
  for (size_t i = 0; i < linked.slots.size(); ++i) {
    const BufferRef& ref = linked.slots[i];
    const Argument argument{static_cast<int32_t>(i), ref.index, ref.offset};
    switch (ref.space) {
      case Space::kArena:
        of_arena_.push_back(argument);
        break;
      case Space::kInput:
        of_inputs_.push_back(argument);
        break;
      case Space::kOutput:
        of_outputs_.push_back(argument);
        break;
      case Space::kConstant:
        addresses_[i] = static_cast<char*>(constants.constant(ref.index)) + ref.offset;
        break;
      case Space::kPrepared:
        addresses_[i] = static_cast<char*>(constants.prepared(ref.index)) + ref.offset;
        break;
    }
  }
}

void Frame::SetArena(void* arena) {
  if (arena == arena_) return;
  arena_ = arena;
  for (const Argument& argument : of_arena_) {
    addresses_[argument.slot] = static_cast<char*>(arena) + argument.offset;
  }
}

absl::Status Frame::GuardArena() {
  for (const Argument& argument : of_arena_) {
    const BufferRef& ref = linked_.slots[argument.slot];
    const auto [found, fresh] = guarded_.try_emplace({ref.offset, ref.bytes});
    if (fresh) {
      TW_ASSIGN_OR_RETURN(found->second, Block::Allocate(ref.bytes, "a temporary buffer",
                                                         Block::Kind::kGuarded));
    }
    addresses_[argument.slot] = found->second.data();
  }
  return absl::OkStatus();
}

void Frame::SetArguments(absl::Span<const void* const> inputs,
                         absl::Span<void* const> outputs) {
  for (const Argument& argument : of_inputs_) {
    addresses_[argument.slot] =
        static_cast<char*>(const_cast<void*>(inputs[argument.index])) + argument.offset;
  }
  for (const Argument& argument : of_outputs_) {
    addresses_[argument.slot] =
        static_cast<char*>(outputs[argument.index]) + argument.offset;
  }
}

}  // namespace tilewright::runtime
