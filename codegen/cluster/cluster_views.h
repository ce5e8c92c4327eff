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
// space (ones aside), or through a move (`other`, numbered). What a move reads through
// different operands it reads at different places.
struct View {
  int rank = -1;  // -1: other
  int other = 0;
  int operand = 0;  // of the move; 0 where all are read at one place
  friend auto operator<=>(const View&, const View&) = default;
};

// Views that are not through one move.
size_t CountApart(const std::set<View>& views);

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
  // The view of operand number `k` of operation `user`, itself seen by `view`.
  std::optional<View> Through(int user, size_t k, const View& view, int c);
  View Fixed(int user, int slot, size_t operand = 0);
  int TimesOfMove(int c, const View& view) const;

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
