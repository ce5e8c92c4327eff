#include "codegen/cluster/body_order.h"

#include <algorithm>
#include <utility>

namespace tilewright::codegen {

using ir::Region;
using ir::ValueId;

namespace {

// Which clusters run before which, by their places in the given order.
class Precedence {
 public:
  explicit Precedence(size_t clusters) : before_(clusters), after_(clusters) {}

  void Add(int first, int second) {
    before_[second].push_back(first);
    after_[first].push_back(second);
  }

  // Of each cluster, whether it has to run after `from`.
  std::vector<bool> After(int from) const {
    std::vector<bool> after(after_.size());
    for (std::vector<int> next = {from}; !next.empty();) {
      const int at = next.back();
      next.pop_back();
      for (int other : after_[at]) {
        if (!after[other]) next.push_back(other);
        after[other] = true;
      }
    }
    return after;
  }

  // The given order, but that what a cluster waits for comes right before it.
  std::vector<int> Order() const {
    std::vector<int> order;
    std::vector<size_t> seen(before_.size());  // of those before each
    std::vector<bool> placed(before_.size());
    for (size_t first = 0; first < before_.size(); ++first) {
      for (std::vector<int> open = {static_cast<int>(first)}; !open.empty();) {
        const int at = open.back();
        if (!placed[at] && seen[at] < before_[at].size()) {
          open.push_back(before_[at][seen[at]++]);
          continue;
        }
        if (!placed[at]) order.push_back(at);
        placed[at] = true;
        open.pop_back();
      }
    }
    return order;
  }

 private:
  std::vector<std::vector<int>> before_, after_;
};

using Makers = absl::flat_hash_map<ValueId, int>;

Makers MakersIn(const Region& body, const std::vector<Cluster>& clusters) {
  Makers makers;
  for (size_t i = 0; i < clusters.size(); ++i) {
    const int number = static_cast<int>(i);
    for (ValueId v : clusters[i].outputs) makers[v] = number;
    if (clusters[i].kind != ClusterKind::kStep) continue;
    for (ValueId v : body.operations[clusters[i].last].results) makers[v] = number;
  }
  return makers;
}

// Times as they are given, to clusters in a new order. The stages of a chain come before
// it, whose time is the last one's.
std::vector<Cluster> InOrder(std::vector<Cluster> clusters,
                             const std::vector<int>& order) {
  std::vector<int> times;
  for (const Cluster& cluster : clusters) times.push_back(cluster.time);
  std::sort(times.begin(), times.end());
  std::vector<Cluster> ordered;
  for (size_t i = 0; i < order.size(); ++i) {
    Cluster& cluster = ordered.emplace_back(std::move(clusters[order[i]]));
    cluster.time = times[i];
    int stage = times[i];
    for (size_t s = cluster.stages.size(); s-- > 0;) cluster.stages[s].time = stage--;
  }
  return ordered;
}

}  // namespace

void OrderBody(const Region& body, Clustering* clustering) {
  constexpr size_t kMostVisits = 10'000'000;
  std::vector<Cluster>& all = clustering->clusters;
  const int count = static_cast<int>(all.size());
  if (all.size() * body.arguments.size() > kMostVisits) return;
  // Constants come first: they are read without a word, through what is made of them
  // anew.
  const auto place = [&](const Cluster& cluster) {
    return std::pair(body.operations[cluster.last].kind != ir::OpKind::kConstant,
                     cluster.time);
  };
  std::sort(all.begin(), all.end(),
            [&](const Cluster& x, const Cluster& y) { return place(x) < place(y); });

  const Makers makers = MakersIn(body, all);
  absl::flat_hash_map<ValueId, std::vector<int>> readers;
  Precedence order(all.size());
  int step = -1;
  for (int i = 0; i < count; ++i) {
    for (ValueId v : ReadBy(body, all[i])) {
      readers[v].push_back(i);
      const auto maker = makers.find(v);
      if (maker != makers.end() && maker->second < i) order.Add(maker->second, i);
    }
    if (all[i].kind != ClusterKind::kStep) continue;
    // Steps may have effects: they stay in order.
    if (step >= 0) order.Add(step, i);
    step = i;
  }
  for (size_t i = 0; i < body.arguments.size(); ++i) {
    const auto maker = makers.find(body.results[i]);
    if (maker == makers.end()) continue;
    const std::vector<bool> after = order.After(maker->second);
    for (int reader : readers[body.arguments[i]]) {
      if (reader != maker->second && !after[reader]) order.Add(reader, maker->second);
    }
  }
  all = InOrder(std::move(all), order.Order());
}

}  // namespace tilewright::codegen
