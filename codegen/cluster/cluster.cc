#include "codegen/cluster/cluster.h"

#include <algorithm>
#include <map>
#include <optional>

#include "codegen/cluster/cluster_views.h"
#include "codegen/facts/op_facts.h"
#include "codegen/facts/region_uses.h"
#include "tile/author/kernel.h"
#include "tile/work/op_cost.h"

namespace tilewright::codegen {
namespace {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

// Bounds that keep kernels, and with them compile time, in proportion.
constexpr size_t kMaxMembers = 96;
constexpr int kMaxCost = 400;  // in tile::OpCost::host's units
constexpr size_t kMaxViews = 3;
constexpr int kMaxTimes = 8;      // views of views multiply
constexpr int kMaxCopies = 64;    // of code, for views through several operands
constexpr int kMaxPrologue = 2;   // elementwise operations in a contraction's packing
constexpr int kNeighbours = 8;    // clusters looked at for a root to go with
constexpr size_t kMaxShared = 4;  // clusters that a cheap operation is copied to
constexpr int64_t kMaxRow = 1 << 16;

class Former {
 public:
  Former(const ir::Program& program, const ir::Region& region,
         const ClusterOptions& options)
      : program_(program), region_(region), options_(options) {}

  Clustering Run() {
    for (int n = static_cast<int>(region_.operations.size()) - 1; n >= 0; --n) Visit(n);
    for (ValueId argument : region_.arguments) out_.materialised.insert(argument);
    // Clusters were started from the last to the first.
    std::reverse(out_.clusters.begin(), out_.clusters.end());
    return std::move(out_);
  }

 private:
  const Operation& op(int n) const { return region_.operations[n]; }
  const Dims& dims(ValueId v) const { return program_.type(v).dims; }

  int NewCluster(ClusterKind kind, int n) {
    Cluster c;
    c.kind = kind;
    c.last = n;
    c.members.push_back(n);
    for (ValueId v : op(n).results) {
      c.outputs.push_back(v);
      out_.materialised.insert(v);
    }
    if (!op(n).results.empty()) c.space = WithoutUnitDims(dims(op(n).results[0]));
    output_numbers_[static_cast<int>(out_.clusters.size())].push_back(n);
    out_.clusters.push_back(std::move(c));
    return static_cast<int>(out_.clusters.size()) - 1;
  }

  int Cost(const Operation& o) const {
    if (!ir::IsElementwise(o.kind)) return o.kind == OpKind::kGather ? 4 : 1;
    return tile::CostOf(o.kind, program_.type(o.operands[0]).element).host;
  }

  // --- What a cluster may take -------------------------------------------

  bool InPrologue(const std::set<View>& views) const {
    for (const View& view : views) {
      if (view.rank < 0) return true;
    }
    return false;
  }

  // Whether operation n, seen by `views`, is to be evaluated inside cluster c.
  bool CanJoin(int n, int c, const std::set<View>& views) {
    const Cluster& cluster = out_.clusters[c];
    if (cluster.kind == ClusterKind::kStep || views.empty()) return false;
    if (cluster.members.size() >= kMaxMembers) return false;
    if (IsRematerialisable(op(n))) return true;
    if (costs_[c] + Cost(op(n)) > kMaxCost) return false;
    if (CountApart(views) > kMaxViews || views_.Times(c, views) > kMaxTimes ||
        views_.Copies(c, views) > kMaxCopies) {
      return false;
    }
    if (!ir::IsElementwise(op(n).kind) && !IsDataMovement(op(n))) return false;
    if (cluster.kind == ClusterKind::kContraction && InPrologue(views)) {
      return JoinsPrologue(n, c);
    }
    const OpKind kind = op(n).kind;
    if (cluster.kind == ClusterKind::kSingle && op(cluster.last).kind != OpKind::kSort) {
      return Cost(op(n)) <= kCheap;
    }
    if (kind == OpKind::kConcatenate || kind == OpKind::kDynamicUpdateSlice) {
      return CountApart(views) == 1 && op(n).operands.size() <= 8;
    }
    return Pays(n, c, views_.EvaluationsOf(n, c, views));
  }

  static bool IsDataMovement(const Operation& o) {
    return ir::Info(o.kind).op_class == ir::OpClass::kDataMovement &&
           o.kind != OpKind::kConstant;
  }

