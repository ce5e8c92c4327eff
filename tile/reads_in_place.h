// Whether results of statements are read where they are.
#pragma once

#include "tile/program.h"

namespace tilewright::tile {

// Whether each ResultOf under `x` is the one of the place where x is evaluated: of the
// element, where x has the shape `result`, or of the row, where `result` is the front of
// its shape; ones aside.
bool ReadsInPlace(const Program& program, ExprId x, const ir::Dims& result);

}  // namespace tilewright::tile
