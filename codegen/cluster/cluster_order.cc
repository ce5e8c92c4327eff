// The order in which clusters run, where values leave it open.
#include <algorithm>
#include <utility>

#include "codegen/cluster/body_order.h"
#include "codegen/cluster/cluster.h"

namespace tilewright::codegen {

using ir::ValueId;

namespace {

void NoteOperands(const ir::Operation& op, std::set<ValueId>* read) {
  read->insert(op.operands.begin(), op.operands.end());
  for (const ir::Region& inner : op.regions) {
    for (const ir::Operation& o : inner.operations) NoteOperands(o, read);
    read->insert(inner.results.begin(), inner.results.end());
  }
}

// What one cluster makes and another reads; and results whose memory holds an
// input: their place in the order decides what is copied.
std::set<ValueId> Fixed(const ir::Program& program, const ir::Region& region,
                        const std::vector<Cluster>& clusters) {
  std::set<ValueId> fixed;
  for (const Cluster& cluster : clusters) {
    const std::set<ValueId> read = ReadBy(region, cluster);
    fixed.insert(read.begin(), read.end());
  }
  for (const ir::Donation& d : program.donations) fixed.insert(region.results[d.result]);
  return fixed;
}

}  // namespace

std::set<ValueId> ReadBy(const ir::Region& region, const Cluster& cluster) {
  std::set<ValueId> read;
  for (int n : cluster.members) NoteOperands(region.operations[n], &read);
  for (ValueId v : cluster.outputs) read.erase(v);
  return read;
}

void OrderClusters(const ir::Program& program, const ir::Region& region,
                   Clustering* clustering) {
  std::vector<Cluster>& all = clustering->clusters;
  for (Cluster& cluster : all) {
    cluster.time = cluster.last;
    for (Cluster& stage : cluster.stages) stage.time = stage.last;
  }
  if (&region != &program.body) {
    // Results that are the next turn's arguments.
    if (region.arguments.size() == region.results.size()) OrderBody(region, clustering);
    return;
  }
  const std::set<ValueId> fixed = Fixed(program, region, all);
  const std::set<ValueId> results(region.results.begin(), region.results.end());
  const auto is_free = [&](const Cluster& cluster) {
    return cluster.kind != ClusterKind::kStep && cluster.kind != ClusterKind::kChain &&
           region.operations[cluster.last].kind != ir::OpKind::kConstant &&
           std::all_of(cluster.outputs.begin(), cluster.outputs.end(), [&](ValueId v) {
             return results.count(v) > 0 && fixed.count(v) == 0;
           });
  };
  const auto bytes = [&](const Cluster& cluster) {
    int64_t sum = 0;
    for (ValueId v : cluster.outputs) sum += program.type(v).byte_size();
    return sum;
  };
  for (size_t begin = 0; begin < all.size();) {
    size_t end = begin;
    while (end < all.size() && is_free(all[end])) ++end;
    std::vector<int> times;
    for (size_t i = begin; i < end; ++i) times.push_back(all[i].time);
    const auto from = all.begin() + static_cast<int64_t>(begin);
    std::sort(from, all.begin() + static_cast<int64_t>(end),
              [&](const Cluster& x, const Cluster& y) {
                return std::pair(bytes(x), x.last) < std::pair(bytes(y), y.last);
              });
    for (size_t i = begin; i < end; ++i) all[i].time = times[i - begin];
    begin = std::max(end, begin + 1);
  }
}

}  // namespace tilewright::codegen