  // What the reads inside a contraction's packing may cost: it is paid again for every
  // block of the other side.
  bool JoinsPrologue(int n, int c) {
    const OpKind kind = op(n).kind;
    if (op(out_.clusters[c].contraction).kind == OpKind::kConvolution) {
      return kind == OpKind::kConvert || kind == OpKind::kReshape ||
             kind == OpKind::kBroadcastInDim || kind == OpKind::kTranspose;
    }
    if (kind == OpKind::kConcatenate || kind == OpKind::kDynamicUpdateSlice ||
        kind == OpKind::kPad) {
      return false;
    }
    if (!ir::IsElementwise(kind)) return true;
    return !FinishesContraction(n) && Cost(op(n)) <= kCheap &&
           ++prologue_[c] <= kMaxPrologue;
  }

  // Whether evaluating operation n's result in cluster c so often is worth it.
  bool Pays(int n, int c, const Evaluations& evaluations) const {
    const double points = std::max(evaluations.points, 1.0);
    return PaysToRepeat(evaluations, SpaceElements(out_.clusters[c]) / points,
                        Cost(op(n)), program_.type(op(n).results[0]));
  }

  static double SpaceElements(const Cluster& c) {
    double elements = 1;
    for (int64_t d : c.space) elements *= static_cast<double>(d);
    return elements;
  }

  // A reduction inside its consumers' cluster.
  bool JoinReduce(int n, int c, const std::set<View>& views) {
    const Operation& o = op(n);
    Cluster& cluster = out_.clusters[c];
    if (views.size() != 1 || views.begin()->rank < 0) return false;
    if (cluster.members.size() >= kMaxMembers) return false;
    const int rank = views.begin()->rank;
    const Dims result = WithoutUnitDims(dims(o.results[0]));
    const Dims input = WithoutUnitDims(dims(o.operands[0]));
    const bool trailing = ReducesTrailing(program_, o);
    if (trailing &&
        (cluster.kind == ClusterKind::kPointwise || cluster.kind == ClusterKind::kRow)) {
      if (cluster.space == input && rank == static_cast<int>(result.size()) &&
          (cluster.row_rank < 0 || cluster.row_rank == rank) &&
          RowStays(input, rank, o) && RowsRepeatLittle(cluster, rank)) {
        // Rows of the space that is there.
        cluster.kind = ClusterKind::kRow;
        cluster.row_rank = rank;
        cluster.reduces.push_back(n);
        return true;
      }
      if (cluster.kind == ClusterKind::kPointwise && cluster.space == result &&
          rank == static_cast<int>(result.size()) && RowStays(input, rank, o)) {
        // The space so far was of rows only.
        cluster.kind = ClusterKind::kRow;
        cluster.row_rank = rank;
        cluster.space = input;
        cluster.reduces.push_back(n);
        return true;
      }
    }
    if (!trailing && cluster.kind == ClusterKind::kPointwise && cluster.space == result &&
        rank == static_cast<int>(result.size()) && o.results.size() == 1) {
      cluster.kind = ClusterKind::kReduce;
      cluster.reduces.push_back(n);
      return true;
    }
    return false;
  }

  // Whether what the members of a cluster compute for several elements at once may be
  // computed for each of them, where they lie in one row: a row is walked as one.
  bool RowsRepeatLittle(const Cluster& cluster, int row_rank) const {
    const int c = static_cast<int>(&cluster - out_.clusters.data());
    return std::all_of(cluster.members.begin(), cluster.members.end(), [&](int m) {
      const std::set<View>& views = views_.memberships(m).at(c).views;
      const bool cut = std::any_of(views.begin(), views.end(), [&](const View& view) {
        return view.rank > row_rank && view.rank < static_cast<int>(cluster.space.size());
      });
      return !cut || !ir::IsElementwise(op(m).kind) ||
             Pays(m, c, {SpaceElements(cluster), 0});
    });
  }

  // Whether rows of a reduction's operand stay at hand between passes.
  bool RowStays(const Dims& input, int rank, const Operation& reduce) const {
    int64_t row = 1;
    for (size_t k = rank; k < input.size(); ++k) row *= input[k];
    const ir::ElementType element = program_.type(reduce.operands[0]).element;
    return row <= kMaxRow &&
           tile::RowFits(row, ir::StorageBytes(element), *options_.chip);
  }

  bool JoinContraction(int n, int c, const std::set<View>& views) {
    Cluster& cluster = out_.clusters[c];
    if (cluster.kind != ClusterKind::kPointwise || views.size() != 1) return false;
    // Every output must be computed where the contraction's elements are, or
    // where a transpose takes them.
    int transpose = -1;
    const bool in_place = *views.begin() == FullView(c) &&
                          WithoutUnitDims(dims(op(n).results[0])) == cluster.space;
    if (!in_place && !IsMovedDot(program_, region_, n, cluster, &transpose)) return false;
    cluster.kind = ClusterKind::kContraction;
    cluster.contraction = n;
    cluster.transpose = transpose;
    return true;
  }

