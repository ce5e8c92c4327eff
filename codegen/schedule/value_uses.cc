#include "codegen/schedule/value_uses.h"

#include <algorithm>
#include <climits>
#include <vector>

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;

namespace {

void NoteUsersIn(const Region& region, int time, std::map<ValueId, int>* last);

void NoteUsers(const Operation& op, int time, std::map<ValueId, int>* last) {
  for (ValueId v : op.operands) (*last)[v] = std::max((*last)[v], time);
  for (const Region& r : op.regions) NoteUsersIn(r, time, last);
}

void NoteUsersIn(const Region& region, int time, std::map<ValueId, int>* last) {
  for (const Operation& inner : region.operations) NoteUsers(inner, time, last);
  for (ValueId v : region.results) (*last)[v] = std::max((*last)[v], time);
}

void NoteUpdates(const Region& region, const Cluster& cluster, ValueUses* uses) {
  std::map<ValueId, int> reads;
  for (int n : cluster.members) {
    for (ValueId v : region.operations[n].operands) ++reads[v];
  }
  for (int n : cluster.members) {
    const Operation& op = region.operations[n];
    const bool scatters = op.kind == OpKind::kScatter;
    const bool updates = op.kind == OpKind::kDynamicUpdateSlice &&
                         cluster.outputs == std::vector<ValueId>{op.results[0]};
    if (!scatters && !updates) continue;
    for (size_t i = 0; i < op.results.size(); ++i) {
      const ValueId from = op.operands[i];
      if (reads[from] == 1 && uses->last_user[from] == cluster.time) {
        uses->becomes[from] = op.results[i];
      }
    }
  }
}

}  // namespace

bool ReadsInside(const Operation& op, ValueId v) {
  std::map<ValueId, int> read;
  for (const Region& r : op.regions) NoteUsersIn(r, 0, &read);
  return read.count(v) > 0;
}

ValueUses UsesOf(const Region& region, const Clustering& clustering) {
  ValueUses uses;
  // An operation reads its operands when the last cluster that it was copied to runs.
  std::vector<int> runs(region.operations.size(), -1);
  for (const Cluster& cluster : clustering.clusters) {
    for (int n : cluster.members) runs[n] = std::max(runs[n], cluster.time);
  }
  for (size_t n = 0; n < region.operations.size(); ++n) {
    if (runs[n] >= 0) NoteUsers(region.operations[n], runs[n], &uses.last_user);
  }
  for (size_t i = 0; i < region.results.size(); ++i) {
    uses.last_user[region.results[i]] = INT_MAX;
    uses.result_slot.try_emplace(region.results[i], static_cast<int>(i));
  }
  for (const Cluster& cluster : clustering.clusters) {
    NoteUpdates(region, cluster, &uses);
  }
  return uses;
}

}  // namespace tilewright::codegen
