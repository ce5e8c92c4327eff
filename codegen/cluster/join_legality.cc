#include "codegen/cluster/join_legality.h"

#include <algorithm>

#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {

using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

// Readers of a value in nested regions come after the cluster.
bool NestedReadersFollow(const Forming& f, ValueId v, const Cluster& cluster) {
  return f.uses.FirstNested(v) > cluster.last;
}

}  // namespace

bool CanEvaluateIn(const Forming& f, int n, int c, const std::set<View>& views) {
  const Operation& o = f.op(n);
  if (f.out.clusters[c].kind == ClusterKind::kStep || views.empty()) return false;
  return IsRematerialisable(o) || ir::IsElementwise(o.kind) || IsDataMovement(o);
}

ReduceForm ReduceFormIn(const Forming& f, int n, int c, const std::set<View>& views) {
  const Operation& o = f.op(n);
  const Cluster& cluster = f.out.clusters[c];
  const Dims result = f.SpaceOf(n);
  const Dims input = WithoutUnitDims(f.dims(o.operands[0]));
  const int rank = static_cast<int>(result.size());
  // The cluster sees the results, one for each of its outermost points.
  if (views.size() != 1 || views.begin()->rank != rank) return ReduceForm::kNone;
  const bool pointwise = cluster.kind == ClusterKind::kPointwise;
  if (!ReducesTrailing(f.program, o)) {
    const bool fits = pointwise && cluster.space == result && o.results.size() == 1;
    return fits ? ReduceForm::kAnyOrder : ReduceForm::kNone;
  }
  const bool rows = pointwise || cluster.kind == ClusterKind::kRow;
  if (rows && cluster.space == input &&
      (cluster.row_rank < 0 || cluster.row_rank == rank)) {
    return ReduceForm::kRows;
  }
  return pointwise && cluster.space == result ? ReduceForm::kNewRows : ReduceForm::kNone;
}

bool CanFollowContraction(const Forming& f, int n, int c, const std::set<View>& views,
                          int* transpose) {
  const Cluster& cluster = f.out.clusters[c];
  *transpose = -1;
  if (cluster.kind != ClusterKind::kPointwise || views.size() != 1) return false;
  const bool in_place = *views.begin() == f.FullView(c) && f.SpaceOf(n) == cluster.space;
  return in_place || IsMovedDot(f.program, f.region, n, cluster, transpose);
}

bool CanWriteFrom(const Forming& f, int n, int c, const std::set<View>& views) {
  const Operation& o = f.op(n);
  const Cluster& cluster = f.out.clusters[c];
  if (cluster.kind != ClusterKind::kPointwise && cluster.kind != ClusterKind::kRow) {
    return false;
  }
  if (!ir::IsElementwise(o.kind) || o.results.size() != 1 || views.size() != 1 ||
      *views.begin() != f.FullView(c) || f.SpaceOf(n) != cluster.space) {
    return false;
  }
  const auto& users = f.uses.UsersOf(o.results[0]);
  return NestedReadersFollow(f, o.results[0], cluster) &&
         std::all_of(users.begin(), users.end(), [&](int user) {
           const auto& memberships = f.views.memberships(user);
           const bool only_inside = memberships.size() == 1 && memberships.count(c) > 0;
           return only_inside || user > cluster.last;
         });
}

bool CanWriteBeside(const Forming& f, int n, int c) {
  const Operation& o = f.op(n);
  const Cluster& cluster = f.out.clusters[c];
  if (!ir::IsElementwise(o.kind) || cluster.kind != ClusterKind::kPointwise ||
      f.dims(cluster.outputs[0]) != f.dims(o.results[0]) ||
      !ir::IsElementwise(f.op(cluster.last).kind)) {
    return false;
  }
  // Nothing of the cluster comes before n but what n's own users cannot reach, and
  // nobody needs n before the cluster has run: no circle.
  const std::vector<int>& outputs = f.output_numbers.at(c);
  const auto& users = f.uses.UsersOf(o.results[0]);
  return NestedReadersFollow(f, o.results[0], cluster) &&
         std::all_of(outputs.begin(), outputs.end(), [&](int m) { return m > n; }) &&
         std::all_of(users.begin(), users.end(),
                     [&](int user) { return user > cluster.last; });
}

}  // namespace tilewright::codegen
