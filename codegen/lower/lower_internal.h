// Parts of LowerCluster, one a file. Internal to codegen/lower/.
#pragma once

#include "codegen/facts/small_matrices.h"
#include "codegen/lower/expr_builder.h"
#include "codegen/lower/lower.h"
#include "tile/arrange.h"
#include "tile/statements.h"

namespace tilewright::codegen {

struct Lowering {
  const ir::Program& program;
  const ir::Region& region;
  const Cluster& cluster;
  const LowerOptions& options;
  ExprBuilder exprs;
  LoweredCluster* out;

  const ir::Operation& op(int n) const { return region.operations[n]; }
  tile::Builder& b() { return exprs.builder(); }
};

void LowerPointwise(Lowering& l);
void LowerRow(Lowering& l);
void LowerReduce(Lowering& l);
void LowerContraction(Lowering& l);
void LowerSingle(Lowering& l);
void LowerMatrices(Lowering& l, const ir::Operation& op, const SmallMatrices& matrices);
void LowerMatrixLoops(Lowering& l, const ir::Operation& op,
                      const SmallMatrices& matrices);

// How `reducer` combines values, which begin with `inits`.
tile::Reducer ReducerOf(Lowering& l, const ir::Region& reducer,
                        absl::Span<const ir::ValueId> inits);

}  // namespace tilewright::codegen
