// Reductions inside a loop nest, in the order of docs/accuracy.md. Sums over a last
// dimension are row_pass.cc's, where lanes run along it, or those of ordered_pass.cc, as
// are those over another dimension, and major_reduction.cc's. Here are those that go in
// index order: by a region, or by a combiner that is exact or is to be applied in it.
#include <algorithm>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/statement_emitter.h"
#include "codegen/eval/combiner.h"
#include "support/check.h"

namespace tilewright::codegen {

using ir::ElementType;
using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

void StatementEmitter::FinishReduce(const Reduce& reduce, std::vector<Lanes> accumulators,
                                    Point* point) {
  for (size_t i = 0; i < accumulators.size(); ++i) {
    const ElementType type = program_.exprs[reduce.inits[i]].type.element;
    const Lanes value = eval_.ConvertLanes(accumulators[i], type);
    point->results.push_back({reduce.id, static_cast<int>(i), {value, kb_.depth()}});
  }
  Bind(*point);
}

void StatementEmitter::Bind(const Point& point) {
  eval_.set_row(point.number);
  for (const auto& [ref, memory] : point.rows) eval_.BindRef(ref, memory);
  for (const Point::Result& result : point.results) {
    eval_.BindResult(result.id, result.number, result.value);
  }
}

int StatementEmitter::VectorsAtOnce(const LoopNest& nest, int64_t extent) {
  // Registers for what is carried, and instructions in the body of the loop.
  const int most = kb_.options().scalar.target.avx512 ? 16 : 12;
  constexpr int kExprs = 64;
  int values = 0;
  std::vector<tile::ExprId> roots;
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0) continue;
    if (!pass.stores.empty()) return 1;
    for (const Reduce& reduce : pass.reduces) {
      values += reduce.has_combiner
                    ? static_cast<int>(Combiner(eval_, reduce.combiner,
                                                AccumulatorType(program_, reduce, 0))
                                           .size())
                    : most;
      roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
    }
  }
  if (values == 0) return VectorsByTurns(nest, extent);
  int exprs = CountExprs(roots);
  // Rows across lanes are no loop.
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0 || pass.reduces.empty() ||
        pass.reduces[0].order != tile::SumOrder::kRows) {
      continue;
    }
    exprs *= static_cast<int>(ir::Typical(pass.inner[pass.inner.rank() - 1]));
  }
  int vectors = 16;
  while (vectors > 1 && (vectors * values > most || vectors * exprs > kExprs ||
                         vectors * kb_.lanes() > extent)) {
    vectors /= 2;
  }
  return vectors;
}

void StatementEmitter::EmitPassSequential(const LoopNest& nest, const Pass& pass,
                                          absl::Span<Point> points) {
  if (SumsProducts(pass)) return EmitPassProducts(nest, pass, points);
  if (ReducesInOrder(program_, pass)) return EmitPassInOrder(nest, pass, points);
  const Loops loops = InnerLoops(nest, pass);
  const ir::Shape domain = Domain(nest, pass);
  const size_t count = pass.reduces.size();
  std::vector<Accumulator> accumulators;
  for (const Reduce& reduce : pass.reduces) {
    accumulators.emplace_back(eval_, program_, reduce);
  }
  // All reductions of the pass advance together, in all points: state[point, r].
  std::vector<Accumulator::State> state;
  for (const Point& point : points) {
    Bind(point);
    for (const Accumulator& accumulator : accumulators) {
      state.push_back(accumulator.Start());
    }
  }
  const std::vector<Accumulator::State> shape = state;
  // `inner`: the index inside the point, so far.
  std::function<std::vector<Value*>(size_t, Index, std::vector<Value*>)> descend =
      [&](size_t level, Index inner, std::vector<Value*> values) {
        if (level == loops.counts.size()) {
          std::vector<Accumulator::State> now = Parted(shape, values);
          for (size_t p = 0; p < points.size(); ++p) {
            Bind(points[p]);
            Index index = points[p].index;
            index.insert(index.end(), inner.begin(), inner.end());
            for (const tile::Store& store : pass.stores) {
              EmitStore(store, domain, index, pass.inner.rank(), ValuesAt(store, index));
            }
            for (size_t r = 0; r < count; ++r) {
              now[p * count + r] = accumulators[r].Step(now[p * count + r], index);
            }
          }
          return Joined(now);
        }
        return kb_.Loop(kb_.I64(0), kb_.ValueOf(loops.sizes[level]), 1, std::move(values),
                        1, [&](const LaneIndex& i, const std::vector<Value*>& carried) {
                          Index next = inner;
                          next.push_back({loops.counts[level], i});
                          return descend(level + 1, next, carried);
                        });
      };
  state = Parted(shape, descend(0, {}, Joined(state)));
  for (size_t p = 0; p < points.size(); ++p) {
    for (size_t r = 0; r < count; ++r) {
      FinishReduce(pass.reduces[r], accumulators[r].Values(state[p * count + r]),
                   &points[p]);
    }
  }
}

}  // namespace tilewright::codegen
