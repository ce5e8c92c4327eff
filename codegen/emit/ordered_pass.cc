// Sums with lanes across them, in the order of docs/accuracy.md: columns, and rows of one
// step.
#include <utility>

#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/accumulator.h"
#include "codegen/emit/ordered_sum.h"
#include "codegen/emit/statement_emitter.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {
namespace {

using llvm::Value;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;
using Values = Summation::Values;

}  // namespace

void StatementEmitter::EmitPassInOrder(const LoopNest& nest, const Pass& pass,
                                       absl::Span<Point> points) {
  const ir::Shape domain = Domain(nest, pass);
  const size_t count = pass.reduces.size();
  std::vector<Accumulator> accumulators;
  std::vector<Accumulator::State> one;
  for (const Reduce& reduce : pass.reduces) {
    accumulators.emplace_back(eval_, program_, reduce);
    const Combiner& combiner = accumulators.back().combiner();
    one.push_back(combiner.Of(eval_.Spread(combiner.Identity())));
  }
  // All reductions of the pass advance together, in all points: state[point, r].
  std::vector<Accumulator::State> shape;
  for (size_t p = 0; p < points.size(); ++p) {
    shape.insert(shape.end(), one.begin(), one.end());
  }
  const Summation sum = SumOfStates(
      shape, [&](size_t i, const Accumulator::State& x, const Accumulator::State& y) {
        const SourceLines::Scope source = eval_.From(pass.reduces[i % count]);
        return accumulators[i % count].combiner().Combine(x, y);
      });
  const auto item = [&](const Index& inner) {
    std::vector<Accumulator::State> states;
    for (const Point& point : points) {
      Bind(point);
      Index index = point.index;
      index.insert(index.end(), inner.begin(), inner.end());
      for (const tile::Store& store : pass.stores) {
        EmitStore(store, domain, index, pass.inner.rank(), ValuesAt(store, index));
      }
      for (size_t r = 0; r < count; ++r) {
        const SourceLines::Scope source = eval_.From(pass.reduces[r]);
        states.push_back(
            accumulators[r].combiner().Of(accumulators[r].Element(0, index)));
      }
    }
    return Joined(states);
  };
  // Few values would wait for themselves.
  constexpr size_t kFewValues = 2;
  constexpr int kMostExprs = 32, kBeside = 4;
  std::vector<tile::ExprId> roots;
  for (const Reduce& reduce : pass.reduces) roots.push_back(reduce.inputs[0]);
  const bool few = sum.identity.size() <= kFewValues && pass.stores.empty() &&
                   CountExprs(roots) * kBeside <= kMostExprs;
  const int beside = few ? kBeside : 1;
  const bool rows = pass.reduces[0].order == tile::SumOrder::kRows;
  const std::function<Values(int, const Index&)> total = [&](int level,
                                                             const Index& inner) {
    if (level == pass.inner.rank()) return item(inner);
    const auto at = [&](const LaneIndex& i) {
      Index next = inner;
      next.push_back({1, i});
      return total(level + 1, next);
    };
    if (rows && level + 1 == pass.inner.rank()) {
      std::vector<Values> slots;
      for (int64_t i = 0; i < pass.inner[level].number(); ++i) {
        slots.push_back(at(kb_.Constant(i)));
      }
      return HalvedSlots(sum, std::move(slots));
    }
    return SumOfItems(
        kb_, sum, pass.inner[level],
        [&](const LaneIndex& i, const Values& now) { return sum.combine(now, at(i)); },
        level + 1 == pass.inner.rank() ? beside : 1);
  };
  const std::vector<Accumulator::State> totals = Parted(shape, total(0, {}));
  for (size_t p = 0; p < points.size(); ++p) {
    Bind(points[p]);
    for (size_t r = 0; r < count; ++r) {
      const SourceLines::Scope source = eval_.From(pass.reduces[r]);
      const Accumulator::State all = accumulators[r].combiner().Combine(
          accumulators[r].Start(), totals[p * count + r]);
      FinishReduce(pass.reduces[r], accumulators[r].Values(all), &points[p]);
    }
  }
}

}  // namespace tilewright::codegen
