// Programs of symbols: which of them become kernels that take sizes when they run.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// The first operation, in the program's order, because of which the program is made one
// of numbers before anything else, or null: rewrites take all others with any sizes, and
// kernels of theirs are the same for all values where lowering takes them so, too.
const ir::Operation* WhatNeedsNumbers(const ir::Program& program);

// Whether rewrites take the operation with any sizes.
bool TakesOpenSizes(const ir::Operation& op);
// Whether a type of the operation's operands or results has a size that is no number.
bool HasOpenSizes(const ir::Program& program, const ir::Operation& op);
// The same of the operation and all in its regions.
bool HasOpenSizesWithin(const ir::Program& program, const ir::Operation& op);

}  // namespace tilewright::codegen
