// Rows: loop nests with lanes along the inner dimensions, which reduce rows and write
// what follows from that. Short rows are no loops, and some of them are
// unrolled and jammed: a row alone is a chain of steps that wait for each other.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "codegen/analysis/loop_nest_shape.h"
#include "codegen/emit/masks.h"
#include "codegen/emit/row_pass.h"
#include "codegen/eval/rounding.h"
#include "support/round.h"
#include "tile/sum_order.h"
#include "tile/visit.h"

namespace tilewright::codegen {

using ir::ElementType;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;

namespace {

// What rows beside each other read in common: what is broadcast along the outer dimension
// that changes fastest, and varies along the row.
std::vector<tile::ExprId> SharedByRows(const tile::Program& program, const LoopNest& nest,
                                       const Pass& pass,
                                       std::vector<tile::ExprId> roots) {
  int64_t last = nest.outer.rank() - 1;
  while (last > 0 && nest.outer[last] == 1) --last;
  const int rank = nest.outer.rank() + pass.inner.rank();
  std::vector<tile::ExprId> shared;
  tile::ForEachExprUnder(program, std::move(roots), [&](tile::ExprId id) {
    const tile::Expr& expr = program.exprs[id];
    const auto* const broadcast = expr.As<tile::Broadcast>();
    if (broadcast == nullptr || expr.type.rank() != rank) return;
    const ir::Dims& kept = broadcast->dimensions;
    const auto varies = [&](int64_t d) {
      return d >= nest.outer.rank() && !(expr.type.shape[d] == 1);
    };
    if (!absl::c_linear_search(kept, last) && absl::c_any_of(kept, varies)) {
      shared.push_back(id);
    }
  });
  return shared;
}

// Whether f32 is rounded to bf16 somewhere under the roots.
bool RoundsAny(const tile::Program& program, std::vector<tile::ExprId> roots) {
  bool rounds = false;
  tile::ForEachExprUnder(program, std::move(roots), [&](tile::ExprId id) {
    rounds = rounds || RoundsToBf16(program, program.exprs[id]);
  });
  return rounds;
}

}  // namespace

std::vector<tile::ExprId> StatementEmitter::Roots(const Pass& pass) {
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : pass.stores) {
    roots.insert(roots.end(), store.values.begin(), store.values.end());
  }
  for (const Reduce& reduce : pass.reduces) {
    roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
  }
  return roots;
}

bool StatementEmitter::ByCombiners(const Pass& pass) {
  return absl::c_all_of(pass.reduces, [](const Reduce& r) { return r.has_combiner; });
}

// Reductions decide the lanes; without any the stores' types do.
int StatementEmitter::LanesAlong(const Pass& pass, int64_t extent) {
  if (!ByCombiners(pass)) return 1;
  int bits = 8;
  for (const Reduce& reduce : pass.reduces) {
    const ElementType type = AccumulatorType(program_, reduce, 0);
    bits = std::max(bits, 8 * ir::StorageBytes(ir::RealPart(type)));
  }
  if (pass.reduces.empty()) bits = WidestBits(Roots(pass));
  return LanesFor(kb_.options(), bits, extent);
}

int64_t StatementEmitter::StraightLineCost(const Pass& pass, const ir::Size& extent) {
  constexpr int kVectors = 16, kCost = 250;
  if (!extent.is_number()) return 0;
  const int lanes = LanesAlong(pass, extent.number());
  const int64_t vectors = DivideUp(extent.number(), lanes);
  const int64_t cost = vectors * CostOf(Roots(pass));
  return vectors <= kVectors && cost <= kCost ? cost : 0;
}

bool StatementEmitter::IsShortCode(const Pass& pass) {
  constexpr int kCost = 8;
  return pass.stores.empty() && CostOf(Roots(pass)) <= kCost;
}

int StatementEmitter::FewVectors(const Pass& pass, int beside) {
  if (!IsShortCode(pass) || !MasksAreCheap(pass)) return 1;
  return beside > 1 && kb_.options().scalar.target.registers() == 32 ? 4 : 2;
}

