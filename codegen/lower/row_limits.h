// Which columns of its rows a chain (cluster/chain.h) has to compute: rows that are
// masked from some column on, or up to one, as causal attention, windows and documents
// have them, come to nothing there.
#pragma once

#include "tile/program.h"

namespace tilewright::codegen {

struct RowLimits {
  tile::ExprId first = tile::kNoExpr, last = tile::kNoExpr;  // tile::Chain's

  bool any() const { return first != tile::kNoExpr || last != tile::kNoExpr; }
  friend bool operator==(const RowLimits&, const RowLimits&) = default;
};

// Of `rows`, which hand on what `product` sums, both in `program`: none where not all
// that is made of the other columns is known to change nothing. It is where
// - what is reduced is selected by comparisons of the column with what depends on the row
//   alone, and else the reduction's neutral element,
// - what is handed on is 0 in the other columns likewise, and
// - 0 is added to the product: whether it was -0 does not matter then.
// That what 0 is multiplied with is finite, the kernel has to see.
RowLimits FindRowLimits(const tile::Program& program, const tile::LoopNest& rows,
                        const tile::Matmul& product);

}  // namespace tilewright::codegen
