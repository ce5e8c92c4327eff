// Small loops as one kernel.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/cluster/cluster.h"
#include "codegen/lower/lower.h"
#include "ir/program.h"
#include "tile/program.h"

namespace tilewright::codegen {

// A while operation whose state and temporaries are small enough to live in
// VMEM, as one serial tile program: state in, loop, state out. Branches, loops, small
// products and factorisations inside of it are parts of it; state of which a turn updates
// a slice may be large. Parameters are
// the values that it reads (inits, captured values,
// constants with several values) and, written, the
// operation's results, except those that the loop hands on unchanged.
struct LoopKernel {
  tile::Program program;
  std::vector<LoweredCluster::Parameter> parameters;
};

// nullopt: the loop is too large, or holds what is not a kernel.
absl::StatusOr<std::optional<LoopKernel>> TryLoopKernel(
    const ir::Program& program, const ir::Operation& loop,
    const FindRematerialisable& find_rematerialisable, const ClusterOptions& clusters,
    const LowerOptions& options);

}  // namespace tilewright::codegen
