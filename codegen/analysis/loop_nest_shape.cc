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

ir::Dims Domain(const LoopNest& nest, const Pass& pass) {
  ir::Dims dims = nest.outer;
  dims.insert(dims.end(), pass.inner.begin(), pass.inner.end());
  return dims;
}

bool IsRow(const tile::Program& program, const tile::Store& store, const ir::Dims& dims) {
  const tile::Ref& ref = program.refs[store.ref];
  const int64_t points = Product(dims, 0, static_cast<int>(dims.size()));
  return !store.is_shifted() && ref.memory == tile::Memory::kVmem &&
         ref.type.num_elements() != points * static_cast<int64_t>(store.values.size());
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

ElementType AccumulatorType(const tile::Program& program, const Reduce& reduce,
                            size_t i) {
  const ElementType type = program.exprs[reduce.inits[i]].type.element;
  const bool narrow = ir::IsFloat(type) && ir::Info(type).bits < 32;
  return reduce.has_combiner && narrow ? ElementType::kF32 : type;
}

bool ReducesInOnePass(const tile::LoopNest& nest) {
  const tile::Pass& first = nest.passes[0];
  return !nest.outer.empty() && !first.inner.empty() && first.stores.empty() &&
         !first.reduces.empty() &&
         std::all_of(first.reduces.begin(), first.reduces.end(),
                     [](const tile::Reduce& r) { return r.has_combiner; }) &&
         std::all_of(nest.passes.begin() + 1, nest.passes.end(),
                     [](const tile::Pass& p) { return p.inner.empty(); });
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
  int64_t rows = tile::Elements(pass.inner);
  if (ReducesInOrder(program, pass)) {
    // Columns, each of elements or of short rows.
    const bool of_rows = pass.reduces[0].order == tile::SumOrder::kRows;
    if (pass.inner.size() != (of_rows ? 2 : 1)) return false;
    rows = pass.inner[0];
  }
  return nest.outer.back() >= kLeastColumns && rows >= kLeastColumnRows;
}

int64_t StatesOfColumn(const tile::Program& program, const Pass& pass) {
  if (!ReducesInOrder(program, pass)) return 1;
  return std::bit_width(static_cast<uint64_t>(pass.inner[0] / tile::kSumChain));
}

int64_t MajorReductionBytes(const tile::Program& program, const LoopNest& nest) {
  const Pass& pass = nest.passes[0];
  const auto reduces = static_cast<int64_t>(pass.reduces.size());
  return reduces * kStateBytes * kColumnsAtOnce * StatesOfColumn(program, pass);
}

}  // namespace tilewright::codegen
