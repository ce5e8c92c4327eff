// Whether a kernel may write over what it reads.
#pragma once

#include "tile/program.h"

namespace tilewright::codegen {

// Every read of `input` is of the very element that is then written, of `bytes`, once: by
// one loop nest of stores, or by what one product makes of its result.
bool ReadsOnlyInPlace(const tile::Program& program, tile::RefId input, int64_t bytes);

// The kernel stores one block of an array, from where its offsets say on, and what it
// reads of `input`, an array like that one, is that block, each element where it writes
// its own: the two may be one array, which is then updated.
bool ReadsOnlyWhatItUpdates(const tile::Program& program, tile::RefId input);

}  // namespace tilewright::codegen
