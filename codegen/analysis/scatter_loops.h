// In which order the updates of a scatter are walked.
#pragma once

#include "tile/program.h"

namespace tilewright::codegen {

// Updates that meet in one element are applied in the order of their scatter
// dimensions. Others may be walked in any order, and by any thread: those whose places
// along a batching dimension differ, or along a window dimension that no index moves,
// and those that go to different parts of the operand. Dimensions are the updates',
// but `cut`.
struct ScatterLoops {
  ir::Dims apart;      // outermost: updates that differ in one of these never meet
  ir::Dims ordered;    // inside, in order; each has an index of its own
  ir::Dims window;     // innermost; lanes run along the last
  int64_t cut = -1;    // the grid cuts this dimension of the operand, in place of
                       // `apart`: a step skips the updates of the others
  ir::Size units = 1;  // pieces that the grid may consist of
};

ScatterLoops LoopsOf(const tile::Program& program, const tile::Scatter& scatter);

// The operand's dimensions that the window dimensions run along, in order.
ir::Dims WindowOf(const tile::Program& program, const tile::Scatter& scatter);

}  // namespace tilewright::codegen
