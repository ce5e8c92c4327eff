#include "codegen/cluster.h"

#include <algorithm>
#include <map>
#include <optional>

#include "codegen/blocks.h"
#include "codegen/scalar_ops.h"

namespace tilewright::codegen {
namespace {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

// Bounds that keep kernels, and with them compile time, in proportion.
constexpr size_t kMaxMembers = 96;
constexpr int kMaxCost = 400;  // in ScalarOpCost's units
constexpr size_t kMaxViews = 3;
constexpr int kMaxTimes = 8;      // views of views multiply
constexpr int kCheap = 2;         // cost that may be paid more than once
constexpr int kMaxPrologue = 2;   // elementwise operations in a contraction's packing
constexpr int kNeighbours = 8;    // clusters looked at for a root to go with
constexpr size_t kMaxShared = 4;  // clusters that a cheap operation is copied to
constexpr int64_t kMaxRow = 1 << 16;

// How a cluster's loops see an operation: `rank` leading dimensions of its
// space (ones aside), or through a move (`other`, numbered).
struct View {
  int rank = -1;  // -1: other
  int other = 0;
  friend auto operator<=>(const View&, const View&) = default;
};

// An operation's place in one cluster.
struct Place {
  std::set<View> views;
  int times = 1;  // that it is evaluated for one element of the cluster's space
};

class Former {
 public:
  Former(const ir::Program& program, const ir::Region& region,
         const ClusterOptions& options)
      : program_(program), region_(region), options_(options) {}

  Clustering Run() {
    FindUses();
    places_.resize(region_.operations.size());
    for (int n = static_cast<int>(region_.operations.size()) - 1; n >= 0; --n) Visit(n);
    for (ValueId argument : region_.arguments) out_.materialised.insert(argument);
    // Clusters were started from the last to the first.
    std::reverse(out_.clusters.begin(), out_.clusters.end());
    return std::move(out_);
  }

 private:
  const Operation& op(int n) const { return region_.operations[n]; }
  const Dims& dims(ValueId v) const { return program_.type(v).dims; }

  // Whether a kernel for `o` computes a free operand where it reads it; others
  // may want it in memory.
  bool EvaluatesFree(const Operation& o) const {
    if (IsStep(o)) return false;
    return ir::IsElementwise(o.kind) ||
           (ir::Info(o.kind).op_class == ir::OpClass::kMove &&
            o.kind != OpKind::kDynamicUpdateSlice);
  }

  // What the regions of `o`, in operation n, read from outside.
  void CollectNested(const Operation& o, int n) {
    const auto note = [&](ValueId v) {
      external_.insert(v);
      first_nested_.try_emplace(v, n);
    };
    for (const ir::Region& r : o.regions) {
      for (const Operation& inner : r.operations) {
        for (ValueId v : inner.operands) note(v);
        if (!EvaluatesFree(inner)) {
          for (ValueId v : inner.operands) stored_.insert(v);
        }
        CollectNested(inner, n);
      }
      for (ValueId v : r.results) note(v);
      for (ValueId v : r.results) stored_.insert(v);
    }
  }

  void FindUses() {
    for (size_t n = 0; n < region_.operations.size(); ++n) {
      for (ValueId v : op(n).operands) users_[v].insert(static_cast<int>(n));
      for (ValueId v : op(n).results) makers_[v] = static_cast<int>(n);
      CollectNested(op(n), static_cast<int>(n));
    }
    for (ValueId v : region_.results) external_.insert(v);
  }

  int NewCluster(ClusterKind kind, int n) {
    Cluster c;
    c.kind = kind;
    c.last = n;
    c.members.push_back(n);
    for (ValueId v : op(n).results) {
      c.outputs.push_back(v);
      out_.materialised.insert(v);
    }
    if (!op(n).results.empty()) c.space = WithoutOnes(dims(op(n).results[0]));
    output_numbers_[static_cast<int>(out_.clusters.size())].push_back(n);
    out_.clusters.push_back(std::move(c));
    return static_cast<int>(out_.clusters.size()) - 1;
  }

  bool IsStep(const Operation& o) const {
    const ir::OpClass c = ir::Info(o.kind).op_class;
    return c == ir::OpClass::kControl || c == ir::OpClass::kRoutine ||
           IsView(program_, o);
  }
  static bool IsSingle(const Operation& o) {
    return o.kind == OpKind::kSort || o.kind == OpKind::kScatter ||
           o.kind == OpKind::kSelectAndScatter || o.kind == OpKind::kReduceWindow;
  }
  static bool IsContraction(const Operation& o) {
    return ir::Info(o.kind).op_class == ir::OpClass::kContraction;
  }

