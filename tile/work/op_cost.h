// What elementwise operations cost: the one table, read by clustering and emission (the
// host's vector unit) and by Work (a TPU's units).
#pragma once

#include "ir/element_type.h"
#include "ir/op_kind.h"

namespace tilewright::tile {

struct OpCost {
  int host = 1;  // simple vector instructions of ours: 1 for add, 20 for a function
  // Operations on whole registers of a TPU core.
  int vpu = 1;
  int eup = 0;
};

// Of an elementwise operation, or kBitcastConvert, on operands of such elements.
OpCost CostOf(ir::OpKind op, ir::ElementType element);

// A function, of many instructions: not add, multiply, compare and the like.
bool IsTranscendental(ir::OpKind op);
// Not to be computed twice: a function, or a division.
bool IsExpensive(ir::OpKind op);

}  // namespace tilewright::tile
