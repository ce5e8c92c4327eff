#include "codegen/analysis/halo_tile.h"

#include <algorithm>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/plain_read.h"
#include "support/round.h"

namespace tilewright::codegen {

using tile::Expr;

std::optional<HaloTile> HaloTile::Of(const tile::Program& program,
                                     const tile::Matmul& m) {
  const Expr& window = program.exprs[UnderDataMovement(program, m.lhs)];
  const auto* const of = window.As<tile::WindowOf>();
  if (of == nullptr || m.lhs_segment == 0 || !(m.batch == 1)) return std::nullopt;
  HaloTile halo;
  halo.x = window.operands[0];
  const ir::Dims& in = program.exprs[halo.x].type.dims();
  const ir::Dims& own = window.type.dims();
  const int rank = static_cast<int>(in.size());
  if (rank < 3 || Product(in, 0, rank) == 0) return std::nullopt;
  halo.row_elements = Product(in, 2, rank);
  halo.inner = Product(own, 2, rank - 1);
  // From the first to the last element of a block: so many steps along spatial 0, each
  // `stride` elements of the dilated input, and so many times from one image to the next.
  const int64_t stride = of->stride[1], dilation = of->base_dilation[1];
  const int64_t steps = DivideUp(m.block_m - 1, halo.inner);
  const int64_t images = DivideUp(steps, own[1]);
  const int64_t unread = std::max<int64_t>(0, in[1] - own[1] * stride / dilation);
  const int64_t reach = (own[rank + 1] - 1) * of->dilation[1];
  halo.most_rows = std::min(
      in[0] * in[1], DivideUp(steps * stride + reach, dilation) + 2 + images * unread);
  return halo;
}

}  // namespace tilewright::codegen
