// How a chip bounds the blocks of our own kernels: what a grid step holds in VMEM
// fits there, windows twice, so that the next block comes while one is used
// (tile/author/kernel.h says the same of kernels of the authoring API).
//
// Blocks shape code only: whatever its block, an element is computed in one way.
#pragma once

#include <cstdint>

#include "chip/chip.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Bytes of VMEM that a step of a matmul's grid holds: blocks of both sides, one tile
// of the MXU deep, the sums, and blocks of what is stored and of what stores read.
int64_t StepBytes(const tile::Program& program, const tile::Matmul& matmul,
                  const chip::Chip& chip);

// Gives the program's matmuls their blocks, and cuts loop nests whose steps' shares of
// the program's arrays do not fit into more steps. A matmul's block is large enough that
// packing is small beside multiplying, and small enough that every core has its share;
// it is whole native tiles where that leaves as many blocks, and smaller until a step
// fits, or the block is one native tile.
void CutIntoSteps(const chip::Chip& chip, tile::Program* program);

// Rows of a chain's steps: what its VMEM leaves beside `fixed` bytes holds so many
// rows of `bytes_per_row`. Negative: not even the fixed part fits.
int64_t RowsThatFit(int64_t fixed, int64_t bytes_per_row, const chip::Chip& chip);

}  // namespace tilewright::codegen
