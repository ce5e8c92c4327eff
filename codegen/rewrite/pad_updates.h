// Parts that are written into arrays of one value.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// Rewrites, in all regions, the update of a large part that lies at a known place of an
// array whose elements are all the same one: that is the part, padded. So gradients of
// slices are written, and what reads several of them may read them where they lie. No
// value changes.
void PadUpdates(ir::Program* program);

}  // namespace tilewright::codegen
