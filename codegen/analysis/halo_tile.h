// The part of a convolution's input that a block of its result reads.
#pragma once

#include <cstdint>
#include <optional>

#include "tile/program.h"

namespace tilewright::codegen {

// Rows of the input x[batch, spatial 0, ...], (batch, spatial 0) taken as one dimension
// and a row being all the rest: a block reads a range of them. Where x is not in
// memory as it is multiplied, that range is computed once for each block.
struct HaloTile {
  tile::ExprId x = tile::kNoExpr;
  int64_t row_elements = 1;
  int64_t most_rows = 1;  // that a block reads
  int64_t inner = 1;      // elements of the result in a step along its spatial 0

  // The matmul's lhs is windows over x (tile::Matmul::lhs_segment); nothing where it is a
  // matmul in groups.
  static std::optional<HaloTile> Of(const tile::Program& program, const tile::Matmul& m);

  int64_t elements() const { return row_elements * most_rows; }
};

}  // namespace tilewright::codegen
