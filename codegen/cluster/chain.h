// Chains: matmuls, what is done with rows of their results, and a matmul of
// those rows, as one kernel that never writes the intermediate arrays to HBM.
// Attention, as programs write it: scores, softmax, weighted sum.
//
// Each stage does what it would have done as a kernel of its own, on a block of
// rows at a time: no value changes. Memory is linear in the rows' length.
#pragma once

#include "codegen/cluster/cluster.h"

namespace tilewright::codegen {

// Makes chains of clusters of `region` whose outputs only their successor reads.
void FormChains(const ir::Region& region, Clustering* clustering);

}  // namespace tilewright::codegen
