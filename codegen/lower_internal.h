// Parts of LowerCluster, one a file. Internal to lower*.cc.
#pragma once

#include "codegen/expr_builder.h"
#include "codegen/lower.h"
#include "tile/expressions.h"

namespace tilewright::codegen {

struct Lowering {
  const ir::Program& program;
  const ir::Region& region;
  const Cluster& cluster;
  const LowerOptions& options;
  ExprBuilder exprs;
  LoweredCluster* out;

  const ir::Operation& op(int n) const { return region.operations[n]; }
  tile::Program& tile() { return out->program; }
};

void LowerPointwise(Lowering& l);
void LowerRow(Lowering& l);
void LowerReduce(Lowering& l);
void LowerContraction(Lowering& l);
void LowerSingle(Lowering& l);

// A reduce statement part: region, inits and monoid of `reducer`.
tile::Reduce MakeReduce(Lowering& l, const ir::Region& reducer,
                        absl::Span<const ir::ValueId> inits, int id);
// The expression that stands for result `i` of statement `id`.
tile::ExprId ResultExpr(Lowering& l, const ir::TensorType& type, int id, int i);

// How many grid steps an index space of `elements` is worth: a function of the
// program only.
int64_t GridSteps(int64_t elements, int64_t cost_per_element = 1);

int64_t Elements(const ir::Dims& dims);

}  // namespace tilewright::codegen
