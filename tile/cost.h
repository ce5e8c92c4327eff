// What elementwise operations cost on a vector unit.
#pragma once

#include "ir/op_kind.h"

namespace tilewright::tile {

// A function, of many instructions: not add, multiply, compare and the like.
bool IsTranscendental(ir::OpKind op);
// Not to be computed twice: a function, or a division.
bool IsExpensive(ir::OpKind op);

}  // namespace tilewright::tile
