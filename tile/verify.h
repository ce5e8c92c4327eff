// Whether a tile program is well formed: the one check of what the authoring API and
// the lowering of graphs hand to the emitter.
#pragma once

#include "absl/status/status.h"
#include "tile/program.h"

namespace tilewright::tile {

// Shapes, types and numbers of expressions and statements fit together, and what is
// written may be. Internal, with the expression or statement and the figures: a
// program that is not well formed is a mistake of whoever made it. Linear in the
// program's size. Whether windows leave their arrays, and whether the program fits
// a chip, is not asked here.
absl::Status Verify(const Program& program);

}  // namespace tilewright::tile
