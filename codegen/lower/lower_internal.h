// Parts of LowerCluster, one a file. Internal to codegen/lower/.
#pragma once

#include "codegen/facts/small_matrices.h"
#include "codegen/lower/expr_builder.h"
#include "codegen/lower/lower.h"
#include "tile/arrange.h"
#include "tile/statements.h"

namespace tilewright::codegen {

// Elements. The state of a loop that is one kernel is no larger, and keeps its own shape.
inline constexpr int64_t kSmallState = 1024;

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
// Where a cluster updates a part of an array that is in memory: only that is written,
// over a copy of it or where it lies.
bool LowerPartUpdate(Lowering& l);
void LowerRow(Lowering& l);
void LowerReduce(Lowering& l);
void LowerContraction(Lowering& l);
void LowerSingle(Lowering& l);
void LowerMatrices(Lowering& l, const ir::Operation& op, const SmallMatrices& matrices);
void LowerMatrixLoops(Lowering& l, const ir::Operation& op,
                      const SmallMatrices& matrices);

// Of what a cluster computes for an element.
int64_t ClusterCost(const Lowering& l);

// How `reducer` combines values, which begin with `inits`.
tile::Reducer ReducerOf(Lowering& l, const ir::Region& reducer,
                        absl::Span<const ir::ValueId> inits);

}  // namespace tilewright::codegen
