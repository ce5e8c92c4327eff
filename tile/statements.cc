#include "tile/statements.h"

#include <algorithm>
#include <utility>

#include "ir/size/facts.h"
#include "support/round.h"
#include "support/saturate.h"
#include "tile/arrange.h"
#include "tile/combiner.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::TensorType;

Reduce ReduceOf(int id, Reducer reducer, std::vector<ExprId> inputs) {
  Reduce reduce;
  reduce.inputs = std::move(inputs);
  reduce.inits = std::move(reducer.inits);
  reduce.region = std::move(reducer.region);
  reduce.has_combiner = reducer.combiner.has_value();
  if (reduce.has_combiner) {
    reduce.combiner = *reducer.combiner;
    reduce.order = reducer.order;
  }
  reduce.id = id;
  return reduce;
}

constexpr int64_t kStepWork = 16 << 10;  // elements of a copy that a step is worth

// Conditions on sizes as numbers: 1 where it holds, otherwise more.
ir::Size AtLeast(const ir::Size& size, int64_t least) {
  return ir::Max({1, (least + 1) - size});
}
ir::Size Below(const ir::Size& size, int64_t end) {
  return ir::Max({1, size - (end - 2)});
}
// 1 where there is one product, with as much to multiply as two threads share, of which
// these hold; otherwise 0.
ir::Size IsWorthTwo(const Matmul& m, std::vector<ir::Size> conditions) {
  constexpr int64_t kMultiplications = 4 << 20;
  if (m.batch != ir::Size(1)) return 0;
  conditions.push_back(AtLeast(m.m * m.n * m.k, kMultiplications));
  return ir::FloorDivide(1, ir::Max(conditions));
}

constexpr int64_t kTwoColumns = 384;  // of a product that two threads share by columns

}  // namespace

int64_t GridSteps(int64_t elements, int64_t cost_per_element) {
  constexpr int64_t kMaxSteps = 64;
  return std::clamp<int64_t>(elements * cost_per_element / kStepWork, 1, kMaxSteps);
}

ir::Size GridSteps(const ir::Size& elements, int64_t cost_per_element) {
  if (elements.is_number()) return GridSteps(elements.number(), cost_per_element);
  // Threads take many steps at a time. Of the largest arrays that a chip's memory holds,
  // the product of steps and elements is far below 2^63.
  return ir::Max({1, ir::FloorDivide(elements * cost_per_element, kStepWork)});
}

ir::Size RowBlocks(const Matmul& m) {
  constexpr int64_t kLeastRows = 96, kPairs = 4;
  const ir::Size least = ir::CeilDivide(m.m, m.block_m);
  if (m.m.is_number()) return least;
  // So many of two blocks for all columns and products together, with the rows that
  // these want. What a kernel's compilation does with an expression takes its square.
  const ir::Size pairs = ir::FloorDivide(
      kPairs, ir::Max({m.batch * ir::CeilDivide(m.n, m.block_n),
                       ir::FloorDivide(2 * kLeastRows * kPairs, m.m + 1) + 1}));
  const ir::Size second =
      IsWorthTwo(m, {AtLeast(m.m, kLeastRows), Below(m.n, kTwoColumns)});
  return ir::Max({least, 2 * pairs, 1 + second});
}

ir::Size ColumnBlocks(const Matmul& m) {
  const ir::Size least = ir::CeilDivide(m.n, m.block_n);
  if (m.n.is_number()) return least;
  return least * (1 + IsWorthTwo(m, {AtLeast(m.n, kTwoColumns)}));
}

ir::Size BlocksOf(const Matmul& m) { return m.batch * RowBlocks(m) * ColumnBlocks(m); }

ProductSizes TypicalSizes(const Matmul& m) {
  return {ir::Typical(m.batch), ir::Typical(m.m), ir::Typical(m.n), ir::Typical(m.k)};
}

ir::Size StepsOf(const Grid& grid) {
  ir::Size steps = 1;
  for (int d = 0; d < grid.sizes.rank(); ++d) {
    const ir::Size size = grid.sizes[d];
    if (grid.sequential[d]) continue;
    const bool numbers = steps.is_number() && size.is_number();
    steps = numbers ? ir::Size(SaturatingMultiply(steps.number(), size.number()))
                    : steps * size;
  }
  return steps;
}

