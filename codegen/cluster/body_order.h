// The order of clusters in a loop's body.
#pragma once

#include "codegen/cluster/cluster.h"

namespace tilewright::codegen {

// Where values leave it open, who reads what a turn was handed runs before who makes what
// takes its place in the next turn: that may then be written over it, and is not copied.
// Nothing else moves. For bodies whose results are the next turn's arguments.
void OrderBody(const ir::Region& body, Clustering* clustering);

}  // namespace tilewright::codegen
