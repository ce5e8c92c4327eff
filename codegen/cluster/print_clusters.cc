#include "codegen/cluster/print_clusters.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "codegen/cluster/chain.h"
#include "codegen/facts/op_facts.h"

namespace tilewright::codegen {
namespace {

using ir::Operation;
using ir::Region;
using ir::ValueId;

constexpr absl::string_view kKindNames[] = {"pointwise", "row",   "reduce", "contraction",
                                            "single",    "chain", "step"};

class ClusterPrinter {
 public:
  ClusterPrinter(const ir::Program& program, const ClusterOptions& options)
      : program_(program), options_(options) {}

  void Print(const Region& region, int indent) {
    for (const Operation& op : region.operations) {
      if (IsRematerialisable(op)) rematerialisable_[op.results[0]] = &op;
    }
    Clustering clustering = FormClusters(program_, region, options_);
    if (options_.enabled) FormChains(region, &clustering);
    OrderClusters(program_, region, &clustering);
    for (const Cluster& cluster : clustering.clusters) Print(region, cluster, indent);
  }

  std::string Done() && { return std::move(out_); }

 private:
  template <typename... Parts>
  void Line(int indent, const Parts&... parts) {
    absl::StrAppend(&out_, std::string(indent, ' '), parts..., "\n");
  }

  void Print(const Region& region, const Cluster& cluster, int indent) {
    std::string space;
    if (cluster.row_rank >= 0) {
      const auto middle = cluster.space.begin() + cluster.row_rank;
      space = absl::StrCat(" [", ir::Join({cluster.space.begin(), middle}), "] of [",
                           ir::Join({middle, cluster.space.end()}), "]");
    }
    Line(indent, kKindNames[static_cast<int>(cluster.kind)], space, " -> ",
         Numbers(cluster.outputs));
    if (cluster.kind == ClusterKind::kChain) {
      for (const Cluster& stage : cluster.stages) Print(region, stage, indent + 2);
      return;
    }
    std::vector<int> members = cluster.members;
    std::sort(members.begin(), members.end());
    for (int n : members) {
      const Operation& op = region.operations[n];
      if (IsRematerialisable(op) && n != cluster.last) continue;
      Print(op, indent + 2);
      if (cluster.kind != ClusterKind::kStep) continue;
      for (const Region& inner : region.operations[n].regions) {
        Line(indent + 4, "region(", Numbers(inner.arguments), ")");
        Print(inner, indent + 6);
      }
    }
  }

  void Print(const Operation& op, int indent) {
    const std::string results =
        op.results.empty() ? "" : absl::StrCat(Numbers(op.results), " = ");
    Line(indent, results, ir::ShortName(op.kind), op.operands.empty() ? "" : " ",
         absl::StrJoin(op.operands, ", ",
                       [this](std::string* out, ValueId v) {
                         const auto free = rematerialisable_.find(v);
                         absl::StrAppend(
                             out, free == rematerialisable_.end()
                                      ? absl::StrCat("%", v)
                                      : std::string(ir::ShortName(free->second->kind)));
                       }),
         " : ", absl::StrJoin(op.results, ", ", [this](std::string* out, ValueId v) {
           absl::StrAppend(out, ir::ToString(program_.type(v)));
         }));
  }

  static std::string Numbers(const std::vector<ValueId>& values) {
    return absl::StrJoin(
        values, ", ", [](std::string* out, ValueId v) { absl::StrAppend(out, "%", v); });
  }

  const ir::Program& program_;
  const ClusterOptions& options_;
  std::map<ValueId, const Operation*> rematerialisable_;
  std::string out_;
};

}  // namespace

std::string PrintClusters(const ir::Program& program, const ClusterOptions& options) {
  ClusterPrinter printer(program, options);
  printer.Print(program.body, 0);
  return std::move(printer).Done();
}

}  // namespace tilewright::codegen
