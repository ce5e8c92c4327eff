// Clusters of a region while they are being formed: what the rules of joining look at.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "codegen/cluster/cluster.h"
#include "codegen/cluster/cluster_views.h"
#include "codegen/facts/region_uses.h"
#include "ir/program.h"

namespace tilewright::codegen {

// Operations and clusters have their numbers: in the region, and in the order in which
// the clusters were started, from the last to the first.
struct Forming {
  Forming(const ir::Program& p, const ir::Region& r, const ClusterOptions& o)
      : program(p), region(r), options(o) {}

  const ir::Operation& op(int n) const { return region.operations[n]; }
  const ir::Dims& dims(ir::ValueId v) const { return program.type(v).dims(); }
  // The shape of operation n's first result, ones aside.
  ir::Dims SpaceOf(int n) const;
  // Of cluster c: all of its space.
  View FullView(int c) const;
  // Of evaluating an element, in tile::OpCost::host's units.
  int CostOf(int n) const;

  const ir::Program& program;
  const ir::Region& region;
  const ClusterOptions& options;
  const RegionUses uses{program, region};
  Clustering out;
  ClusterViews views{program, region, uses, out.clusters};
  // By cluster: operations whose results it writes; how many it has apart from those that
  // are made wherever they are read; what an element of it costs, and how many
  // elementwise operations are in its packing.
  std::map<int, std::vector<int>> output_numbers;
  std::map<int, size_t> evaluated;
  std::map<int, int> costs;
  std::map<int, int> prologue;
};

}  // namespace tilewright::codegen
