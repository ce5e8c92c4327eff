// Which loops are small enough to be one kernel.
#pragma once

#include <cstddef>

#include "ir/program.h"

namespace tilewright::codegen {

// Whether every value of a while operation is small, but for state that is updated in
// place, and every operation inside of it a small kernel, a loop or a branch.
bool IsSmallLoop(const ir::Program& program, const ir::Operation& loop);

// The update of a slice that makes state `i` of a loop from what it was, which nothing
// else reads: it is done in place, however large the state is. Null where there is none.
const ir::Operation* UpdateInPlace(const ir::Operation& loop, size_t i);

}  // namespace tilewright::codegen
