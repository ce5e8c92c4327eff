#include "codegen/cluster/part_update.h"

#include <map>

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::ValueId;

std::optional<PartUpdate> PartUpdateOf(const ir::Region& region, const Cluster& cluster) {
  if (cluster.kind != ClusterKind::kPointwise || cluster.outputs.size() != 1) {
    return std::nullopt;
  }
  std::map<ValueId, const Operation*> made;
  std::map<ValueId, int> reads;
  for (const int n : cluster.members) {
    const Operation& op = region.operations[n];
    for (const ValueId v : op.results) made[v] = &op;
    for (const ValueId v : op.operands) ++reads[v];
  }
  bool once = true;
  // What makes it, behind reshapes; null for what comes from outside.
  const auto maker_behind_reshapes = [&](ValueId* v) {
    for (;;) {
      const auto found = made.find(*v);
      if (found == made.end()) return static_cast<const Operation*>(nullptr);
      if (found->second->kind != OpKind::kReshape) return found->second;
      *v = found->second->operands[0];
      once = once && reads[*v] == 1;
    }
  };
  PartUpdate found = {.output = cluster.outputs[0]};
  ValueId v = found.output;
  found.update = maker_behind_reshapes(&v);
  if (found.update == nullptr || found.update->kind != OpKind::kDynamicUpdateSlice) {
    return std::nullopt;
  }
  found.base = found.update->operands[0];
  once = once && reads[found.base] == 1;
  maker_behind_reshapes(&found.base);
  found.reads_base_once = once;
  return found;
}

}  // namespace tilewright::codegen
