// The halo tile of a block: see analysis/halo_tile.h.
#include "codegen/analysis/halo_tile.h"

#include <algorithm>
#include <numeric>

#include "codegen/analysis/plain_read.h"
#include "codegen/emit/matmul/matmul_emitter.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Expr;

// The halo tile of the block that is being made, behind the segment of zeros in scratch.
// The linear index of its first element in x is `halo_first_`.
void MatmulEmitter::PackHaloTile() {
  const HaloTile halo = *HaloTile::Of(eval_.program(), m_);
  const Expr& window = eval_.program().exprs[UnderDataMovement(eval_.program(), m_.lhs)];
  const auto& of = *window.As<tile::WindowOf>();
  const ir::Dims& in = eval_.program().exprs[halo.x].type.dims();
  const int64_t outputs = window.type.dims()[1];
  // The row that holds what output `m` reads at window position `position` along
  // spatial 0, or the nearest one of its image.
  const auto row_of = [&](Value* m, int64_t position) {
    Value* const step = b_.CreateUDiv(m, kb_.I64(halo.inner));
    Value* const image = b_.CreateUDiv(step, kb_.I64(outputs));
    Value* const output = b_.CreateURem(step, kb_.I64(outputs));
    Value* const at =
        b_.CreateAdd(b_.CreateMul(output, kb_.I64(of.stride[1])),
                     kb_.I64(position * of.dilation[1] - of.low_padding[1]));
    Value* const inside =
        b_.CreateSelect(b_.CreateICmpSLT(at, kb_.I64(0)), kb_.I64(0), at);
    Value* const row = b_.CreateUDiv(inside, kb_.I64(of.base_dilation[1]));
    return Linear(image, in[1], Min(row, kb_.I64(in[1] - 1)));
  };
  const int64_t positions = window.type.dims()[in.size() + 1];
  Value* const last = row_of(b_.CreateSub(m_end_, kb_.I64(1)), positions - 1);
  Value* const size = kb_.I64(halo.row_elements);
  halo_first_ = b_.CreateMul(row_of(m0_.base, 0), size);
  Value* const end = b_.CreateMul(b_.CreateAdd(last, kb_.I64(1)), size);

  const int lanes = t_.lanes * t_.k_step;
  llvm::Type* const unit = PackedType();
  Value* const to = HaloTileMemory();
  const bool tail = halo.row_elements % lanes != 0;
  kb_.set_lanes(lanes);
  const auto pack = [&](const LaneIndex& first, int count) {
    const auto place = [&](int i) { return kb_.AddConstant(first, int64_t{i} * lanes); };
    const auto read = [&](int i) {
      const LaneIndex at = place(i);
      if (tail) eval_.set_mask(LaneMask(at.base, end, lanes));
      const Index index = {{static_cast<int>(in.size()), Along(at)}};
      const Lanes x = eval_.EvaluateLanes(halo.x, index);
      eval_.set_mask(nullptr);
      return x;
    };
    PackEach(count, read, [&](int i, Value* x) {
      Value* const at = ElementAt(to, unit, b_.CreateSub(place(i).base, halo_first_));
      b_.CreateAlignedStore(x, at, PackedAlign());
    });
  };
  ForVectors(halo_first_, end, lanes, halo.row_elements, pack);
  kb_.set_lanes(1);
}

// Behind pointers and the segment of zeros.
Value* MatmulEmitter::HaloTileMemory() {
  return b_.CreateGEP(b_.getInt8Ty(), lhs_, kb_.I64(t_.halo_offset));
}

}  // namespace tilewright::codegen
