#include "codegen/cluster/cluster.h"

#include <algorithm>
#include <map>
#include <optional>

#include "codegen/cluster/forming.h"
#include "codegen/cluster/join_legality.h"
#include "codegen/cluster/join_profit.h"
#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {
namespace {

using ir::Operation;
using ir::OpKind;
using ir::ValueId;

// Visits operations and decides for each where it goes.
class Former {
 public:
  Former(const ir::Program& program, const ir::Region& region,
         const ClusterOptions& options)
      : f_(program, region, options) {}

  Clustering Run() {
    for (int n = static_cast<int>(f_.region.operations.size()) - 1; n >= 0; --n) {
      Visit(n);
    }
    for (ValueId argument : f_.region.arguments) f_.out.materialised.insert(argument);
    // Clusters were started from the last to the first.
    std::reverse(f_.out.clusters.begin(), f_.out.clusters.end());
    return std::move(f_.out);
  }

 private:
  using ViewsByCluster = std::map<int, std::set<View>>;

  const Operation& op(int n) const { return f_.op(n); }

  void Visit(int n) {
    const Operation& o = op(n);
    if (IsStep(f_.program, o)) {
      NewCluster(ClusterKind::kStep, n);
      return;
    }
    const Readers readers = ReadersOf(n);
    if (IsRematerialisable(o)) return Rematerialise(n, readers);
    if (readers.all_see && !readers.external && !readers.views.empty() &&
        !IsSingle(f_.program, o) && TryInside(n, readers.views)) {
      return;
    }
    // A root: as one more output of a consumer's cluster, or alone.
    if (f_.options.enabled) {
      const bool shared = readers.external || readers.clusters > 1;
      if (shared && TryExtraOutput(n, readers.views)) return;
      if (TryBesides(n)) return;
    }
    StartRoot(n);
  }

  // The clusters that read an operation's results, and how.
  struct Readers {
    ViewsByCluster views;
    size_t clusters = 0;
    bool external = false;  // it is read from memory, too
    bool all_see = false;   // all of them could evaluate it
  };

  Readers ReadersOf(int n) {
    const Operation& o = op(n);
    Readers readers;
    std::set<int> clusters;
    for (ValueId v : o.results) {
      readers.external |= f_.uses.IsExternal(v) && !IsRematerialisable(o);
      for (int user : f_.uses.UsersOf(v)) {
        readers.external |=
            IsStep(f_.program, op(user)) && op(user).kind != OpKind::kGetDimensionSize;
        for (const auto& [c, place] : f_.views.memberships(user)) clusters.insert(c);
      }
    }
    readers.clusters = clusters.size();
    readers.all_see = f_.options.enabled || IsRematerialisable(o);
    for (int c : clusters) {
      std::optional<std::set<View>> seen = f_.views.In(n, c);
      if (seen.has_value()) {
        readers.views[c] = std::move(*seen);
      } else {
        readers.all_see = false;
        readers.external = true;
      }
    }
    return readers;
  }

  // Is made wherever it is read, and in memory only where that is what is read.
  void Rematerialise(int n, const Readers& readers) {
    bool stored = readers.external;
    for (const auto& [c, seen] : readers.views) {
      f_.views.Set(n, c, seen);
      f_.out.clusters[c].members.push_back(n);
    }
    const std::vector<ValueId>& results = f_.region.results;
    for (ValueId v : op(n).results) {
      stored |= f_.uses.IsStored(v) ||
                std::find(results.begin(), results.end(), v) != results.end();
    }
    if (stored) StartRoot(n);
  }

  bool TryInside(int n, const ViewsByCluster& views) {
    const Operation& o = op(n);
    if (o.kind == OpKind::kReduce || IsContraction(o)) {
      if (views.size() != 1) return false;
      const auto& [c, seen] = *views.begin();
      const bool joined = o.kind == OpKind::kReduce ? JoinReduce(n, c, seen)
                                                    : JoinContraction(n, c, seen);
      if (joined) Enter(n, c, seen);
      return joined;
    }
    const bool copies = views.size() > 1;
    const int depth = copies ? CopyDepth(n) : 0;
    if (copies && !PaysToCopy(f_, n, depth, views)) return false;
    for (const auto& [c, seen] : views) {
      if (!JoinsElements(n, c, seen)) return false;
    }
    for (const auto& [c, seen] : views) Enter(n, c, seen);
    if (copies) copied_[n] = depth + 1;
    return true;
  }

  bool JoinsElements(int n, int c, const std::set<View>& views) const {
    return CanEvaluateIn(f_, n, c, views) && PaysToEvaluateIn(f_, n, c, views);
  }