  int Cost(const Operation& o) const {
    if (!ir::IsElementwise(o.kind)) return o.kind == OpKind::kGather ? 4 : 1;
    return ScalarOpCost({o.kind}, program_.type(o.operands[0]).element);
  }

  // --- What a cluster may take -------------------------------------------

  // The views that the users of operation n's results have of it in `c`.
  // nullopt: some user cannot have it evaluated inside.
  std::optional<std::set<View>> ViewsIn(int n, int c) {
    std::set<View> views;
    for (ValueId v : op(n).results) {
      for (int user : users_[v]) {
        const auto it = places_[user].find(c);
        if (it == places_[user].end()) continue;
        for (const View& view : it->second.views) {
          const std::optional<View> seen = Through(user, v, view, c);
          if (!seen.has_value()) return std::nullopt;
          views.insert(*seen);
        }
      }
    }
    return views;
  }

  // The view of operand `v` of operation `user`, itself seen by `view`.
  std::optional<View> Through(int user, ValueId v, const View& view, int c) {
    const Operation& o = op(user);
    const Cluster& cluster = out_.clusters[c];
    if (ir::IsElementwise(o.kind)) return view;
    if (o.kind == OpKind::kReduce) {
      // Inits are read once; inputs over the cluster's whole space.
      const size_t inputs = o.operands.size() / 2;
      const bool is_input = std::find(o.operands.begin(), o.operands.begin() + inputs,
                                      v) != o.operands.begin() + inputs;
      if (is_input && cluster.kind == ClusterKind::kRow) {
        return View{static_cast<int>(cluster.space.size()), 0};
      }
      return Fixed(user, 0);
    }
    if (IsContraction(o)) {
      return Fixed(user, v == o.operands[0] ? 0 : 1);
    }
    if (IsSingle(o)) {
      // Operands that are updated in place are read from memory.
      if (o.kind == OpKind::kScatter || o.kind == OpKind::kSort) {
        const size_t inputs =
            o.kind == OpKind::kSort ? o.operands.size() : o.operands.size() / 2;
        if (o.kind == OpKind::kScatter &&
            std::find(o.operands.begin(), o.operands.begin() + inputs, v) !=
                o.operands.begin() + inputs) {
          return std::nullopt;
        }
      }
      return Fixed(user, 0);
    }
    const Dims own = WithoutOnes(dims(o.results[0]));
    const Dims from = WithoutOnes(dims(v));
    switch (o.kind) {
      case OpKind::kReshape:
        return own == from ? view : Fixed(user, 0);
      case OpKind::kBroadcastInDim: {
        if (view.rank < 0) return Fixed(user, 0);
        // A prefix of the space stays a prefix of it.
        const Dims& map = o.attributes.Ints(AttributeName::kBroadcastDimensions);
        int next = 0;
        for (size_t j = 0; j < map.size(); ++j) {
          if (dims(v)[j] == 1) continue;
          int position = 0;
          for (int64_t d = 0; d < map[j]; ++d) position += dims(o.results[0])[d] != 1;
          if (position != next++) return Fixed(user, 0);
        }
        return View{next, 0};
      }
      case OpKind::kTranspose: {
        // Only ones move: nothing changes.
        Dims order;
        for (int64_t d : o.attributes.Ints(AttributeName::kPermutation)) {
          if (dims(v)[d] != 1) order.push_back(d);
        }
        return std::is_sorted(order.begin(), order.end()) ? view : Fixed(user, 0);
      }
      default:
        return Fixed(user, 0);
    }
  }

  // One view for all that is read through operand `slot` of `user`.
  View Fixed(int user, int slot) {
    const int next = static_cast<int>(movers_.size());
    const auto [it, fresh] = fixed_.try_emplace({user, slot}, next);
    if (fresh) movers_.push_back(user);
    return {-1, it->second};
  }

  // How often cluster c would evaluate, for an element, what it sees by `views`.
  int Times(int c, const std::set<View>& views) {
    int times = 0;
    for (const View& view : views) {
      times += view.rank >= 0 ? 1 : places_[movers_[view.other]].at(c).times;
    }
    return times;
  }

  bool InPrologue(const std::set<View>& views) const {
    for (const View& view : views) {
      if (view.rank < 0) return true;
    }
    return false;
  }

