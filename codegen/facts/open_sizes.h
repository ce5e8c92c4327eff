// Programs of symbols: which of them become kernels that take sizes when they run.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// The first operation, in the program's order, whose kernels have to know its sizes, or
// null where none has to: of a program of symbols, kernels are then the same for all
// their values.
const ir::Operation* WhatNeedsNumbers(const ir::Program& program);

}  // namespace tilewright::codegen
