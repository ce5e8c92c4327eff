#include "codegen/cluster/forming.h"

#include "codegen/facts/op_facts.h"
#include "tile/work/op_cost.h"

namespace tilewright::codegen {

ir::Dims Forming::SpaceOf(int n) const { return WithoutUnitDims(dims(op(n).results[0])); }

View Forming::FullView(int c) const {
  return {static_cast<int>(out.clusters[c].space.size()), 0};
}

int Forming::CostOf(int n) const {
  const ir::Operation& o = op(n);
  if (!ir::IsElementwise(o.kind)) return o.kind == ir::OpKind::kGather ? 4 : 1;
  return tile::CostOf(o.kind, program.type(o.operands[0]).element).host;
}

}  // namespace tilewright::codegen