Store StoreTo(RefId ref, ExprId value) {
  Store store;
  store.ref = ref;
  store.values = {value};
  return store;
}

Store StoreAt(RefId ref, ExprId value, ir::Shape offset) {
  Store store = StoreTo(ref, value);
  store.offset = std::move(offset);
  return store;
}

Store StoreAt(RefId ref, ExprId value, std::vector<ExprId> start) {
  Store store = StoreTo(ref, value);
  store.dynamic_offset = std::move(start);
  return store;
}

Store StoreTransposed(RefId ref, ExprId value, ir::Shape shape, Dims permutation) {
  Store store = StoreTo(ref, value);
  store.shape = std::move(shape);
  store.permutation = std::move(permutation);
  return store;
}

Store StoreInterleaved(RefId ref, std::vector<ExprId> values) {
  Store store;
  store.ref = ref;
  store.values = std::move(values);
  return store;
}

Reducer CombinerReducer(Builder* b, ir::OpKind combiner, ir::ElementType element) {
  return {{b->Constant(CombinerIdentity(combiner, element))}, combiner, {}};
}

// --- Loop nests
// -------------------------------------------------------------------------

LoopNestWriter::LoopNestWriter(Builder* b, ir::Shape outer) : b_(*b) {
  nest_.outer = std::move(outer);
}

void LoopNestWriter::BeginPass(ir::Shape inner) {
  nest_.passes.emplace_back();
  nest_.passes.back().inner = std::move(inner);
}

void LoopNestWriter::Write(Store store) {
  nest_.passes.back().stores.push_back(std::move(store));
}

std::vector<ExprId> LoopNestWriter::Reduce(Reducer reducer, std::vector<ExprId> inputs,
                                           const std::vector<TensorType>& types) {
  const int id = b_.NewId();
  std::vector<ExprId> results;
  for (const TensorType& type : types) {
    results.push_back(b_.Result(type, id, static_cast<int>(results.size())));
  }
  ReduceAs(id, std::move(reducer), std::move(inputs));
  return results;
}

void LoopNestWriter::ReduceAs(int id, Reducer reducer, std::vector<ExprId> inputs) {
  nest_.passes.back().reduces.push_back(
      ReduceOf(id, std::move(reducer), std::move(inputs)));
}

ExprId LoopNestWriter::Reduce(Reducer reducer, ExprId input, TensorType type) {
  return Reduce(std::move(reducer), std::vector<ExprId>{input}, {std::move(type)})[0];
}

ExprId LoopNestWriter::Keep(ExprId value) {
  const ir::Shape inner = nest_.passes.back().inner;
  const RefId row = b_.Scratch({b_.type(value).element, inner});
  Write(StoreTo(row, value));
  Dims dimensions;
  for (int d = 0; d < inner.rank(); ++d) dimensions.push_back(nest_.outer.rank() + d);
  return b_.Broadcast(b_.Load(row), ir::Joined(nest_.outer, inner),
                      std::move(dimensions));
}

Statement LoopNestWriter::Done(int64_t cost) && {
  ir::Size inner = 1;
  for (const Pass& pass : nest_.passes) {
    const ir::Size elements = NumElements(pass.inner);
    if (ir::Typical(elements) > ir::Typical(inner)) inner = elements;
  }
  const ir::Size points = NumElements(nest_.outer);
  ir::Size steps = GridSteps(points * inner, cost);
  // Steps beyond the points of a loop nest are of nothing; of one point each would be of
  // all.
  if (points.is_number() && (steps.is_number() || points.number() <= 1)) {
    const int64_t most = std::max<int64_t>(points.number(), 1);
    steps = steps.is_number() ? std::min(steps.number(), most) : most;
  }
  return {std::move(nest_), steps};
}

Statement StoreStatement(Builder* b, Store store, int64_t cost) {
  LoopNestWriter nest(b, b->type(store.values[0]).shape);
  nest.BeginPass();
  nest.Write(std::move(store));
  return std::move(nest).Done(cost);
}

// --- Products -----------------------------------------------------------------------

