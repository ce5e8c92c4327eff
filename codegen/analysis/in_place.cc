#include "codegen/analysis/in_place.h"

#include <algorithm>

#include "tile/reads_in_place.h"

namespace tilewright::codegen {

bool ReadsOnlyInPlace(const tile::Program& program, tile::RefId input, int64_t bytes) {
  if (program.statements.size() != 1) return false;
  const auto* const nest = program.statements[0].As<tile::LoopNest>();
  if (nest == nullptr || !nest->lanes_outer || nest->passes.size() != 1) return false;
  const tile::Pass& pass = nest->passes[0];
  if (!pass.inner.empty() || !pass.reduces.empty()) return false;
  if (ir::StorageBytes(program.refs[input].type.element) != bytes) return false;

  return std::all_of(
      pass.stores.begin(), pass.stores.end(), [&](const tile::Store& store) {
        return store.is_plain() && tile::ReadsInPlace(program, store.value(), input);
      });
}

}  // namespace tilewright::codegen
