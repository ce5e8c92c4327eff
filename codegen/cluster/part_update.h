// Clusters that write a part of an array and leave the rest as it is.
#pragma once

#include <optional>

#include "codegen/cluster/cluster.h"

namespace tilewright::codegen {

// A dynamic_update_slice whose result, maybe in another shape, is all that a cluster
// makes.
struct PartUpdate {
  const ir::Operation* update = nullptr;
  ir::ValueId output = -1;
  // What it updates, behind the reshapes that the cluster has.
  ir::ValueId base = -1;
  // Whether the cluster reads `base` for nothing else.
  bool reads_base_once = false;
};

std::optional<PartUpdate> PartUpdateOf(const ir::Region& region, const Cluster& cluster);

}  // namespace tilewright::codegen
