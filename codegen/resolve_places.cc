#include "codegen/resolve_places.h"

namespace tilewright::codegen {
namespace {

struct Places {
  const Arena& arena;
  const std::vector<int32_t>& outputs;

  void Resolve(plan::BufferRef& ref) const {
    if (ref.space != plan::Space::kArena) return;
    const Arena::Place& place = arena.place(ref.index);
    ref.offset += place.offset;
    ref.index = 0;
    if (place.lender < 0) return;
    ref.space = plan::Space::kOutput;
    ref.index = outputs[place.lender];
  }

  void Resolve(std::vector<plan::BufferRef>& refs) const {
    for (plan::BufferRef& ref : refs) Resolve(ref);
  }

  void Resolve(std::vector<plan::Step>& steps) const {
    for (plan::Step& step : steps) {
      Resolve(step.kernel.buffers);
      switch (step.kind) {
        case plan::StepKind::kKernel:
          break;
        case plan::StepKind::kCopy:
          Resolve(step.copy.from);
          Resolve(step.copy.to);
          break;
        case plan::StepKind::kRoutine:
          Resolve(step.routine.operands);
          Resolve(step.routine.results);
          break;
        case plan::StepKind::kWhile:
          Resolve(step.loop.predicate);
          Resolve(step.loop.condition);
          Resolve(step.loop.body);
          break;
        case plan::StepKind::kCase:
          Resolve(step.branch.index);
          for (std::vector<plan::Step>& branch : step.branch.branches) Resolve(branch);
          break;
      }
    }
  }
};

}  // namespace

void ResolvePlaces(const Arena& arena, const std::vector<int32_t>& outputs,
                   std::vector<plan::Step>* steps) {
  Places{arena, outputs}.Resolve(*steps);
}

}  // namespace tilewright::codegen
