#include <algorithm>
#include <set>
#include <vector>

#include "codegen/cluster/cluster.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;

bool MakesNothing(const ir::Program& program, const Cluster& cluster) {
  return std::all_of(cluster.outputs.begin(), cluster.outputs.end(),
                     [&](ir::ValueId v) { return program.type(v).byte_size() == 0; });
}

namespace {

// The last dimension of what the transpose makes is not one of the batch.
bool KeepsRowsContiguous(const ir::Program& program, const Operation& dot,
                         const Operation& transpose) {
  const Dims& order = transpose.attributes.Ints(AttributeName::kPermutation);
  const Dims& made = program.type(transpose.results[0]).dims();
  const size_t batch = dot.attributes.Ints(AttributeName::kLhsBatchingDimensions).size();
  for (size_t d = order.size(); d-- > 0;) {
    if (made[d] != 1) return order[d] >= static_cast<int64_t>(batch);
  }
  return false;
}

}  // namespace

bool IsMovedDot(const ir::Program& program, const ir::Region& region, int dot,
                const Cluster& cluster, int* transpose) {
  const Operation& product = region.operations[dot];
  if (product.kind != OpKind::kDotGeneral) return false;
  std::set<ir::ValueId> moved = {product.results[0]};
  std::set<ir::ValueId> reshaped;
  std::vector<int> members = cluster.members;
  std::sort(members.begin(), members.end());
  for (int m : members) {
    const Operation& o = region.operations[m];
    bool reads = false;
    for (ir::ValueId v : o.operands) {
      if (reshaped.count(v) > 0) return false;
      reads |= moved.count(v) > 0;
    }
    if (!reads) continue;
    if (o.kind == OpKind::kReshape && *transpose >= 0) {
      reshaped.insert(o.results[0]);
      continue;
    }
    if (o.kind == OpKind::kTranspose && *transpose < 0) {
      moved.clear();  // what was not transposed is not to be made beside it
      *transpose = m;
    } else if (!ir::IsElementwise(o.kind)) {
      return false;
    }
    moved.insert(o.results[0]);
  }
  if (*transpose < 0 ||
      !KeepsRowsContiguous(program, product, region.operations[*transpose])) {
    return false;
  }
  return std::all_of(cluster.outputs.begin(), cluster.outputs.end(), [&](ir::ValueId v) {
    return reshaped.count(v) > 0 || moved.count(v) > 0;
  });
}

}  // namespace tilewright::codegen
