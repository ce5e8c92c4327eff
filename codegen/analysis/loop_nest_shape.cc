#include "codegen/analysis/loop_nest_shape.h"

#include <algorithm>
#include <bit>

#include "codegen/analysis/dims.h"
#include "tile/arrange.h"
#include "tile/sum_order.h"

namespace tilewright::codegen {

using ir::ElementType;
using tile::LoopNest;
using tile::Pass;
using tile::Reduce;
using tile::RefId;

namespace {

constexpr int64_t kLeastColumns = 512, kLeastColumnRows = 32;
constexpr int64_t kStateBytes = 3 * 8;  // of a column, at most: see eval/combiner.h

}  // namespace

ir::Shape Domain(const LoopNest& nest, const Pass& pass) {
  return ir::Joined(nest.outer, pass.inner);
}

bool IsRow(const tile::Program& program, const tile::Store& store,
           const ir::Shape& dims) {
  const tile::Ref& ref = program.refs[store.ref];
  if (store.is_shifted() || ref.memory != tile::Memory::kVmem) return false;
  const auto values = static_cast<int64_t>(store.values.size());
  return !(NumElements(ref.type.shape) == NumElements(dims) * values);
}

std::vector<RefId> RowRefs(const tile::Program& program, const LoopNest& nest) {
  std::vector<RefId> refs;
  for (const Pass& pass : nest.passes) {
    for (const tile::Store& store : pass.stores) {
      if (IsRow(program, store, Domain(nest, pass))) refs.push_back(store.ref);
    }
  }
  return refs;
}

bool WritesPiece(const tile::Program& program, const LoopNest& nest) {
  return std::any_of(nest.passes.begin(), nest.passes.end(), [&](const Pass& pass) {
    return std::any_of(
        pass.stores.begin(), pass.stores.end(),
        [&](const tile::Store& store) { return program.refs[store.ref].pieces > 1; });
  });
}

ElementType AccumulatorType(const tile::Program& program, const Reduce& reduce,
                            size_t i) {
  const ElementType type = program.exprs[reduce.inits[i]].type.element;
  const bool narrow = ir::IsFloat(type) && ir::Info(type).bits < 32;
  return reduce.has_combiner && narrow ? ElementType::kF32 : type;
}

bool ReducesInOnePass(const tile::LoopNest& nest) {
  const tile::Pass& first = nest.passes[0];
  return nest.outer.rank() > 0 && first.inner.rank() > 0 && first.stores.empty() &&
         !first.reduces.empty() &&
         std::all_of(first.reduces.begin(), first.reduces.end(),
                     [](const tile::Reduce& r) { return r.has_combiner; }) &&
         std::all_of(nest.passes.begin() + 1, nest.passes.end(),
                     [](const tile::Pass& p) { return p.inner.rank() == 0; });
}

bool ReducesInOrder(const tile::Program& program, const Pass& pass) {
  return std::any_of(pass.reduces.begin(), pass.reduces.end(), [&](const Reduce& reduce) {
    return reduce.has_combiner && reduce.order != tile::SumOrder::kIndex &&
           !tile::IsExact(reduce.combiner, AccumulatorType(program, reduce, 0));
  });
}

bool SumsProducts(const Pass& pass) {
  if (pass.reduces.empty()) return false;
  const tile::SumOrder order = pass.reduces[0].order;
  return order == tile::SumOrder::kProducts || order == tile::SumOrder::kPairs;
}

bool ReducesMajorDimension(const tile::Program& program, const LoopNest& nest) {
  if (!nest.lanes_outer || program.debug || !ReducesInOnePass(nest)) return false;
  const Pass& pass = nest.passes[0];
  if (SumsProducts(pass)) return false;
  ir::Size rows = NumElements(pass.inner);
  if (ReducesInOrder(program, pass)) {
    // Columns, each of elements or of short rows.
    const bool of_rows = pass.reduces[0].order == tile::SumOrder::kRows;
    if (pass.inner.rank() != (of_rows ? 2 : 1)) return false;
    if (of_rows && !pass.inner[1].is_number()) return false;
    rows = pass.inner[0];
  }
  // Of a size that is open, many.
  const auto is_at_least = [](const ir::Size& size, int64_t least) {
    return !size.is_number() || size.number() >= least;
  };
  return is_at_least(nest.outer[nest.outer.rank() - 1], kLeastColumns) &&
         is_at_least(rows, kLeastColumnRows);
}

int64_t StatesOfColumn(const tile::Program& program, const Pass& pass) {
  if (!ReducesInOrder(program, pass)) return 1;
  const ir::Size& rows = pass.inner[0];
  const int64_t most = rows.is_number() ? rows.number() : ir::kMaxTensorBytes;
  return std::bit_width(static_cast<uint64_t>(most / tile::kSumChain));
}

int64_t MajorReductionBytes(const tile::Program& program, const LoopNest& nest) {
  const Pass& pass = nest.passes[0];
  const auto reduces = static_cast<int64_t>(pass.reduces.size());
  return reduces * kStateBytes * kColumnsAtOnce * StatesOfColumn(program, pass);
}

}  // namespace tilewright::codegen