ProductWriter::ProductWriter(Builder* b, const ProductOperands& of) : b_(*b) {
  const ir::Shape& lhs = b->type(of.lhs).shape;
  matmul_.batch = lhs[0];
  matmul_.m = lhs[1];
  matmul_.k = lhs[2];
  matmul_.n = b->type(of.rhs).shape[2];
  matmul_.lhs = of.lhs;
  matmul_.rhs = of.rhs;
  matmul_.accumulator = of.accumulator;
  matmul_.multiplicand = of.multiplicand;
  matmul_.default_precision = of.default_precision;
  matmul_.lhs_segment = of.lhs_segment;
  matmul_.rounds_products = of.rounds_products;
  matmul_.id = b->NewId();
}

ExprId ProductWriter::Result(ir::Shape shape) const {
  return b_.Result({matmul_.accumulator, std::move(shape)}, matmul_.id, 0);
}

Statement ProductWriter::Done(int64_t most_m, int64_t most_n) && {
  const auto block = [](const ir::Size& size, int64_t most) {
    return size.is_number() ? std::max<int64_t>(std::min(size.number(), most), 1) : most;
  };
  matmul_.block_m = block(matmul_.m, most_m);
  matmul_.block_n = block(matmul_.n, most_n);
  const ir::Size steps = BlocksOf(matmul_);
  return {std::move(matmul_), steps};
}

// --- Whole refs ----------------------------------------------------------------------

Statement ScanStatement(Builder* b, Reducer reducer, int64_t dimension, bool reverse,
                        std::vector<ExprId> inputs, std::vector<RefId> outputs) {
  constexpr int64_t kFewRows = 64;  // unrolled and jammed
  const ir::Shape& shape = b->type(inputs[0]).shape;
  ir::Size rows = 1;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d != dimension) rows = rows * shape[d];
  }
  ir::Size steps = ir::Max({1, ir::FloorDivide(rows, kFewRows)});
  // Threads take many steps at a time where there may be more.
  if (shape.is_static()) {
    steps = std::min(GridSteps(ir::NumElements(shape).number()), steps.number());
  }
  return {Scan{dimension, reverse,
               ReduceOf(b->NewId(), std::move(reducer), std::move(inputs)),
               std::move(outputs)},
          steps};
}

Statement SortStatement(Builder* b, Region less, int64_t dimension, bool stable,
                        std::vector<ExprId> inputs, std::vector<RefId> outputs) {
  constexpr int64_t kCost = 16;  // of an element
  const Dims& dims = b->type(inputs[0]).dims();
  const int64_t elements = Elements(dims);
  const int64_t rows = elements / std::max<int64_t>(dims[dimension], 1);
  const int64_t steps = std::min(GridSteps(elements, kCost), std::max<int64_t>(rows, 1));
  return {Sort{dimension, stable, std::move(inputs), std::move(less), std::move(outputs)},
          steps};
}

Statement ScatterStatement(Scatter scatter, ir::Size steps) {
  return {std::move(scatter), std::move(steps)};
}

Statement SelectAndScatterStatement(SelectAndScatter scatter) {
  return {std::move(scatter)};
}

// --- Statements of statements ----------------------------------------------------------

Statement WhileStatement(std::vector<Statement> condition, RefId predicate,
                         std::vector<Statement> body) {
  return {While{std::move(condition), predicate, std::move(body)}};
}

Statement ChainStatement(std::vector<Statement> stages, int64_t steps) {
  return {Chain{std::move(stages)}, steps};
}

Statement GridStatement(Grid grid) {
  ir::Size steps = StepsOf(grid);
  return {std::move(grid), std::move(steps)};
}

Statement ForStatement(int64_t counter, ExprId begin, ExprId end,
                       std::vector<Statement> body) {
  return {For{counter, begin, end, std::move(body)}};
}

Statement IfStatement(ExprId predicate, std::vector<Statement> then,
                      std::vector<Statement> otherwise) {
  return {If{predicate, std::move(then), std::move(otherwise)}};
}

Statement DmaStatement(Dma dma) { return {std::move(dma)}; }
Statement SignalStatement(Signal signal) { return {signal}; }

}  // namespace tilewright::tile
