// A plan as it runs: instructions in one list, over a table of addresses.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jit/load/code_loader.h"
#include "plan/plan.h"

namespace tilewright::runtime {

// Addresses lie in the table from `first` on, where a kernel is handed them as they are.
struct Instruction {
  enum class Kind : uint8_t {
    kKernel,
    kCheckedKernel,  // one with checks: the last of its `count` addresses is its report's
    kCopy,           // of `size` bytes, from the first address to the second
    kRoutine,        // addresses of operands, then of results
    kHostTransfer,   // of the array at the first address
    kJump,           // to instruction `target`
    kJumpUnless,     // where the i1 at the address is not set
    kSwitch,         // to targets[target + i], i the i32 at the address; the last of
                     // `count` where there is no such one. kSwitchPredicate: true is 0
    kSwitchPredicate,
    kEnterStep,  // for profiles: time is taken between the two
    kLeaveStep,
  };
  Kind kind = Kind::kKernel;
  int32_t first = 0;
  int32_t count = 0;
  int32_t target = 0;
  int64_t size = 0;  // of a kernel: grid steps
  tw_kernel_v2 entry = nullptr;
  const plan::Step* step = nullptr;  // of the plan
};

// Immutable. Refers to the plan and the kernels, which stay.
struct LinkedPlan {
  using Kernels = std::vector<std::shared_ptr<const jit::LoadedKernel>>;
  LinkedPlan(const plan::Plan& plan, const std::vector<plan::Step>& steps,
             const Kernels& kernels, bool profile);

  std::vector<Instruction> instructions;
  std::vector<int32_t> targets;
  // What each address of the table is of.
  std::vector<plan::BufferRef> slots;
  const plan::Plan& plan;
};

}  // namespace tilewright::runtime
