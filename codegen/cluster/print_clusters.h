// Which operations became which cluster, as text: for people, and for tests.
#pragma once

#include <string>

#include "codegen/cluster/cluster.h"
#include "ir/program.h"

namespace tilewright::codegen {

// Of all regions, in the order in which the clusters run: a line for each cluster, with
// its kind, index space and outputs, and a line for each of its operations, with its
// operands by number or, where they are computed where they are read, by what they are.
// Chains have their stages inside, loops and branches their regions. `program` is
// verified and expanded.
std::string PrintClusters(const ir::Program& program, const ClusterOptions& options);

}  // namespace tilewright::codegen