bool StatementEmitter::MasksAreCheap(const Pass& pass) {
  return absl::c_all_of(Roots(pass), [&](tile::ExprId root) {
    return LoadsHaveMasks(kb_.options().scalar.target, program_, root);
  });
}

int64_t StatementEmitter::StraightCost(const LoopNest& nest, const Pass& pass) {
  const Loops loops = InnerLoops(nest, pass);
  for (size_t d = 0; d + 1 < loops.sizes.size(); ++d) {
    if (!(loops.sizes[d] == 1)) return 0;
  }
  return StraightLineCost(pass, loops.sizes.back());
}

bool StatementEmitter::RowsShare(const LoopNest& nest, const Pass& pass) {
  return !SharedByRows(program_, nest, pass, Roots(pass)).empty();
}

// Of long rows that are summed: as many as there are registers for their accumulators.
// What they share is read and computed once, and memory is read along several lines. For
// arrays that come from memory that is worth more than accumulators that go there and
// back (into the L1 cache), and for what is rounded, of two rows, too.
int StatementEmitter::LongRowsAtOnce(const LoopNest& nest, const ir::Size& extent) {
  constexpr int kCost = 20;
  const Pass* summed = nullptr;
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0) continue;
    if (summed != nullptr) return 1;
    summed = &pass;
  }
  if (summed == nullptr || !ByCombiners(*summed) || summed->reduces.size() != 1 ||
      !summed->stores.empty() || CostOf(Roots(*summed)) > kCost ||
      !RowsShare(nest, *summed)) {
    return 1;
  }
  const ElementType type = AccumulatorType(program_, summed->reduces[0], 0);
  const auto accumulators =
      static_cast<int>(tile::SumSlots(type)) /
      LanesAlong(*summed, UsualExtent(summed->inner[summed->inner.rank() - 1]));
  const VectorTarget& target = kb_.options().scalar.target;
  const int64_t elements =
      ir::Typical(ir::NumElements(ir::Joined(nest.outer, summed->inner)));
  const bool is_large = elements * ir::StorageBytes(type) > kb_.options().l2_bytes;
  const bool rounds =
      RoundsByMultiplyAdds(kb_.options()) &&
      RoundsAny(program_, SharedByRows(program_, nest, *summed, Roots(*summed)));
  const int worth_it = is_large && target.x86 ? kMostRowsAtOnce : rounds ? 2 : 1;
  int rows = kMostRowsAtOnce;
  while (rows > 1 &&
         (!kb_.IsMultiple(extent, rows) ||
          (rows > worth_it && 2 * rows * accumulators > target.registers()))) {
    rows /= 2;
  }
  return rows;
}

int StatementEmitter::RowsAtOnce(const LoopNest& nest, const ir::Size& extent) {
  // The more instructions, the longer compilation takes; and beyond those that a
  // processor looks ahead there is nothing to gain.
  constexpr int kCost = 700;
  if (program_.debug) return 1;
  int64_t cost = 0;
  for (const Pass& pass : nest.passes) {
    if (pass.inner.rank() == 0) continue;
    const int64_t straight = ByCombiners(pass) ? StraightCost(nest, pass) : 0;
    if (straight == 0) return LongRowsAtOnce(nest, extent);
    cost += straight;
  }
  int rows = kMostRowsAtOnce;
  while (rows > 1 && (!kb_.IsMultiple(extent, rows) || rows * cost > kCost)) rows /= 2;
  return rows;
}

void StatementEmitter::EmitPassLanes(const LoopNest& nest, const Pass& pass,
                                     absl::Span<Point> points) {
  if (!ByCombiners(pass)) {
    kb_.set_lanes(1);
    EmitPassSequential(nest, pass, points);
    return;
  }
  RowPass rows(*this, nest, pass);
  rows.Finish(points, rows.Rows(points));
}

}  // namespace tilewright::codegen
