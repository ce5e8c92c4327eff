#include "codegen/cluster/chain.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tilewright::codegen {
namespace {

using ir::Operation;
using ir::Region;
using ir::ValueId;

// Which clusters read each value of a region.
class Readers {
 public:
  Readers(const Region& region, const Clustering& clustering) {
    std::vector<std::vector<int>> clusters_of(region.operations.size());
    for (size_t c = 0; c < clustering.clusters.size(); ++c) {
      for (int n : clustering.clusters[c].members) {
        clusters_of[n].push_back(static_cast<int>(c));
      }
    }
    for (size_t n = 0; n < region.operations.size(); ++n) {
      Note(region.operations[n], clusters_of[n]);
    }
    for (ValueId v : region.results) elsewhere_.insert(v);
  }

  // Whether cluster `c` alone reads `v`.
  bool Only(ValueId v, int c) const {
    const auto it = clusters_.find(v);
    return elsewhere_.count(v) == 0 && it != clusters_.end() &&
           it->second == std::set<int>{c};
  }

 private:
  void Note(const Operation& op, const std::vector<int>& clusters) {
    for (ValueId v : op.operands) clusters_[v].insert(clusters.begin(), clusters.end());
    for (const Region& inner : op.regions) NoteNested(inner);
  }
  void NoteNested(const Region& region) {
    for (const Operation& op : region.operations) {
      elsewhere_.insert(op.operands.begin(), op.operands.end());
      for (const Region& inner : op.regions) NoteNested(inner);
    }
    elsewhere_.insert(region.results.begin(), region.results.end());
  }

  std::map<ValueId, std::set<int>> clusters_;
  std::set<ValueId> elsewhere_;
};

bool IsDot(const Region& region, const Cluster& c) {
  return c.kind == ClusterKind::kContraction &&
         region.operations[c.contraction].kind == ir::OpKind::kDotGeneral;
}

// The cluster that makes `v`, if all it makes is v; -1.
int MakerOf(ValueId v, const std::map<ValueId, int>& makers, const Clustering& all) {
  const auto it = makers.find(v);
  return it != makers.end() && all.clusters[it->second].outputs.size() == 1 ? it->second
                                                                            : -1;
}

// The earlier stages of a chain that ends in cluster `last`, in order; empty:
// there is none.
std::vector<int> StagesBefore(const Region& region, const Clustering& all, int last,
                              const Readers& readers,
                              const std::map<ValueId, int>& makers) {
  const Operation& dot = region.operations[all.clusters[last].contraction];
  for (ValueId rows : dot.operands) {
    const int row = MakerOf(rows, makers, all);
    if (row < 0 || all.clusters[row].kind != ClusterKind::kRow ||
        !readers.Only(rows, last) || dot.operands[0] == dot.operands[1]) {
      continue;
    }
    std::set<int> scores;
    for (int n : all.clusters[row].members) {
      for (ValueId v : region.operations[n].operands) {
        const int maker = MakerOf(v, makers, all);
        if (maker >= 0 && IsDot(region, all.clusters[maker]) && readers.Only(v, row)) {
          scores.insert(maker);
        }
      }
    }
    if (scores.empty()) continue;
    std::vector<int> stages(scores.begin(), scores.end());
    stages.push_back(row);
    return stages;
  }
  return {};
}

}  // namespace

void FormChains(const Region& region, Clustering* clustering) {
  const Readers readers(region, *clustering);
  std::map<ValueId, int> makers;
  for (size_t c = 0; c < clustering->clusters.size(); ++c) {
    for (ValueId v : clustering->clusters[c].outputs) makers[v] = static_cast<int>(c);
  }
  std::vector<bool> gone(clustering->clusters.size());
  for (size_t c = 0; c < clustering->clusters.size(); ++c) {
    Cluster& last = clustering->clusters[c];
    if (!IsDot(region, last)) continue;
    const std::vector<int> before =
        StagesBefore(region, *clustering, static_cast<int>(c), readers, makers);
    if (before.empty() || std::any_of(before.begin(), before.end(),
                                      [&](int stage) { return gone[stage]; })) {
      continue;
    }
    Cluster chain;
    chain.kind = ClusterKind::kChain;
    chain.outputs = last.outputs;
    chain.last = last.last;
    for (int stage : before) {
      gone[stage] = true;
      chain.stages.push_back(std::move(clustering->clusters[stage]));
    }
    chain.stages.push_back(std::move(last));
    for (const Cluster& stage : chain.stages) {
      chain.members.insert(chain.members.end(), stage.members.begin(),
                           stage.members.end());
    }
    clustering->clusters[c] = std::move(chain);
  }
  size_t kept = 0;
  for (size_t c = 0; c < gone.size(); ++c) {
    if (gone[c]) continue;
    if (kept != c) clustering->clusters[kept] = std::move(clustering->clusters[c]);
    ++kept;
  }
  clustering->clusters.resize(kept);
}

}  // namespace tilewright::codegen
