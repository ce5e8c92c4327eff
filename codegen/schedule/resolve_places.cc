#include "codegen/schedule/resolve_places.h"

#include "plan/visit.h"

namespace tilewright::codegen {

void ResolvePlaces(const Arena& arena, const std::vector<int32_t>& outputs,
                   std::vector<plan::Step>* steps) {
  plan::ForEachStep(*steps, [&](plan::Step& step) {
    plan::ForEachBuffer(step, [&](plan::BufferRef& ref) {
      if (ref.space != plan::Space::kArena) return;
      const Arena::Place& place = arena.place(ref.index);
      ref.offset += place.offset;
      ref.index = 0;
      if (place.alias < 0) return;
      ref.space = plan::Space::kOutput;
      ref.index = outputs[place.alias];
    });
  });
}

}  // namespace tilewright::codegen
