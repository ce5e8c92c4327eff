// In which types a product is computed: one rule for graphs and for kernels.
#pragma once

#include "ir/element_type.h"

namespace tilewright::tile {

// What products of these element types, none of them complex, are summed in where the
// result is of type `result`.
ir::ElementType AccumulatorOf(ir::ElementType lhs, ir::ElementType rhs,
                              ir::ElementType result);

// What operands are rounded to, or widened to, on their way into a product of these
// element types that is accumulated in `accumulator`. bf16 and 8-bit floats are
// multiplied as bf16, and so is f32 where it `rounds`: `tpu` numerics at precision
// DEFAULT. Bytes are multiplied in pairs of 16 bits. Anything else in the
// accumulator's type.
ir::ElementType MultiplicandOf(ir::ElementType lhs, ir::ElementType rhs,
                               ir::ElementType accumulator, bool rounds);

}  // namespace tilewright::tile
