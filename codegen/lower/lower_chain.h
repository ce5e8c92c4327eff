// Chains (cluster/chain.h) to tile programs.
#pragma once

#include <optional>
#include <set>

#include "absl/status/statusor.h"
#include "codegen/lower/lower.h"

namespace tilewright::codegen {

// nullopt: the stages' blocks do not line up, or one makes nothing; they are to be
// kernels of their own.
absl::StatusOr<std::optional<LoweredCluster>> LowerChain(
    const ir::Program& program, const ir::Region& region, const Cluster& chain,
    const std::set<ir::ValueId>& materialised,
    const FindRematerialisable& find_rematerialisable, const LowerOptions& options);

}  // namespace tilewright::codegen
