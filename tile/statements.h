// How the statements of a tile program are written; with tile/builder.h.
//
//   LoopNestWriter rows(&b, {m});             // for every row
//   rows.BeginPass({n});                       // over its elements
//   const ExprId sum = rows.Reduce(CombinerReducer(&b, kAdd, kF32), x, {kF32, {m}});
//   rows.BeginPass({n});
//   rows.Write(StoreTo(y, quotient));     // of x and sum, [m, n]
//   b.Append(std::move(rows).Done());
#pragma once

#include <optional>
#include <vector>

#include "tile/builder.h"

namespace tilewright::tile {

// --- Where values go -----------------------------------------------------------

// The whole ref, which is seen in the value's shape; scratch of a row holds one.
Store StoreTo(RefId ref, ExprId value);
// The part of the ref that begins at `offset`, or at `start`, rank-0 integers.
Store StoreAt(RefId ref, ExprId value, ir::Shape offset);
Store StoreAt(RefId ref, ExprId value, std::vector<ExprId> start);
// Dimension i of the ref is dimension permutation[i] of the value seen in `shape`.
Store StoreTransposed(RefId ref, ExprId value, ir::Shape shape, ir::Dims permutation);
// The whole ref, which has an element of each value at every point of their domain.
Store StoreInterleaved(RefId ref, std::vector<ExprId> values);

// --- How values are combined -----------------------------------------------------

struct Reducer {
  std::vector<ExprId> inits;           // rank 0
  std::optional<ir::OpKind> combiner;  // else the region, in index order
  Region region;                       // parameters: accumulators, then elements
  SumOrder order = SumOrder::kIndex;   // of the combiner
};

// By one operation, from its identity.
Reducer CombinerReducer(Builder* b, ir::OpKind combiner, ir::ElementType element);

// --- Statements that give results -------------------------------------------------

// For every point of `outer` passes over it and inner dimensions, one after the other.
class LoopNestWriter {
 public:
  LoopNestWriter(Builder* b, ir::Shape outer);

  // Vector lanes run along the inner dimensions, not along outer's last.
  void LanesInner() { nest_.lanes_outer = false; }

  // Begins a pass over outer ++ inner, the shape of what it stores and reduces.
  void BeginPass(ir::Shape inner = {});
  void Write(Store store);
  // Over the pass's inner dimensions; known to later passes. `types` have as many
  // elements as `outer`.
  std::vector<ExprId> Reduce(Reducer reducer, std::vector<ExprId> inputs,
                             const std::vector<ir::TensorType>& types);
  ExprId Reduce(Reducer reducer, ExprId input, ir::TensorType type);
  // Under a name that the builder gave before, and Builder::Result was told.
  void ReduceAs(int id, Reducer reducer, std::vector<ExprId> inputs);
  // The value, which later passes read from scratch.
  ExprId Keep(ExprId value);

  // `cost`: of an element of a pass, where one of a copy is 1; see GridSteps. 0: the
  // statement is not cut.
  Statement Done(int64_t cost = 1) &&;

 private:
  Builder& b_;
  LoopNest nest_;
};

// One pass of one store.
Statement StoreStatement(Builder* b, Store store, int64_t cost = 1);

struct ProductOperands {
  ExprId lhs = kNoExpr, rhs = kNoExpr;  // [batch, m, k] and [batch, k, n]
  ir::ElementType accumulator = ir::ElementType::kF32;
  ir::ElementType multiplicand = ir::ElementType::kF32;
  bool default_precision = false;  // of Matmul
  int64_t lhs_segment = 0;         // of Matmul
  bool rounds_products = false;    // of Matmul
};

// A batched product, and what is made of its result where it is.
class ProductWriter {
 public:
  ProductWriter(Builder* b, const ProductOperands& operands);

  // [batch, m, n] seen row-major in `shape`.
  ExprId Result(ir::Shape shape) const;
  // The value is [batch, m, n].
  void Write(Store store) { matmul_.stores.push_back(std::move(store)); }
  ir::Shape domain() const { return matmul_.domain(); }

  // Of blocks of at most this size, where there are bounds of sizes that are no numbers.
  Statement Done(int64_t most_m = INT64_MAX, int64_t most_n = INT64_MAX) &&;

 private:
  Builder& b_;
  Matmul matmul_;
};

// --- Statements that write whole refs ---------------------------------------------

// What runs along `dimension` is one row.
Statement ScanStatement(Builder* b, Reducer reducer, int64_t dimension, bool reverse,
                        std::vector<ExprId> inputs, std::vector<RefId> outputs);
// `less` says of two elements of each input whether the first come first.
Statement SortStatement(Builder* b, Region less, int64_t dimension, bool stable,
                        std::vector<ExprId> inputs, std::vector<RefId> outputs);
Statement ScatterStatement(Scatter scatter, ir::Size steps);
Statement SelectAndScatterStatement(SelectAndScatter scatter);

// --- Statements of statements -------------------------------------------------------

Statement WhileStatement(std::vector<Statement> condition, RefId predicate,
                         std::vector<Statement> body);
Statement ChainStatement(std::vector<Statement> stages, int64_t steps);
Statement GridStatement(Grid grid);
Statement ForStatement(int64_t counter, ExprId begin, ExprId end,
                       std::vector<Statement> body);
Statement IfStatement(ExprId predicate, std::vector<Statement> then,
                      std::vector<Statement> otherwise);
Statement DmaStatement(Dma dma);
Statement SignalStatement(Signal signal);

// How many grid steps an index space of `elements` is worth: a function of the program
// only.
int64_t GridSteps(int64_t elements, int64_t cost_per_element = 1);
ir::Size GridSteps(const ir::Size& elements, int64_t cost_per_element);

// Blocks of the result along m and along n, of equal shares where the size is no number:
// as many as block_m and block_n make it, and more where there would be few blocks for
// what there is to multiply: columns first, which pack rhs once, then rows, in pairs.
ir::Size RowBlocks(const Matmul& matmul);
ir::Size ColumnBlocks(const Matmul& matmul);
// Steps of a matmul's grid: one a block.
ir::Size BlocksOf(const Matmul& matmul);
// A product's sizes where these are numbers; otherwise ir::Typical of them, for
// estimates.
struct ProductSizes {
  int64_t batch, m, n, k;
};
ProductSizes TypicalSizes(const Matmul& matmul);
// Steps of a grid statement: one a point of the dimensions that are not sequential.
ir::Size StepsOf(const Grid& grid);

}  // namespace tilewright::tile
