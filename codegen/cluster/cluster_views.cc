#include "codegen/cluster/cluster_views.h"

#include <algorithm>

#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

std::optional<std::set<View>> ClusterViews::In(int n, int c) {
  std::set<View> views;
  for (ValueId v : op(n).results) {
    for (int user : uses_.UsersOf(v)) {
      const auto it = memberships_[user].find(c);
      if (it == memberships_[user].end()) continue;
      const std::vector<ValueId>& operands = op(user).operands;
      for (size_t k = 0; k < operands.size(); ++k) {
        if (operands[k] != v) continue;
        for (const View& view : it->second.views) {
          const std::optional<View> seen = Through(user, k, view, c);
          if (!seen.has_value()) return std::nullopt;
          views.insert(*seen);
        }
      }
    }
  }
  return views;
}

std::optional<View> ClusterViews::Through(int user, size_t k, const View& view, int c) {
  const Operation& o = op(user);
  const ValueId v = o.operands[k];
  const Cluster& cluster = clusters_[c];
  if (ir::IsElementwise(o.kind)) return view;
  if (o.kind == OpKind::kReduce) {
    // Inits are read once; inputs over the cluster's whole space.
    const bool is_input = k < o.operands.size() / 2;
    if (is_input && cluster.kind == ClusterKind::kRow) {
      return View{static_cast<int>(cluster.space.size()), 0};
    }
    return Fixed(user, 0);
  }
  if (IsContraction(o)) return Fixed(user, static_cast<int>(k));
  if (IsSingle(program_, o)) {
    // Operands that are updated in place are read from memory.
    if (o.kind == OpKind::kScatter && k < o.results.size()) return std::nullopt;
    return Fixed(user, 0);
  }
  const Dims own = WithoutUnitDims(dims(o.results[0]));
  const Dims from = WithoutUnitDims(dims(v));
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
      return Fixed(user, 0, k);
  }
}

// One view for all that is read through operand `operand` of `user`, of the operation
// that `user` is, or that its operand number `slot` is.
View ClusterViews::Fixed(int user, int slot, size_t operand) {
  const int next = static_cast<int>(movers_.size());
  const auto [it, fresh] = fixed_.try_emplace({user, slot}, next);
  if (fresh) movers_.push_back(user);
  return {-1, it->second, static_cast<int>(operand)};
}

int ClusterViews::ReadsOf(const View& view) const {
  const Operation& o = op(movers_[view.other]);
  if (o.kind != OpKind::kGather || view.operand != 1) return 1;
  // Every number of the index.
  const size_t numbers = o.attributes.Ints(AttributeName::kStartIndexMap).size();
  return static_cast<int>(std::max<size_t>(numbers, 1));
}

int ClusterViews::Times(int c, const std::set<View>& views) const {
  int times = 0;
  const View* last = nullptr;
  for (const View& view : views) {
    const bool same =
        last != nullptr && last->rank == view.rank && last->other == view.other;
    if (!same)
      times += view.rank >= 0 ? 1 : memberships_[movers_[view.other]].at(c).times;
    last = &view;
  }
  return times;
}

int ClusterViews::Copies(int c, const std::set<View>& views) const {
  int copies = 0;
  for (const View& view : views) {
    copies += view.rank >= 0
                  ? 1
                  : memberships_[movers_[view.other]].at(c).copies * ReadsOf(view);
  }
  return copies;
}

Evaluations ClusterViews::EvaluationsOf(int n, int c, const std::set<View>& views) const {
  // One element is the same for all: it is computed before all loops.
  if (op(n).results.empty() || program_.type(op(n).results[0]).num_elements() == 1) {
    return {Vectors(1), 0};
  }
  Evaluations all;
  for (const View& view : views) {
    const Evaluations some = EvaluationsBy(c, view);
    if (some.points == 0) all.elements += Vectors(some.elements);
    all.points += some.points;
  }
  return all;
}

Evaluations ClusterViews::EvaluationsBy(int c, const View& view) const {
  const Cluster& cluster = clusters_[c];
  if (view.rank >= 0) {
    // Loops are those of the space, but a row is one.
    const int rank = static_cast<int>(cluster.space.size());
    const bool inside_row =
        cluster.kind == ClusterKind::kRow && view.rank > cluster.row_rank;
    const bool whole = inside_row || view.rank == rank;
    double points = 1;
    for (int d = 0; d < (whole ? rank : view.rank); ++d) {
      points *= static_cast<double>(cluster.space[d]);
    }
    return whole ? Evaluations{points, 0} : Evaluations{0, points};
  }
  const int user = movers_[view.other];
  const Operation& o = op(user);
  if (o.kind == OpKind::kReduce || IsContraction(o) || IsSingle(program_, o) ||
      SpreadsAlongReduced(user, c)) {
    return {static_cast<double>(program_.type(o.operands[0]).num_elements()), 0};
  }
  const Evaluations& of_move = memberships_[user].at(c).evaluations;
  return {of_move.elements * ReadsOf(view), of_move.points * ReadsOf(view)};
}

bool ClusterViews::SpreadsAlongReduced(int broadcast, int c) const {
  const Operation& o = op(broadcast);
  const std::set<View>& views = memberships_[broadcast].at(c).views;
  if (o.kind != OpKind::kBroadcastInDim || clusters_[c].kind != ClusterKind::kReduce ||
      views.size() != 1 || views.begin()->rank >= 0) {
    return false;
  }
  const Operation& reduce = op(movers_[views.begin()->other]);
  if (reduce.kind != OpKind::kReduce) return false;
  const Dims& reduced = reduce.attributes.Ints(AttributeName::kDimensions);
  const Dims& map = o.attributes.Ints(AttributeName::kBroadcastDimensions);
  for (size_t d = 0; d < map.size(); ++d) {
    const bool along = std::find(reduced.begin(), reduced.end(), map[d]) != reduced.end();
    if (along && dims(o.operands[0])[d] != 1) return false;
  }
  return true;
}

bool SeenInside(const std::set<View>& views) {
  return std::any_of(views.begin(), views.end(),
                     [](const View& v) { return v.rank < 0; });
}

size_t CountApart(const std::set<View>& views) {
  std::set<std::pair<int, int>> apart;
  for (const View& view : views) apart.insert({view.rank, view.other});
  return apart.size();
}

}  // namespace tilewright::codegen
