// Rows: nests with lanes along the inner dimensions, which reduce rows and write what
// follows from that. Short rows are no loops, and some of them are walked side by
// side: a row alone is a chain of steps that wait for each other.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "codegen/analysis/nest_shape.h"
#include "codegen/emit/row_phase.h"
#include "support/round.h"

namespace tilewright::codegen {

using ir::ElementType;
using tile::Nest;
using tile::Phase;
using tile::Reduce;

namespace {

// What the phase evaluates at each of its points.
std::vector<tile::ExprId> Roots(const Phase& phase) {
  std::vector<tile::ExprId> roots;
  for (const tile::Store& store : phase.stores) roots.push_back(store.value);
  for (const Reduce& reduce : phase.reduces) {
    roots.insert(roots.end(), reduce.inputs.begin(), reduce.inputs.end());
  }
  return roots;
}

}  // namespace

bool StatementEmitter::ByMonoids(const Phase& phase) {
  return absl::c_all_of(phase.reduces, [](const Reduce& r) { return r.has_monoid; });
}

// Reductions decide the lanes; without any the stores' types do.
int StatementEmitter::LanesAlong(const Phase& phase, int64_t extent) {
  if (!ByMonoids(phase)) return 1;
  int bits = 8;
  for (const Reduce& reduce : phase.reduces) {
    const ElementType type = AccumulatorType(program_, reduce, 0);
    bits = std::max(bits, 8 * ir::StorageBytes(ir::RealPart(type)));
  }
  if (phase.reduces.empty()) bits = WidestBits(Roots(phase));
  return LanesFor(kb_.options(), bits, extent);
}

int64_t StatementEmitter::StraightRun(const Phase& phase, int64_t extent) {
  constexpr int kVectors = 16, kCost = 250;
  const int lanes = LanesAlong(phase, extent);
  const int64_t vectors = DivideUp(extent, lanes);
  const int64_t cost = vectors * CostOf(Roots(phase));
  return vectors <= kVectors && cost <= kCost ? cost : 0;
}

int64_t StatementEmitter::StraightCost(const Nest& nest, const Phase& phase) {
  const Loops loops = InnerLoops(nest, phase);
  for (size_t d = 0; d + 1 < loops.sizes.size(); ++d) {
    if (loops.sizes[d] != 1) return 0;
  }
  return StraightRun(phase, loops.sizes.back());
}

int StatementEmitter::RowsAtOnce(const Nest& nest, int64_t extent) {
  // The more instructions, the longer compilation takes; and beyond those that a
  // processor looks ahead there is nothing to gain.
  constexpr int kCost = 700;
  if (program_.debug) return 1;
  int64_t cost = 0;
  for (const Phase& phase : nest.phases) {
    if (phase.inner.empty()) continue;
    const int64_t straight = ByMonoids(phase) ? StraightCost(nest, phase) : 0;
    if (straight == 0) return 1;
    cost += straight;
  }
  int rows = kMostRowsAtOnce;
  while (rows > 1 && (extent % rows != 0 || rows * cost > kCost)) rows /= 2;
  return rows;
}

void StatementEmitter::EmitPhaseLanes(const Nest& nest, const Phase& phase,
                                      absl::Span<Place> places) {
  if (!ByMonoids(phase)) {
    kb_.set_lanes(1);
    EmitPhaseSequential(nest, phase, places);
    return;
  }
  RowPhase rows(*this, nest, phase);
  rows.Finish(places, rows.Rows(places, rows.Start(places.size())));
}

}  // namespace tilewright::codegen
