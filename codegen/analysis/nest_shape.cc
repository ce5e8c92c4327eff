#include "codegen/analysis/nest_shape.h"

#include <algorithm>

#include "codegen/analysis/dims.h"
#include "tile/arrange.h"

namespace tilewright::codegen {

using ir::ElementType;
using tile::Nest;
using tile::Phase;
using tile::Reduce;
using tile::RefId;

namespace {

constexpr int64_t kLeastColumns = 512, kLeastColumnRows = 32;
constexpr int64_t kStateBytes = 3 * 8;  // of a column, at most: see eval/monoid.h

constexpr int64_t kLeastRows = 4, kLeastRuns = 4;
constexpr int64_t kLongestRun = 4096;  // longer ones are read fast as they are
constexpr int64_t kRunValues = 4 * 3;  // of a row, at most: accumulators; see monoid.h

}  // namespace

ir::Dims Domain(const Nest& nest, const Phase& phase) {
  ir::Dims dims = nest.outer;
  dims.insert(dims.end(), phase.inner.begin(), phase.inner.end());
  return dims;
}

bool IsRow(const tile::Program& program, const tile::Store& store, const ir::Dims& dims) {
  const tile::Ref& ref = program.refs[store.ref];
  return !store.is_shifted() && ref.memory == tile::Memory::kVmem &&
         ref.type.num_elements() != Product(dims, 0, static_cast<int>(dims.size()));
}

std::vector<RefId> RowRefs(const tile::Program& program, const Nest& nest) {
  std::vector<RefId> refs;
  for (const Phase& phase : nest.phases) {
    for (const tile::Store& store : phase.stores) {
      if (IsRow(program, store, Domain(nest, phase))) refs.push_back(store.ref);
    }
  }
  return refs;
}

ElementType AccumulatorType(const tile::Program& program, const Reduce& reduce,
                            size_t i) {
  const ElementType type = program.exprs[reduce.inits[i]].type.element;
  const bool narrow = ir::IsFloat(type) && ir::Info(type).bits < 32;
  return reduce.has_monoid && narrow ? ElementType::kF32 : type;
}

bool ReducesInOnePass(const tile::Nest& nest) {
  const tile::Phase& first = nest.phases[0];
  return !nest.outer.empty() && !first.inner.empty() && first.stores.empty() &&
         !first.reduces.empty() &&
         std::all_of(first.reduces.begin(), first.reduces.end(),
                     [](const tile::Reduce& r) { return r.has_monoid; }) &&
         std::all_of(nest.phases.begin() + 1, nest.phases.end(),
                     [](const tile::Phase& p) { return p.inner.empty(); });
}

bool ReducesColumns(const tile::Program& program, const Nest& nest) {
  if (!nest.lanes_outer || program.debug || !ReducesInOnePass(nest)) return false;
  return nest.outer.back() >= kLeastColumns &&
         tile::Elements(nest.phases[0].inner) >= kLeastColumnRows;
}

int64_t ColumnBytes(const Nest& nest) {
  const auto reduces = static_cast<int64_t>(nest.phases[0].reduces.size());
  return reduces * kStateBytes * kColumnsAtOnce;
}

bool ReducesRuns(const tile::Program& program, const Nest& nest) {
  if (nest.lanes_outer || program.debug || !ReducesInOnePass(nest)) return false;
  ir::Dims runs = nest.phases[0].inner;
  const int64_t run = runs.back();
  runs.pop_back();
  return nest.outer.back() >= kLeastRows && tile::Elements(runs) >= kLeastRuns &&
         run <= kLongestRun;
}

int64_t RunBytes(const Nest& nest) {
  const auto reduces = static_cast<int64_t>(nest.phases[0].reduces.size());
  return reduces * kRunValues * kRunValueBytes * kRunRowsAtOnce;
}

}  // namespace tilewright::codegen
