// Associative operations that reductions combine values by.
#pragma once

#include "ir/literal.h"
#include "ir/op_kind.h"

namespace tilewright::tile {

// The value e with e op x = x for every x, as a literal of one element. `combiner` is
// add, multiply, maximum, minimum, and, or, or xor; of complex numbers add. Floats
// without infinities begin with the one that is farthest away.
ir::Literal CombinerIdentity(ir::OpKind combiner, ir::ElementType type);

}  // namespace tilewright::tile
