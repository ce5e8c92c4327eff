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
std::optional<View> ClusterViews::Through(int user, ValueId v, const View& view, int c) {
  const Operation& o = op(user);
  const Cluster& cluster = clusters_[c];
  if (ir::IsElementwise(o.kind)) return view;
  if (o.kind == OpKind::kReduce) {
    // Inits are read once; inputs over the cluster's whole space.
    const size_t inputs = o.operands.size() / 2;
    const bool is_input = std::find(o.operands.begin(), o.operands.begin() + inputs, v) !=
                          o.operands.begin() + inputs;
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
View ClusterViews::Fixed(int user, int slot) {
  const int next = static_cast<int>(movers_.size());
  const auto [it, fresh] = fixed_.try_emplace({user, slot}, next);
  if (fresh) movers_.push_back(user);
  return {-1, it->second};
}

int ClusterViews::Times(int c, const std::set<View>& views) const {
  int times = 0;
  for (const View& view : views) {
    times += view.rank >= 0 ? 1 : places_[movers_[view.other]].at(c).times;
  }
  return times;
}

}  // namespace tilewright::codegen
