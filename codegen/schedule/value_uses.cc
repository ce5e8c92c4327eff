#include "codegen/schedule/value_uses.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <vector>

#include "codegen/cluster/part_update.h"

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
  const auto note = [&](ValueId from, ValueId to) {
    if (uses->last_user[from] == cluster.time) uses->becomes[from] = to;
  };
  const std::optional<PartUpdate> part = PartUpdateOf(region, cluster);
  if (part.has_value() && part->reads_base_once) note(part->base, part->output);
  std::map<ValueId, int> reads;
  for (int n : cluster.members) {
    for (ValueId v : region.operations[n].operands) ++reads[v];
  }
  for (int n : cluster.members) {
    const Operation& op = region.operations[n];
    if (op.kind != OpKind::kScatter) continue;
    for (size_t i = 0; i < op.results.size(); ++i) {
      if (reads[op.operands[i]] == 1) note(op.operands[i], op.results[i]);
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
    const Operation& op = region.operations[n];
    uses.made.insert(op.results.begin(), op.results.end());
    if (runs[n] >= 0) NoteUsers(op, runs[n], &uses.last_user);
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
