#include "codegen/lower/loop_kernel.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "codegen/lower/relocate.h"
#include "codegen/lower/small_loop.h"
#include "support/status_macros.h"
#include "tile/statements.h"

namespace tilewright::codegen {
namespace {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;

class Maker {
 public:
  Maker(const ir::Program& program, const FindRematerialisable& find_rematerialisable,
        const ClusterOptions& clusters, const LowerOptions& options)
      : program_(program),
        outer_free_(find_rematerialisable),
        cluster_options_(clusters),
        options_(options) {
    kernel_.program.numerics = options.numerics;
    kernel_.program.parallel = false;
    cluster_options_.in_one_kernel = true;
  }

  absl::StatusOr<LoopKernel> Make(const Operation& op) {
    TW_RETURN_IF_ERROR(AppendLoop(op, &kernel_.program.statements));
    for (size_t i = 0; i < op.results.size(); ++i) {
      const ValueId v = op.results[i];
      if (op.regions[1].results[i] == op.regions[1].arguments[i]) continue;
      const tile::RefId out = builder_.Output(program_.type(v));
      kernel_.parameters.push_back({v, true});
      Copy(RefOf(v), out, &kernel_.program.statements);
    }
    return std::move(kernel_);
  }

 private:
  tile::RefId NewScratch(ValueId v) { return builder_.Scratch(program_.type(v)); }

  // The array that holds a value: of this kernel, or one that it is handed.
  tile::RefId RefOf(ValueId v) {
    const auto it = refs_.find(v);
    if (it != refs_.end()) return it->second;
    kernel_.parameters.push_back({v, false});
    return refs_[v] = builder_.Input(program_.type(v));
  }

  void Copy(tile::RefId from, tile::RefId to, std::vector<tile::Statement>* out) {
    out->push_back(tile::StoreStatement(&builder_, tile::StoreTo(to, builder_.Load(from)),
                                        /*cost=*/0));
  }

  absl::Status AppendLoop(const Operation& op, std::vector<tile::Statement>* out) {
    const Region& condition = op.regions[0];
    const Region& body = op.regions[1];
    std::vector<tile::RefId> state;
    const auto update_in_place = [&](size_t i, tile::RefId slot) {
      const Operation* const update = UpdateInPlace(op, i);
      if (update != nullptr) in_place_[update->results[0]] = slot;
    };
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const tile::RefId init = RefOf(op.operands[i]);
      const bool invariant = body.results[i] == body.arguments[i];
      const tile::RefId slot = invariant ? init : NewScratch(op.operands[i]);
      if (!invariant) Copy(init, slot, out);
      if (!invariant) update_in_place(i, slot);
      state.push_back(slot);
      refs_[condition.arguments[i]] = slot;
      refs_[body.arguments[i]] = slot;
      refs_[op.results[i]] = slot;
    }
    std::vector<tile::Statement> condition_statements, statements;
    TW_RETURN_IF_ERROR(AppendRegion(condition, &condition_statements));
    const tile::RefId predicate = RefOf(condition.results[0]);
    TW_RETURN_IF_ERROR(AppendRegion(body, &statements));
    // Results that are another's state are saved before any is replaced.
    std::vector<tile::RefId> next;
    for (size_t i = 0; i < state.size(); ++i) {
      tile::RefId from = RefOf(body.results[i]);
      const bool is_state = std::find(state.begin(), state.end(), from) != state.end();
      if (is_state && from != state[i]) {
        const tile::RefId saved = NewScratch(body.results[i]);
        Copy(from, saved, &statements);
        from = saved;
      }
      next.push_back(from);
    }
    for (size_t i = 0; i < state.size(); ++i) {
      if (next[i] != state[i]) Copy(next[i], state[i], &statements);
    }
    out->push_back(tile::WhileStatement(std::move(condition_statements), predicate,
                                        std::move(statements)));
    return absl::OkStatus();
  }

