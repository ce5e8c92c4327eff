#include "codegen/matmul_slab.h"

#include <algorithm>
#include <numeric>

#include "codegen/matmul_emitter.h"
#include "codegen/plain_read.h"
#include "support/round.h"

namespace tilewright::codegen {

using llvm::Value;
using tile::Expr;

std::optional<Slab> Slab::Of(const tile::Program& program, const tile::Matmul& m) {
  const Expr& window = program.exprs[UnderMoves(program, m.lhs)];
  if (window.kind != tile::ExprKind::kWindow || m.lhs_run == 0 || m.batch != 1) {
    return std::nullopt;
  }
  Slab slab;
  slab.x = window.operands[0];
  const ir::Dims& in = program.exprs[slab.x].type.dims;
  const ir::Dims& own = window.type.dims;
  const int rank = static_cast<int>(in.size());
  if (rank < 3 || Product(in, 0, rank) == 0) return std::nullopt;
  slab.row_elements = Product(in, 2, rank);
  slab.inner = Product(own, 2, rank - 1);
  // From the first to the last element of a block: so many steps along spatial 0, each
  // `stride` elements of the dilated input, and so many times from one image to the next.
  const int64_t stride = window.a[1], dilation = window.d[1];
  const int64_t steps = DivideUp(m.block_m - 1, slab.inner);
  const int64_t images = DivideUp(steps, own[1]);
  const int64_t unread = std::max<int64_t>(0, in[1] - own[1] * stride / dilation);
  const int64_t reach = (own[rank + 1] - 1) * window.b[1];
  slab.most_rows = std::min(
      in[0] * in[1], DivideUp(steps * stride + reach, dilation) + 2 + images * unread);
  return slab;
}

// The slab of the block that is being made, behind the run of zeros in scratch. The
// linear index of its first element in x is `slab_first_`.
void MatmulEmitter::PackSlab() {
  const Slab slab = *Slab::Of(eval_.program(), m_);
  const Expr& window = eval_.program().exprs[UnderMoves(eval_.program(), m_.lhs)];
  const ir::Dims& in = eval_.program().exprs[slab.x].type.dims;
  const int64_t outputs = window.type.dims[1];
  // The row that holds what output `m` reads at window position `position` along
  // spatial 0, or the nearest one of its image.
  const auto row_of = [&](Value* m, int64_t position) {
    Value* const step = b_.CreateUDiv(m, kb_.I64(slab.inner));
    Value* const image = b_.CreateUDiv(step, kb_.I64(outputs));
    Value* const output = b_.CreateURem(step, kb_.I64(outputs));
    Value* const at = b_.CreateAdd(b_.CreateMul(output, kb_.I64(window.a[1])),
                                   kb_.I64(position * window.b[1] - window.c[1]));
    Value* const inside =
        b_.CreateSelect(b_.CreateICmpSLT(at, kb_.I64(0)), kb_.I64(0), at);
    Value* const row = b_.CreateUDiv(inside, kb_.I64(window.d[1]));
    return Linear(image, in[1], Min(row, kb_.I64(in[1] - 1)));
  };
  const int64_t positions = window.type.dims[in.size() + 1];
  Value* const last = row_of(b_.CreateSub(m_end_, kb_.I64(1)), positions - 1);
  Value* const size = kb_.I64(slab.row_elements);
  slab_first_ = b_.CreateMul(row_of(m0_.base, 0), size);
  Value* const end = b_.CreateMul(b_.CreateAdd(last, kb_.I64(1)), size);

  const int lanes = t_.lanes * t_.k_step;
  llvm::Type* const unit = SlabType();
  Value* const to = SlabMemory();
  const bool tail = slab.row_elements % lanes != 0;
  kb_.set_lanes(lanes);
  kb_.For(slab_first_, end, lanes, std::gcd(slab.row_elements, int64_t{lanes}),
          [&](const LaneIndex& at) {
            if (tail) eval_.set_mask(LaneMask(at.base, end, lanes));
            const Index index = {{static_cast<int>(in.size()), Along(at)}};
            Value* const x = Packed(Multiplicand(eval_.EvaluateLanes(slab.x, index)));
            eval_.set_mask(nullptr);
            Value* const place = ElementAt(to, unit, b_.CreateSub(at.base, slab_first_));
            b_.CreateAlignedStore(x, place, llvm::Align(2));
          });
  kb_.set_lanes(1);
}

llvm::Type* MatmulEmitter::SlabType() { return t_.pairs ? b_.getInt16Ty() : element_; }

// Behind pointers and the run of zeros.
Value* MatmulEmitter::SlabMemory() {
  return b_.CreateGEP(b_.getInt8Ty(), lhs_, kb_.I64(t_.slab_offset));
}

}  // namespace tilewright::codegen