  // Whether operation n, seen by `views`, may be evaluated inside cluster c.
  bool CanJoin(int n, int c, const std::set<View>& views) {
    const Operation& o = op(n);
    const Cluster& cluster = out_.clusters[c];
    if (cluster.kind == ClusterKind::kStep || views.empty()) return false;
    if (cluster.members.size() >= kMaxMembers) return false;
    if (IsFree(o)) return true;
    if (costs_[c] + Cost(o) > kMaxCost) return false;
    if (views.size() > kMaxViews || Times(c, views) > kMaxTimes) return false;
    const bool is_move =
        ir::Info(o.kind).op_class == ir::OpClass::kMove && o.kind != OpKind::kConstant;
    if (!ir::IsElementwise(o.kind) && !is_move) return false;
    const int cost = Cost(o);
    const int64_t own = program_.type(o.results[0]).num_elements();
    const int64_t space = SpaceElements(cluster);
    // What the reads inside a contraction's packing may cost.
    if (cluster.kind == ClusterKind::kContraction && InPrologue(views)) {
      if (op(cluster.contraction).kind == OpKind::kConvolution) {
        return o.kind == OpKind::kConvert || o.kind == OpKind::kReshape ||
               o.kind == OpKind::kBroadcastInDim || o.kind == OpKind::kTranspose;
      }
      if (o.kind == OpKind::kConcatenate || o.kind == OpKind::kDynamicUpdateSlice ||
          o.kind == OpKind::kPad) {
        return false;
      }
      // It is paid again for every block of the other side.
      return is_move || (cost <= kCheap && ++prologue_[c] <= kMaxPrologue);
    }
    if (cluster.kind == ClusterKind::kSingle && op(cluster.last).kind != OpKind::kSort) {
      return cost <= kCheap;
    }
    if (o.kind == OpKind::kConcatenate || o.kind == OpKind::kDynamicUpdateSlice) {
      return views.size() == 1 && o.operands.size() <= 8;
    }
    // Work that would be repeated: by several views, or for every element of a
    // larger space unless a whole row shares it.
    const bool prefix_only = std::all_of(views.begin(), views.end(),
                                         [](const View& v) { return v.rank >= 0; });
    const bool repeated = views.size() > 1 || (!prefix_only && own < space);
    return !repeated || cost <= kCheap;
  }

  int64_t SpaceElements(const Cluster& c) const {
    int64_t n = 1;
    for (int64_t d : c.space) n *= d;
    return n;
  }

