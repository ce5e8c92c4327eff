// The parts of a step, for all that goes over plans: one list of what each kind of step
// reads and writes.
#pragma once

#include <type_traits>
#include <vector>

#include "plan/plan.h"

namespace tilewright::plan {

// Buffers that the step itself reads or writes, those of steps inside it left out. `s`
// and what `visit` gets are const together.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Step>
void ForEachBuffer(S& s, const Visit& visit) {
  const auto all = [&](auto& buffers) {
    for (auto& buffer : buffers) visit(buffer);
  };
  switch (s.kind) {
    case StepKind::kKernel:
      return all(s.kernel.buffers);
    case StepKind::kCopy:
      visit(s.copy.from);
      return visit(s.copy.to);
    case StepKind::kRoutine:
      all(s.routine.operands);
      return all(s.routine.results);
    case StepKind::kWhile:
      return visit(s.loop.predicate);
    case StepKind::kCase:
      return visit(s.branch.index);
  }
}

// Every step of the list, and inside its loops and branches.
template <typename Steps, typename Visit>
  requires std::is_same_v<std::remove_const_t<Steps>, std::vector<Step>>
void ForEachStep(Steps& steps, const Visit& visit) {
  for (auto& s : steps) {
    visit(s);
    ForEachStep(s.loop.condition, visit);
    ForEachStep(s.loop.body, visit);
    for (auto& branch : s.branch.branches) ForEachStep(branch, visit);
  }
}

}  // namespace tilewright::plan
