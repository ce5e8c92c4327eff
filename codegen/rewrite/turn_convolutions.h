// Convolutions whose results are wanted in another order of dimensions.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// Rewrites, in all regions, the transpose of what one convolution makes, maybe behind
// elementwise operations, into a convolution whose result has that order: where output
// features come last, as kernels make them. What else these operations take is broadcast,
// and nobody else reads any of it. No value changes.
void TurnConvolutions(ir::Program* program);

}  // namespace tilewright::codegen