  // --- The decision ------------------------------------------------------

  void Visit(int n) {
    const Operation& o = op(n);
    if (IsStep(program_, o)) {
      NewCluster(ClusterKind::kStep, n);
      return;
    }
    bool external = false;
    std::set<int> clusters;
    for (ValueId v : o.results) {
      external |= uses_.IsExternal(v) && !IsRematerialisable(o);
      for (int user : uses_.UsersOf(v)) {
        if (IsStep(program_, op(user))) external = true;
        for (const auto& [c, place] : views_.memberships(user)) clusters.insert(c);
      }
    }
    std::map<int, std::set<View>> views;
    bool all_see = options_.enabled || IsRematerialisable(o);
    for (int c : clusters) {
      std::optional<std::set<View>> seen = views_.In(n, c);
      if (!seen.has_value()) {
        all_see = false;
        external = true;
      } else {
        views[c] = std::move(*seen);
      }
    }
    if (IsRematerialisable(o)) {
      bool stored = external;
      for (const auto& [c, seen] : views) {
        views_.Set(n, c, seen);
        out_.clusters[c].members.push_back(n);
      }
      for (ValueId v : o.results) {
        for (int user : uses_.UsersOf(v)) stored |= IsStep(program_, op(user));
        stored |= uses_.IsStored(v) ||
                  std::find(region_.results.begin(), region_.results.end(), v) !=
                      region_.results.end();
      }
      if (stored) StartRoot(n);
      return;
    }
    if (all_see && !external && !clusters.empty()) {
      const bool inside = !IsSingle(o) && TryInside(n, views);
      if (inside) return;
    }
    // A root: as one more output of a consumer's cluster, or alone.
    if (options_.enabled && external && TryExtraOutput(n, views)) return;
    if (options_.enabled && !external && clusters.size() > 1 &&
        TryExtraOutput(n, views)) {
      return;
    }
    if (options_.enabled && TryBesides(n)) return;
    StartRoot(n);
  }

  void Enter(int n, int c, const std::set<View>& views) {
    views_.Set(n, c, views);
    out_.clusters[c].members.push_back(n);
    costs_[c] += Cost(op(n));
  }

  bool TryInside(int n, const std::map<int, std::set<View>>& views) {
    const Operation& o = op(n);
    if (o.kind == OpKind::kReduce || IsContraction(o)) {
      if (views.size() != 1) return false;
      const auto& [c, seen] = *views.begin();
      const bool joined = o.kind == OpKind::kReduce ? JoinReduce(n, c, seen)
                                                    : JoinContraction(n, c, seen);
      if (joined) Enter(n, c, seen);
      return joined;
    }
    if (views.size() > 1 &&
        (views.size() > kMaxShared || Cost(o) > kCheap || Depth(n) > 4 ||
         (ir::IsElementwise(o.kind) && FinishesContraction(n)))) {
      return false;
    }
    for (const auto& [c, seen] : views) {
      if (!CanJoin(n, c, seen)) return false;
    }
    for (const auto& [c, seen] : views) Enter(n, c, seen);
    return true;
  }

  // Whether operation n ends what follows a contraction at once: its result is then
  // all that need be kept. What lies between them has no other users.
  bool FinishesContraction(int n) const {
    constexpr size_t kMost = 16;
    std::vector<int> between = {n};
    const auto is_between = [&](int user) {
      return std::find(between.begin(), between.end(), user) != between.end();
    };
    // An operation whose users are not all known yet is met again by the last of them.
    for (size_t next = 0; next < between.size() && next < kMost; ++next) {
      for (ValueId v : op(between[next]).operands) {
        const int maker = uses_.MakerOf(v);
        if (maker < 0 || is_between(maker) || uses_.IsExternal(v) ||
            dims(v) != dims(op(n).results[0])) {
          continue;
        }
        const auto& users = uses_.UsersOf(v);
        if (!std::all_of(users.begin(), users.end(), is_between)) continue;
        if (IsContraction(op(maker))) return true;
        if (ir::IsElementwise(op(maker).kind)) between.push_back(maker);
      }
    }
    return false;
  }

  // Length of the chain of operations that were copied to several clusters.
  int Depth(int n) {
    int depth = 0;
    for (ValueId v : op(n).results) {
      for (int user : uses_.UsersOf(v)) {
        const auto it = copied_.find(user);
        if (it != copied_.end()) depth = std::max(depth, it->second);
      }
    }
    copied_[n] = depth + 1;
    return depth;
  }

