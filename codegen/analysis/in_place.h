// Whether a kernel may write over what it reads.
#pragma once

#include "tile/program.h"

namespace tilewright::codegen {

// Every read of `input` is of the very element that is then written, of `bytes`, once: by
// one loop nest of stores, or by what one product makes of its result.
bool ReadsOnlyInPlace(const tile::Program& program, tile::RefId input, int64_t bytes);

}  // namespace tilewright::codegen
