// Programs of symbols: which of them become kernels that take sizes when they run.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// The first operation, in the program's order, because of which the program is made one
// of numbers before anything else, or null: rewrites take all others with any sizes, and
// kernels of theirs are the same for all values where lowering takes them so, too.
const ir::Operation* WhatNeedsNumbers(const ir::Program& program);

}  // namespace tilewright::codegen