  // A branch leaves its results where all branches do.
  absl::Status AppendBranch(const Operation& op, std::vector<tile::Statement>* out) {
    const tile::RefId chosen = RefOf(op.operands[0]);
    std::vector<std::vector<tile::Statement>> branches(op.regions.size());
    std::vector<tile::RefId> results;
    for (ValueId v : op.results) results.push_back(NewScratch(v));
    for (size_t b = 0; b < op.regions.size(); ++b) {
      const Region& region = op.regions[b];
      TW_RETURN_IF_ERROR(AppendRegion(region, &branches[b]));
      for (size_t i = 0; i < results.size(); ++i) {
        Copy(RefOf(region.results[i]), results[i], &branches[b]);
      }
    }
    for (size_t i = 0; i < results.size(); ++i) refs_[op.results[i]] = results[i];
    // An index that is none of the others' takes the last branch.
    std::vector<tile::Statement> rest = std::move(branches.back());
    for (size_t b = branches.size() - 1; b-- > 0;) {
      const tile::ExprId index = builder_.Load(chosen);
      const tile::ExprId taken =
          op.kind == OpKind::kIf
              ? index
              : builder_.Compare(tile::kEq, tile::kSignedOrder, index,
                                 builder_.Constant(ir::IntegerSplat(
                                     builder_.type(index), static_cast<int64_t>(b))));
      std::vector<tile::Statement> choice;
      choice.push_back(tile::IfStatement(taken, std::move(branches[b]), std::move(rest)));
      rest = std::move(choice);
    }
    out->insert(out->end(), std::make_move_iterator(rest.begin()),
                std::make_move_iterator(rest.end()));
    return absl::OkStatus();
  }

  absl::Status AppendRegion(const Region& region, std::vector<tile::Statement>* out) {
    for (const Operation& op : region.operations) {
      if (IsRematerialisable(op)) rematerialisable_[op.results[0]] = &op;
    }
    const Clustering clustering = FormClusters(program_, region, cluster_options_);
    const FindRematerialisable find_rematerialisable =
        [this](ValueId v) -> const Operation* {
      const auto it = rematerialisable_.find(v);
      if (it != rematerialisable_.end()) return refs_.count(v) > 0 ? nullptr : it->second;
      return refs_.count(v) > 0 ? nullptr : outer_free_(v);
    };
    for (const Cluster& cluster : clustering.clusters) {
      const Operation& root = region.operations[cluster.last];
      if (root.kind == OpKind::kConstant && !IsRematerialisable(root)) {
        RefOf(root.results[0]);  // handed over, like what lies outside
        continue;
      }
      if (cluster.kind == ClusterKind::kStep) {
        TW_RETURN_IF_ERROR(root.kind == OpKind::kWhile ? AppendLoop(root, out)
                                                       : AppendBranch(root, out));
        continue;
      }
      if (MakesNothing(program_, cluster)) {
        for (ValueId v : cluster.outputs) refs_[v] = NewScratch(v);
        continue;
      }
      TW_ASSIGN_OR_RETURN(LoweredCluster lowered,
                          LowerCluster(program_, region, cluster, clustering.materialised,
                                       find_rematerialisable, options_));
      for (ValueId v : cluster.outputs) {
        const auto slot = in_place_.find(v);
        const bool in_place = slot != in_place_.end() && IsPrepared(lowered, v);
        refs_[v] = in_place ? slot->second : NewScratch(v);
      }
      for (const LoweredCluster::Prepare& p : lowered.prepare) {
        const tile::RefId from = RefOf(p.copy_of), to = RefOf(p.output);
        if (from != to) Copy(from, to, out);
      }
      std::vector<tile::RefId> places;
      for (const LoweredCluster::Parameter& p : lowered.parameters) {
        places.push_back(RefOf(p.value));
      }
      AppendRelocated(lowered.program, places, &kernel_.program, out);
    }
    return absl::OkStatus();
  }

  const ir::Program& program_;
  const FindRematerialisable& outer_free_;
  ClusterOptions cluster_options_;
  const LowerOptions& options_;
  LoopKernel kernel_;
  // Loops change what refs hold.
  tile::Builder builder_{&kernel_.program, tile::Builder::Refs::kChange};
  std::map<ValueId, tile::RefId> refs_;
  std::map<ValueId, tile::RefId> in_place_;  // what is made in a state's own memory
  std::map<ValueId, const Operation*> rematerialisable_;
};

}  // namespace

absl::StatusOr<std::optional<LoopKernel>> TryLoopKernel(
    const ir::Program& program, const Operation& loop,
    const FindRematerialisable& find_rematerialisable, const ClusterOptions& clusters,
    const LowerOptions& options) {
  if (!IsSmallLoop(program, loop)) return std::optional<LoopKernel>();
  TW_ASSIGN_OR_RETURN(
      LoopKernel kernel,
      Maker(program, find_rematerialisable, clusters, options).Make(loop));
  return std::optional<LoopKernel>(std::move(kernel));
}

}  // namespace tilewright::codegen
