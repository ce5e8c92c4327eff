// Loops and branches: regions whose state and results keep their memory.
#include <algorithm>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "codegen/facts/open_sizes.h"
#include "codegen/lower/loop_kernel.h"
#include "codegen/schedule/region_planner.h"
#include "support/status_macros.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Step;

absl::Status RegionPlanner::PlanCase(RegionPlan& r, const Operation& op, int n) {
  memory_.Advance();
  std::vector<BufferRef> results;
  for (ValueId v : op.results) {
    // What a branch itself still reads of the slot is seen to in the branch.
    memory_.PutAlone(v, memory_.Destination(r.slots, v, n + 1));
    results.push_back(memory_.At(v));
  }
  plan::CaseStep branch;
  branch.index = memory_.At(op.operands[0]);
  branch.index_is_predicate = op.kind == OpKind::kIf;
  memory_.Use(branch.index);
  // What a branch needs is not made where it may not run.
  std::vector<OpenLoop> around = std::exchange(loops_, {});
  for (const Region& region : op.regions) {
    branch.branches.emplace_back();
    TW_RETURN_IF_ERROR(PlanRegion(region, results, &branch.branches.back()));
    for (const BufferRef& ref : results) memory_.Use(ref);
  }
  loops_ = std::move(around);
  Step& step =
      AddStep(r.steps, plan::StepKind::kCase, std::string(ir::ShortName(op.kind)));
  step.branch = std::move(branch);
  for (const BufferRef& ref : results) memory_.Use(ref);
  return absl::OkStatus();
}

void RegionPlanner::AddConstantsIn(const Operation& op) {
  for (const Region& region : op.regions) {
    for (const Operation& inner : region.operations) {
      if (inner.kind == OpKind::kConstant && !IsRematerialisable(inner))
        AddConstant(inner);
      AddConstantsIn(inner);
    }
  }
}

absl::StatusOr<bool> RegionPlanner::PlanLoopKernel(RegionPlan& r, const Operation& op,
                                                   int n) {
  if (!facts_.cluster) return false;
  // One kernel keeps state in memory whose size it knows.
  if (sizes_ != nullptr && HasOpenSizesWithin(sizes_->program, op)) return false;
  TW_ASSIGN_OR_RETURN(std::optional<LoopKernel> loop,
                      TryLoopKernel(program_, op, find_rematerialisable_,
                                    cluster_options_, lower_options_));
  if (!loop.has_value()) return false;
  AddConstantsIn(op);
  memory_.Advance();
  for (size_t i = 0; i < op.results.size(); ++i) {
    const ValueId v = op.results[i];
    if (op.regions[1].results[i] == op.regions[1].arguments[i]) {
      memory_.Share(v, op.operands[i]);
    } else {
      memory_.PutAlone(v, memory_.Destination(r.slots, v, n));
    }
  }
  loop->program.name = "while";
  const int kernel = kernels_.NumberOf(std::move(loop->program), *planned_, origin_);
  TW_RETURN_IF_ERROR(CallKernel(kernel, loop->parameters, {}, r.steps));
  return true;
}

absl::Status RegionPlanner::PlanWhile(RegionPlan& r, const Operation& op, int n) {
  TW_ASSIGN_OR_RETURN(const bool done, PlanLoopKernel(r, op, n));
  if (done) return absl::OkStatus();
  const Region& condition = op.regions[0];
  const Region& body = op.regions[1];
  std::vector<BufferRef> state;
  std::vector<BufferRef> changing;  // of them; what stays may be an outer loop's
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const BufferRef init = memory_.At(op.operands[i]);
    const bool invariant = body.results[i] == body.arguments[i];
    if (invariant) {
      state.push_back(init);
      memory_.Share(op.results[i], op.operands[i]);
      unchanged_[body.arguments[i]] = op.operands[i];
    } else {
      memory_.Advance();
      const bool take =
          memory_.MayOverwrite(r.slots, op.operands[i], n) &&
          !ReadsInside(op, op.operands[i]) &&
          std::count(op.operands.begin(), op.operands.end(), op.operands[i]) == 1;
      const BufferRef slot = take ? init : memory_.NewBuffer(init.bytes);
      Copy(init, slot, r.steps);
      state.push_back(slot);
      changing.push_back(slot);
      memory_.HoldState(slot, body.arguments[i]);
      memory_.PutAlone(op.results[i], slot);
    }
    memory_.Put(condition.arguments[i], state[i]);
    memory_.Put(body.arguments[i], state[i]);
  }
  memory_.Advance();
  const int before = memory_.time();
  memory_.Advance();
  const int begin = memory_.time();
  plan::WhileStep loop;
  loop.predicate = memory_.NewBuffer(1);
  TW_RETURN_IF_ERROR(PlanRegion(condition, {loop.predicate}, &loop.condition));
  memory_.Use(loop.predicate);
  loops_.push_back({&op, r.steps, before, {}, {}});
  TW_RETURN_IF_ERROR(PlanRegion(body, state, &loop.body));
  loops_.pop_back();
  Step& step = AddStep(r.steps, plan::StepKind::kWhile, "while");
  step.loop = std::move(loop);
  for (const BufferRef& ref : state) memory_.Use(ref);
  memory_.Use(step.loop.predicate);
  memory_.CloseLoop(begin);
  for (const BufferRef& ref : changing) memory_.ReleaseState(ref);
  return absl::OkStatus();
}

}  // namespace tilewright::codegen
