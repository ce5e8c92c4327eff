// How the loops of clusters see the operations inside them: clustering decides by it
// whether evaluating an operation where it is read repeats work.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "codegen/cluster/cluster.h"
#include "codegen/cluster/repeated_work.h"
#include "codegen/facts/region_uses.h"
#include "ir/program.h"

namespace tilewright::codegen {

// How a cluster's loops see an operation: `rank` leading dimensions of its
// space (ones aside), or through data movement (`other`, numbered). What that reads
// through different operands it reads at different places.
struct View {
  int rank = -1;  // -1: other
  int other = 0;
  int operand = 0;  // of the data movement; 0 where all are read at one place
  friend auto operator<=>(const View&, const View&) = default;
};

// Views that are not through one operation.
size_t CountApart(const std::set<View>& views);

// Whether anything is seen through data movement, so inside what reads it.
bool SeenInside(const std::set<View>& views);

// An operation's place in one cluster.
struct Membership {
  std::set<View> views;
  // That it is evaluated for one element of the cluster's space; what data movement reads
  // through several operands, of which it takes one, counting once.
  int times = 1;
  int copies = 1;  // of its code: every time
  Evaluations evaluations;
};

// The places of a region's operations in clusters that are being formed. Operations and
// clusters are meant by their numbers; all arguments are kept by reference.
class ClusterViews {
 public:
  ClusterViews(const ir::Program& program, const ir::Region& region,
               const RegionUses& uses, const std::vector<Cluster>& clusters)
      : program_(program),
        region_(region),
        uses_(uses),
        clusters_(clusters),
        memberships_(region.operations.size()) {}

  void Set(int n, int c, const std::set<View>& views) {
    Membership place = {views, Times(c, views), Copies(c, views),
                        EvaluationsOf(n, c, views)};
    memberships_[n][c] = std::move(place);
  }
  // Of operation n, by cluster.
  const std::map<int, Membership>& memberships(int n) const { return memberships_[n]; }

  // The views that the users of operation n's results have of it in cluster c.
  // nullopt: some user cannot have it evaluated inside.
  std::optional<std::set<View>> In(int n, int c);
  // How often cluster c would evaluate, for an element, what it sees by `views`.
  int Times(int c, const std::set<View>& views) const;
  int Copies(int c, const std::set<View>& views) const;
  // How often cluster c would evaluate operation n's result in all.
  Evaluations EvaluationsOf(int n, int c, const std::set<View>& views) const;

 private:
  // The view of operand number `k` of operation `user`, itself seen by `view`.
  std::optional<View> Through(int user, size_t k, const View& view, int c);
  View Fixed(int user, int slot, size_t operand = 0);
  // How often the data movement that `view` is through reads its operand at each point.
  int ReadsOf(const View& view) const;
  Evaluations EvaluationsBy(int c, const View& view) const;
  // Whether all that operation `broadcast` spreads is spread along dimensions that a
  // reduction of cluster c goes over, point by point of the others.
  bool SpreadsAlongReduced(int broadcast, int c) const;

  const ir::Operation& op(int n) const { return region_.operations[n]; }
  const ir::Dims& dims(ir::ValueId v) const { return program_.type(v).dims(); }

  const ir::Program& program_;
  const ir::Region& region_;
  const RegionUses& uses_;
  const std::vector<Cluster>& clusters_;
  std::vector<std::map<int, Membership>> memberships_;  // by operation, by cluster
  std::map<std::pair<int, int>, int> fixed_;            // the view's number
  std::vector<int> movers_;  // by the view's number: the operation
};

}  // namespace tilewright::codegen
