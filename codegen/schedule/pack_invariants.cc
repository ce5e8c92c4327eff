// Weights that a loop multiplies by in each turn: in panels before the first.
#include <algorithm>
#include <utility>

#include "codegen/schedule/region_planner.h"
#include "support/round.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Step;

namespace {

// What is packed for many rows is used so often that packing is little beside it; of
// one row nothing is packed, but what is read may have to be rounded.
bool PaysInLoops(const tile::Matmul& m) {
  constexpr int64_t kLeastElements = 16 << 10, kMostRows = 512;
  const tile::ProductSizes of = tile::TypicalSizes(m);
  return of.batch * of.k * of.n >= kLeastElements && of.m <= kMostRows &&
         (of.m > 1 || m.multiplicand != m.accumulator);
}

// At most what the panels of its rhs take, which are whole.
int64_t PanelBytes(const tile::Matmul& m) {
  constexpr int64_t kWidest = 64;  // columns
  const tile::ProductSizes of = tile::TypicalSizes(m);
  return of.batch * (of.k + 1) * RoundUp(of.n, kWidest) * ir::StorageBytes(m.accumulator);
}

// Of a chip's memory, at most one part for what need not be there.
constexpr int64_t kPartForPanels = 16;

void NoteValuesIn(const Region& region, std::set<ValueId>* values) {
  values->insert(region.arguments.begin(), region.arguments.end());
  for (const Operation& op : region.operations) {
    values->insert(op.results.begin(), op.results.end());
    for (const Region& inner : op.regions) NoteValuesIn(inner, values);
  }
}

}  // namespace

ValueId RegionPlanner::Unchanged(ValueId v) const {
  for (auto at = unchanged_.find(v); at != unchanged_.end(); at = unchanged_.find(v)) {
    v = at->second;
  }
  return v;
}

bool RegionPlanner::StaysIn(OpenLoop& loop, ValueId v) const {
  if (loop.inside.empty()) {
    for (const Region& region : loop.loop->regions) NoteValuesIn(region, &loop.inside);
  }
  return loop.inside.count(Unchanged(v)) == 0;
}

void RegionPlanner::PackInvariants(LoweredCluster* kernel) {
  if (loops_.empty() || !facts_.cluster) return;
  const auto stays = [this](ValueId v) {
    return memory_.Find(v) != nullptr && StaysIn(loops_.back(), v);
  };
  const auto pays = [this](const tile::Matmul& m) {
    return PaysInLoops(m) &&
           PanelBytes(m) <=
               cluster_options_.chip->hbm_bytes / kPartForPanels - packed_bytes_;
  };
  std::optional<Packing> packing = SplitPacking(pays, stays, emit_, kernel);
  if (!packing.has_value()) return;
  // The outermost loop in which all of it stays.
  size_t around = loops_.size() - 1;
  const auto stay_further_out = [&] {
    return std::all_of(packing->values.begin(), packing->values.end(),
                       [&](ValueId v) { return StaysIn(loops_[around - 1], v); });
  };
  while (around > 0 && stay_further_out()) --around;
  OpenLoop& loop = loops_[around];

  packing->program.name = "pack";
  const int number = kernels_.NumberOf(std::move(packing->program), *planned_, origin_);
  std::vector<int32_t> key = {number};
  for (ValueId v : packing->values) key.push_back(Unchanged(v));
  const auto [known, fresh] = loop.packed.try_emplace(std::move(key), last_unnamed_ - 1);
  kernel->parameters[packing->parameter].value = known->second;
  if (!fresh) return;
  --last_unnamed_;
  packed_bytes_ += packing->bytes;
  const BufferRef panels = memory_.NewBufferAt(packing->bytes, loop.time);
  memory_.Put(known->second, panels);
  Step step;
  step.kind = plan::StepKind::kKernel;
  step.name = out_.plan.kernels[number].name;
  step.ordinal = planned_->location.ordinal;
  step.kernel.kernel = number;
  for (ValueId v : packing->values) {
    step.kernel.buffers.push_back(memory_.At(v));
    memory_.Use(memory_.At(v));
  }
  step.kernel.buffers.push_back(panels);
  loop.before->push_back(std::move(step));
}

}  // namespace tilewright::codegen