  bool TryExtraOutput(int n, const std::map<int, std::set<View>>& views) {
    const Operation& o = op(n);
    if (!ir::IsElementwise(o.kind) || o.results.size() != 1) return false;
    for (const auto& [c, seen] : views) {
      Cluster& cluster = out_.clusters[c];
      if (cluster.kind != ClusterKind::kPointwise && cluster.kind != ClusterKind::kRow)
        continue;
      const View full{static_cast<int>(cluster.space.size()), 0};
      if (seen.size() != 1 || *seen.begin() != full) continue;
      if (WithoutUnitDims(dims(o.results[0])) != cluster.space) continue;
      if (cluster.outputs.size() >= 8 || !CanJoin(n, c, seen)) continue;
      // Nobody outside may need it before the cluster has run.
      bool late = NestedReadersFollow(o.results[0], cluster);
      for (int user : uses_.UsersOf(o.results[0])) {
        const bool only_inside =
            views_.memberships(user).size() == 1 && views_.memberships(user).count(c) > 0;
        late &= only_inside || user > cluster.last;
      }
      if (!late) continue;
      Enter(n, c, seen);
      output_numbers_[c].push_back(n);
      cluster.outputs.push_back(o.results[0]);
      out_.materialised.insert(o.results[0]);
      return true;
    }
    return false;
  }

  bool NestedReadersFollow(ValueId v, const Cluster& cluster) const {
    return uses_.FirstNested(v) > cluster.last;
  }

  // One more output of a cluster over the same space that has nothing to do with
  // it: what both read is then read, and computed, once.
  bool TryBesides(int n) {
    const Operation& o = op(n);
    if (!ir::IsElementwise(o.kind)) return false;
    const Dims& space = dims(o.results[0]);
    const int newest = static_cast<int>(out_.clusters.size()) - 1;
    for (int c = newest; c >= 0 && c > newest - kNeighbours; --c) {
      Cluster& cluster = out_.clusters[c];
      if (cluster.kind != ClusterKind::kPointwise || cluster.outputs.size() >= 8 ||
          cluster.members.size() >= kMaxMembers / 2 ||
          dims(cluster.outputs[0]) != space ||
          !ir::IsElementwise(op(cluster.last).kind)) {
        continue;
      }
      // Nothing of the cluster comes before n but what n's own users cannot
      // reach, and nobody needs n before the cluster has run: no cycle.
      bool apart = NestedReadersFollow(o.results[0], cluster);
      for (int output : output_numbers_[c]) apart &= output > n;
      for (int user : uses_.UsersOf(o.results[0])) apart &= user > cluster.last;
      if (!apart) continue;
      Enter(n, c, {FullView(c)});
      output_numbers_[c].push_back(n);
      cluster.outputs.push_back(o.results[0]);
      out_.materialised.insert(o.results[0]);
      return true;
    }
    return false;
  }

  void StartRoot(int n) {
    const Operation& o = op(n);
    if (IsSingle(o)) {
      const int c = NewCluster(ClusterKind::kSingle, n);
      views_.Set(n, c, {View{0, 0}});
      return;
    }
    if (IsContraction(o)) {
      const int c = NewCluster(ClusterKind::kContraction, n);
      out_.clusters[c].contraction = n;
      views_.Set(n, c, {FullView(c)});
      return;
    }
    if (o.kind == OpKind::kReduce) {
      const bool rows = ReducesTrailing(program_, o);
      const int c = NewCluster(rows ? ClusterKind::kRow : ClusterKind::kReduce, n);
      Cluster& cluster = out_.clusters[c];
      cluster.reduces.push_back(n);
      if (rows) {
        cluster.row_rank = static_cast<int>(cluster.space.size());
        cluster.space = WithoutUnitDims(dims(o.operands[0]));
        views_.Set(n, c, {View{cluster.row_rank, 0}});
      } else {
        views_.Set(n, c, {FullView(c)});
      }
      return;
    }
    const int c = NewCluster(ClusterKind::kPointwise, n);
    views_.Set(n, c, {FullView(c)});
  }

  View FullView(int c) const {
    return {static_cast<int>(out_.clusters[c].space.size()), 0};
  }

  const ir::Program& program_;
  const ir::Region& region_;
  const ClusterOptions& options_;
  const RegionUses uses_{program_, region_};
  Clustering out_;
  ClusterViews views_{program_, region_, uses_, out_.clusters};
  std::map<int, std::vector<int>> output_numbers_;  // by cluster
  std::map<int, int> costs_;                        // by cluster
  std::map<int, int> copied_;
  std::map<int, int> prologue_;  // by cluster
};

}  // namespace

Clustering FormClusters(const ir::Program& program, const ir::Region& region,
                        const ClusterOptions& options) {
  return Former(program, region, options).Run();
}

}  // namespace tilewright::codegen
