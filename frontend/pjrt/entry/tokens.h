// Programs whose entry takes and gives tokens, as JAX's do that have ordered effects.
#pragma once

#include "ir/program.h"

namespace tilewright::pjrt {

// Tokens of the entry become arrays of no truth values, which is what JAX hands over for
// them: runs of a device are in order anyway.
void MakeTokensArrays(ir::Program* program);

}  // namespace tilewright::pjrt
