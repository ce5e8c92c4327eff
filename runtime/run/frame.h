// The addresses that one run works on.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/memory/block.h"
#include "runtime/run/constant_memory.h"
#include "runtime/run/linked_plan.h"

namespace tilewright::runtime {

// The table of a linked plan, which stays. One run at a time sets it; what is set again
// to where it was costs nothing.
class Frame {
 public:
  Frame(const LinkedPlan& linked, const ConstantMemory& constants);

  void SetArena(void* arena);
  // Instead of an arena: every buffer of it apart, between unreadable pages.
  absl::Status GuardArena();
  void SetArguments(absl::Span<const void* const> inputs,
                    absl::Span<void* const> outputs);

  const LinkedPlan& linked() const { return linked_; }
  void* const* addresses() const { return addresses_.data(); }

 private:
  // An address that changes from run to run.
  struct Argument {
    int32_t slot;
    int32_t index;
    int64_t offset;
  };

  const LinkedPlan& linked_;
  std::vector<void*> addresses_;
  std::vector<Argument> of_arena_;  // their index is that of their slot
  std::vector<Argument> of_inputs_;
  std::vector<Argument> of_outputs_;
  void* arena_ = nullptr;
  std::map<std::pair<int64_t, int64_t>, Block> guarded_;  // by offset and size
};

}  // namespace tilewright::runtime
