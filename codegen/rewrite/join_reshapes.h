// Moves of no element.
#pragma once

#include "ir/program.h"

namespace tilewright::codegen {

// Makes one reshape, in all regions, of several that follow each other, and none where
// the last one gives what was there before the first. The same with transposes, of which
// one that only moves dimensions of one is a reshape.
void JoinReshapes(ir::Program* program);

}  // namespace tilewright::codegen
