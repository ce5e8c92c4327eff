// The one numbering of a tile program.
#pragma once

#include <vector>

#include "tile/program.h"

namespace tilewright::tile {

// Numbers refs, expressions and results in the order in which the statements of a
// program without windows come to them, and drops what none of them comes to. Programs
// of equal statements then have equal text, in whatever order their parts were made.
// Gives the new number of each ref, -1 for what is gone.
std::vector<RefId> Canonicalize(Program* program);

}  // namespace tilewright::tile
