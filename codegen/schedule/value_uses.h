// When the values of a region are read last, and what becomes of them.
#pragma once

#include <map>
#include <set>

#include "codegen/cluster/cluster.h"
#include "ir/program.h"

namespace tilewright::codegen {

struct ValueUses {
  // What the region's own operations make. What is around it outlives it: a loop reads it
  // again in its next turn, others read it behind a branch.
  std::set<ir::ValueId> made;
  // The time of the last cluster that reads a value; INT_MAX: it is a result.
  std::map<ir::ValueId, int> last_user;
  std::map<ir::ValueId, int> result_slot;  // first result that the value is
  // The result of a scatter, or of an update of a slice, that starts from a value that
  // nothing else needs by then.
  std::map<ir::ValueId, ir::ValueId> becomes;
};

// The clusters are in the order in which they run.
ValueUses UsesOf(const ir::Region& region, const Clustering& clustering);

// Whether the operation's regions read a value of the regions around them.
bool ReadsInside(const ir::Operation& op, ir::ValueId v);

}  // namespace tilewright::codegen
