// How the loops of clusters see the operations inside them: clustering decides by it
// whether evaluating an operation where it is read repeats work.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "codegen/cluster/cluster.h"
#include "codegen/facts/region_uses.h"
#include "ir/program.h"

namespace tilewright::codegen {

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
        places_(region.operations.size()) {}

  void Set(int n, int c, std::set<View> views, int times = 1) {
    places_[n][c] = {std::move(views), times};
  }
  // Of operation n, by cluster.
  const std::map<int, Place>& places(int n) const { return places_[n]; }

  // The views that the users of operation n's results have of it in cluster c.
  // nullopt: some user cannot have it evaluated inside.
  std::optional<std::set<View>> In(int n, int c);
  // How often cluster c would evaluate, for an element, what it sees by `views`.
  int Times(int c, const std::set<View>& views) const;

 private:
  std::optional<View> Through(int user, ir::ValueId v, const View& view, int c);
  View Fixed(int user, int slot);

  const ir::Operation& op(int n) const { return region_.operations[n]; }
  const ir::Dims& dims(ir::ValueId v) const { return program_.type(v).dims; }

  const ir::Program& program_;
  const ir::Region& region_;
  const RegionUses& uses_;
  const std::vector<Cluster>& clusters_;
  std::vector<std::map<int, Place>> places_;  // by operation, by cluster
  std::map<std::pair<int, int>, int> fixed_;  // the view's number
  std::vector<int> movers_;                   // by the view's number: the operation
};

}  // namespace tilewright::codegen
