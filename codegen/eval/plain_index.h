// Where indices lead under the data movement of a plain read.
#pragma once

#include "codegen/analysis/plain_read.h"
#include "codegen/eval/index.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Where `expr`'s index leads in the expression under its data movement.
Index IndexUnderDataMovement(KernelBuilder& kb, const tile::Program& program,
                             tile::ExprId expr, const Index& index);

// The element offset of a uniform `index` in the array of `expr`'s PlainLoad.
LaneIndex PlainOffset(KernelBuilder& kb, const tile::Program& program, tile::ExprId expr,
                      const Index& index);

}  // namespace tilewright::codegen