  bool JoinReduce(int n, int c, const std::set<View>& views) {
    const ReduceForm form = ReduceFormIn(f_, n, c, views);
    if (form == ReduceForm::kNone || !PaysToReduceIn(f_, n, c, form)) return false;
    Cluster& cluster = f_.out.clusters[c];
    cluster.reduces.push_back(n);
    if (form == ReduceForm::kAnyOrder) {
      cluster.kind = ClusterKind::kReduce;
      return true;
    }
    cluster.kind = ClusterKind::kRow;
    cluster.row_rank = views.begin()->rank;
    cluster.space = WithoutUnitDims(f_.dims(op(n).operands[0]));
    return true;
  }

  bool JoinContraction(int n, int c, const std::set<View>& views) {
    int transpose = -1;
    if (!CanFollowContraction(f_, n, c, views, &transpose)) return false;
    Cluster& cluster = f_.out.clusters[c];
    cluster.kind = ClusterKind::kContraction;
    cluster.contraction = n;
    cluster.transpose = transpose;
    return true;
  }

  // Of the operations behind n that several clusters have copies of.
  int CopyDepth(int n) const {
    int depth = 0;
    for (ValueId v : op(n).results) {
      for (int user : f_.uses.UsersOf(v)) {
        const auto it = copied_.find(user);
        if (it != copied_.end()) depth = std::max(depth, it->second);
      }
    }
    return depth;
  }

  bool TryExtraOutput(int n, const ViewsByCluster& views) {
    for (const auto& [c, seen] : views) {
      if (!CanWriteFrom(f_, n, c, seen) || !PaysToWriteFrom(f_, c) ||
          !JoinsElements(n, c, seen)) {
        continue;
      }
      AddOutput(n, c, seen);
      return true;
    }
    return false;
  }

  // One more output of a cluster over the same space that has nothing to do with
  // it: what both read is then read, and computed, once.
  bool TryBesides(int n) {
    const int newest = static_cast<int>(f_.out.clusters.size()) - 1;
    for (int c = newest; c >= 0 && c > newest - kNeighbours; --c) {
      if (!CanWriteBeside(f_, n, c) || !PaysToWriteBeside(f_, c)) continue;
      AddOutput(n, c, {f_.FullView(c)});
      return true;
    }
    return false;
  }

  void Enter(int n, int c, const std::set<View>& views) {
    Cluster& cluster = f_.out.clusters[c];
    f_.views.Set(n, c, views);
    cluster.members.push_back(n);
    ++f_.evaluated[c];
    f_.costs[c] += f_.CostOf(n);
    if (cluster.kind == ClusterKind::kContraction && ir::IsElementwise(op(n).kind) &&
        SeenInside(views)) {
      ++f_.prologue[c];
    }
  }

  void AddOutput(int n, int c, const std::set<View>& views) {
    Enter(n, c, views);
    f_.output_numbers[c].push_back(n);
    f_.out.clusters[c].outputs.push_back(op(n).results[0]);
    f_.out.materialised.insert(op(n).results[0]);
  }

  int NewCluster(ClusterKind kind, int n) {
    const int number = static_cast<int>(f_.out.clusters.size());
    Cluster c;
    c.kind = kind;
    c.last = n;
    c.members.push_back(n);
    for (ValueId v : op(n).results) {
      c.outputs.push_back(v);
      f_.out.materialised.insert(v);
    }
    if (!op(n).results.empty()) c.space = f_.SpaceOf(n);
    f_.output_numbers[number].push_back(n);
    ++f_.evaluated[number];
    f_.out.clusters.push_back(std::move(c));
    return number;
  }

  void StartRoot(int n) {
    const Operation& o = op(n);
    if (IsSingle(f_.program, o)) {
      const int c = NewCluster(ClusterKind::kSingle, n);
      f_.views.Set(n, c, {View{0, 0}});
      return;
    }
    if (IsContraction(o)) {
      const int c = NewCluster(ClusterKind::kContraction, n);
      f_.out.clusters[c].contraction = n;
      f_.views.Set(n, c, {f_.FullView(c)});
      return;
    }
    if (o.kind == OpKind::kReduce) {
      const bool rows = ReducesTrailing(f_.program, o);
      const int c = NewCluster(rows ? ClusterKind::kRow : ClusterKind::kReduce, n);
      Cluster& cluster = f_.out.clusters[c];
      cluster.reduces.push_back(n);
      if (rows) {
        cluster.row_rank = static_cast<int>(cluster.space.size());
        cluster.space = WithoutUnitDims(f_.dims(o.operands[0]));
        f_.views.Set(n, c, {View{cluster.row_rank, 0}});
      } else {
        f_.views.Set(n, c, {f_.FullView(c)});
      }
      return;
    }
    const int c = NewCluster(ClusterKind::kPointwise, n);
    f_.views.Set(n, c, {f_.FullView(c)});
  }

  Forming f_;
  std::map<int, int> copied_;  // depth of operations that several clusters have
};

}  // namespace

Clustering FormClusters(const ir::Program& program, const ir::Region& region,
                        const ClusterOptions& options) {
  return Former(program, region, options).Run();
}

}  // namespace tilewright::codegen
