// Rows of open length whose last vector runs over into the next row, which is written
// behind it: where a masked store is slow, one that is not masked serves but at the end
// of what a call writes.
#include "codegen/emit/non_temporal_stores.h"
#include "codegen/emit/statement_emitter.h"

namespace tilewright::codegen {

using llvm::Value;

Value* StatementEmitter::RunOverLimit(const tile::LoopNest& nest, const Loops& loops,
                                      const ir::Size& lane_extent, size_t flat,
                                      Value* hi) {
  const VectorTarget& target = kb_.options().scalar.target;
  const bool slow_masks = !target.avx512;
  if (lane_extent.is_number() || !slow_masks || kb_.lanes() == 1 || !IsMap(nest)) {
    return nullptr;
  }
  const std::vector<tile::RefId> refs = RefsStoredWhole(program_, nest);
  if (refs.size() != nest.passes[0].stores.size()) return nullptr;
  llvm::IRBuilder<>& b = kb_.ir();
  ir::Size behind = lane_extent;  // elements of a unit that `hi` counts
  for (size_t k = flat; k < loops.sizes.size(); ++k) behind = behind * loops.sizes[k];
  Value* const end = b.CreateMul(hi, kb_.ValueOf(behind));
  return b.CreateSelect(OverlapsNoInput(eval_, refs),
                        b.CreateSub(end, kb_.I64(kb_.lanes())), kb_.I64(-1));
}

void StatementEmitter::StoreRunningOver(tile::RefId ref, const LaneIndex& offset,
                                        const Lanes& stored) {
  llvm::IRBuilder<>& b = kb_.ir();
  Value* const mask = eval_.mask();
  Value* const inside = b.CreateICmpSLE(offset.base, run_over_limit_);
  const auto store = [&](Value* which) {
    eval_.set_mask(which);
    eval_.StoreLanes(eval_.pointer(ref), stored, offset);
    return KernelBuilder::Values();
  };
  kb_.Choose(inside, [&] { return store(nullptr); }, [&] { return store(mask); });
}

}  // namespace tilewright::codegen