  // A reduction inside its consumers' cluster.
  bool JoinReduce(int n, int c, const std::set<View>& views) {
    const Operation& o = op(n);
    Cluster& cluster = out_.clusters[c];
    if (views.size() != 1 || views.begin()->rank < 0) return false;
    if (cluster.members.size() >= kMaxMembers) return false;
    const int rank = views.begin()->rank;
    const Dims result = WithoutOnes(dims(o.results[0]));
    const Dims input = WithoutOnes(dims(o.operands[0]));
    const bool trailing = ReducesTrailing(program_, o);
    if (trailing &&
        (cluster.kind == ClusterKind::kPointwise || cluster.kind == ClusterKind::kRow)) {
      if (cluster.space == input && rank == static_cast<int>(result.size()) &&
          (cluster.row_rank < 0 || cluster.row_rank == rank) &&
          RowStays(input, rank, o)) {
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

  // Whether rows of a reduction's operand stay at hand between passes.
  bool RowStays(const Dims& input, int rank, const Operation& reduce) const {
    int64_t row = 1;
    for (size_t k = rank; k < input.size(); ++k) row *= input[k];
    const ir::ElementType element = program_.type(reduce.operands[0]).element;
    return row <= kMaxRow && RowFits(row, ir::StorageBytes(element), *options_.chip);
  }

  bool JoinContraction(int n, int c, const std::set<View>& views) {
    Cluster& cluster = out_.clusters[c];
    if (cluster.kind != ClusterKind::kPointwise || views.size() != 1) return false;
    // Every output must be computed where the contraction's elements are, or
    // where a transpose takes them.
    int transpose = -1;
    const bool in_place = *views.begin() == FullView(c) &&
                          WithoutOnes(dims(op(n).results[0])) == cluster.space;
    if (!in_place && !IsMovedDot(program_, region_, n, cluster, &transpose)) return false;
    cluster.kind = ClusterKind::kContraction;
    cluster.contraction = n;
    cluster.transpose = transpose;
    return true;
  }

  // --- The decision ------------------------------------------------------

  void Visit(int n) {
    const Operation& o = op(n);
    if (IsStep(o)) {
      NewCluster(ClusterKind::kStep, n);
      return;
    }
    bool external = false;
    std::set<int> clusters;
    for (ValueId v : o.results) {
      external |= external_.count(v) > 0 && !IsFree(o);
      for (int user : users_[v]) {
        if (IsStep(op(user))) external = true;
        for (const auto& [c, place] : places_[user]) clusters.insert(c);
      }
    }
    std::map<int, std::set<View>> views;
    bool all_see = options_.enabled || IsFree(o);
    for (int c : clusters) {
      std::optional<std::set<View>> seen = ViewsIn(n, c);
      if (!seen.has_value()) {
        all_see = false;
        external = true;
      } else {
        views[c] = std::move(*seen);
      }
    }
    if (IsFree(o)) {
      bool stored = external;
      for (const auto& [c, seen] : views) {
        places_[n][c].views = seen;
        out_.clusters[c].members.push_back(n);
      }
      for (ValueId v : o.results) {
        for (int user : users_[v]) stored |= IsStep(op(user));
        stored |= stored_.count(v) > 0 ||
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
    places_[n][c] = {views, Times(c, views)};
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
  // all that need be kept.
  bool FinishesContraction(int n) const {
    std::vector<int> ends = {n};
    for (int step = 0; step < 4; ++step) {
      std::vector<int> next;
      for (int end : ends) {
        for (ValueId v : op(end).operands) {
          const auto made = makers_.find(v);
          const auto users = users_.find(v);
          if (made == makers_.end() || users->second.size() != 1 ||
              external_.count(v) > 0 || dims(v) != dims(op(n).results[0])) {
            continue;
          }
          if (IsContraction(op(made->second))) return true;
          if (ir::IsElementwise(op(made->second).kind)) next.push_back(made->second);
        }
      }
      ends = std::move(next);
    }
    return false;
  }

  // Length of the chain of operations that were copied to several clusters.
  int Depth(int n) {
    int depth = 0;
    for (ValueId v : op(n).results) {
      for (int user : users_[v]) {
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
      if (WithoutOnes(dims(o.results[0])) != cluster.space) continue;
      if (cluster.outputs.size() >= 8 || !CanJoin(n, c, seen)) continue;
      // Nobody outside may need it before the cluster has run.
      bool late = NestedReadersFollow(o.results[0], cluster);
      for (int user : users_[o.results[0]]) {
        const bool only_inside = places_[user].size() == 1 && places_[user].count(c) > 0;
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
    const auto it = first_nested_.find(v);
    return it == first_nested_.end() || it->second > cluster.last;
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
      for (int user : users_[o.results[0]]) apart &= user > cluster.last;
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
      places_[n][c].views = {View{0, 0}};
      return;
    }
    if (IsContraction(o)) {
      const int c = NewCluster(ClusterKind::kContraction, n);
      out_.clusters[c].contraction = n;
      places_[n][c].views = {FullView(c)};
      return;
    }
    if (o.kind == OpKind::kReduce) {
      const bool rows = ReducesTrailing(program_, o);
      const int c = NewCluster(rows ? ClusterKind::kRow : ClusterKind::kReduce, n);
      Cluster& cluster = out_.clusters[c];
      cluster.reduces.push_back(n);
      if (rows) {
        cluster.row_rank = static_cast<int>(cluster.space.size());
        cluster.space = WithoutOnes(dims(o.operands[0]));
        places_[n][c].views = {View{cluster.row_rank, 0}};
      } else {
        places_[n][c].views = {FullView(c)};
      }
      return;
    }
    const int c = NewCluster(ClusterKind::kPointwise, n);
    places_[n][c].views = {FullView(c)};
  }

  View FullView(int c) const {
    return {static_cast<int>(out_.clusters[c].space.size()), 0};
  }

  const ir::Program& program_;
  const ir::Region& region_;
  const ClusterOptions& options_;
  std::map<ValueId, std::set<int>> users_;
  std::map<ValueId, int> makers_;        // the operation that a value is a result of
  std::set<ValueId> external_;           // read inside an operation's regions, or results
  std::map<ValueId, int> first_nested_;  // the first operation inside which it is read
  std::set<ValueId> stored_;             // of those, also where only memory will do
  std::vector<std::map<int, Place>> places_;        // by operation, by cluster
  std::map<std::pair<int, int>, int> fixed_;        // the view's number
  std::vector<int> movers_;                         // by the view's number: the operation
  std::map<int, std::vector<int>> output_numbers_;  // by cluster
  std::map<int, int> costs_;                        // by cluster
  std::map<int, int> copied_;
  std::map<int, int> prologue_;  // by cluster
  Clustering out_;
};

}  // namespace

Clustering FormClusters(const ir::Program& program, const ir::Region& region,
                        const ClusterOptions& options) {
  return Former(program, region, options).Run();
}

}  // namespace tilewright::codegen
