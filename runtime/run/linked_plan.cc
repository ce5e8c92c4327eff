#include "runtime/run/linked_plan.h"

#include "absl/types/span.h"
#include "plan/host_transfers.h"

namespace tilewright::runtime {
namespace {

using plan::BufferRef;
using plan::Step;
using plan::StepKind;
using Kind = Instruction::Kind;

class Linker {
 public:
  Linker(LinkedPlan* linked, const LinkedPlan::Kernels& kernels, bool profile)
      : linked_(*linked), kernels_(kernels), profile_(profile) {}

  void Add(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (profile_) Append({.kind = Kind::kEnterStep, .step = &step});
      Add(step);
      if (profile_) Append({.kind = Kind::kLeaveStep, .step = &step});
    }
  }

 private:
  void Add(const Step& step) {
    switch (step.kind) {
      case StepKind::kKernel:
        return AddKernel(step);
      case StepKind::kCopy: {
        const int32_t first = Slot(step.copy.from);
        Slot(step.copy.to);
        Append({.kind = Kind::kCopy, .first = first, .size = step.copy.to.bytes});
        return;
      }
      case StepKind::kRoutine: {
        const int32_t first = Slots(step.routine.operands);
        Slots(step.routine.results);
        const bool host = plan::IsHostTransfer(step.routine.routine);
        Append({.kind = host ? Kind::kHostTransfer : Kind::kRoutine,
                .first = first,
                .step = &step});
        return;
      }
      case StepKind::kWhile:
        return AddWhile(step.loop);
      case StepKind::kCase:
        return AddCase(step.branch);
    }
  }

  void AddKernel(const Step& step) {
    const plan::Kernel& kernel = linked_.plan.kernels[step.kernel.kernel];
    const bool checked = !kernel.ref_names.empty();
    // None is loaded where this machine cannot run the code: then no run gets this far.
    const jit::LoadedKernel* const loaded =
        kernels_.empty() ? nullptr : kernels_[step.kernel.kernel].get();
    Append({.kind = checked ? Kind::kCheckedKernel : Kind::kKernel,
            .first = Slots(step.kernel.buffers),
            .count = static_cast<int32_t>(step.kernel.buffers.size()),
            .size = step.kernel.grid_steps,
            .entry = loaded != nullptr ? loaded->entry() : nullptr,
            .step = &step});
  }

  void AddWhile(const plan::WhileStep& loop) {
    const int32_t begin = Next();
    Add(loop.condition);
    const int32_t leave =
        Append({.kind = Kind::kJumpUnless, .first = Slot(loop.predicate)});
    Add(loop.body);
    Append({.kind = Kind::kJump, .target = begin});
    linked_.instructions[leave].target = Next();
  }

  void AddCase(const plan::CaseStep& branch) {
    const auto count = static_cast<int32_t>(branch.branches.size());
    const auto targets = static_cast<int32_t>(linked_.targets.size());
    linked_.targets.resize(targets + count);
    Append({.kind = branch.index_is_predicate ? Kind::kSwitchPredicate : Kind::kSwitch,
            .first = Slot(branch.index),
            .count = count,
            .target = targets});
    std::vector<int32_t> leaves;
    for (int32_t i = 0; i < count; ++i) {
      linked_.targets[targets + i] = Next();
      Add(branch.branches[i]);
      leaves.push_back(Append({.kind = Kind::kJump}));
    }
    for (const int32_t leave : leaves) linked_.instructions[leave].target = Next();
  }

  int32_t Next() const { return static_cast<int32_t>(linked_.instructions.size()); }
  int32_t Append(const Instruction& instruction) {
    linked_.instructions.push_back(instruction);
    return Next() - 1;
  }
  int32_t Slot(const BufferRef& ref) { return Slots({&ref, 1}); }
  int32_t Slots(absl::Span<const BufferRef> refs) {
    const auto first = static_cast<int32_t>(linked_.slots.size());
    linked_.slots.insert(linked_.slots.end(), refs.begin(), refs.end());
    return first;
  }

  LinkedPlan& linked_;
  const LinkedPlan::Kernels& kernels_;
  const bool profile_;
};

}  // namespace

LinkedPlan::LinkedPlan(const plan::Plan& whole, const std::vector<Step>& steps,
                       const Kernels& kernels, bool profile)
    : plan(whole) {
  Linker(this, kernels, profile).Add(steps);
}

}  // namespace tilewright::runtime
