// Chains: matmuls, what is done with rows of their results, and a matmul of
// those rows, as one kernel that never writes the intermediate arrays to HBM.
// Attention, as programs write it: scores, softmax, weighted sum.
//
// Each stage does what it would have done as a kernel of its own, on a block of
// rows at a time: no value changes. Memory is linear in the rows' length.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "codegen/cluster.h"
#include "codegen/lower.h"

namespace tilewright::codegen {

// Makes chains of clusters of `region` whose outputs only their successor reads.
void FormChains(const ir::Region& region, Clustering* clustering);

// nullopt: the stages' blocks do not line up, or one makes nothing; they are to be
// kernels of their own.
absl::StatusOr<std::optional<LoweredCluster>> LowerChain(
    const ir::Program& program, const ir::Region& region, const Cluster& chain,
    const std::set<ir::ValueId>& materialised, const FindFree& find_free,
    const LowerOptions& options);

}  // namespace tilewright::codegen
