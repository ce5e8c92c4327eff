// Expressions that are arrays in memory, only seen in another order or shape.
#pragma once

#include <optional>

#include "ir/element_type.h"
#include "tile/program.h"

namespace tilewright::codegen {

// The expression under the moves with constant strides (transposes, reshapes,
// broadcasts, slices) that `expr` begins with.
tile::ExprId UnderMoves(const tile::Program& program, tile::ExprId expr);
// From own dimension of a transpose to the operand's.
ir::Dims InverseOf(const ir::Dims& permutation);

// The load under `expr` if only such moves lie above it, else null. Not of a window,
// whose strides depend on how it is bound.
const tile::Expr* PlainLoad(const tile::Program& program, tile::ExprId expr);

// Elements of memory from one index of dimension `dim` to the next; nothing where
// that is not the same everywhere. `expr` has a PlainLoad.
std::optional<int64_t> PlainStride(const tile::Program& program, tile::ExprId expr,
                                   int dim);

}  // namespace tilewright::codegen
