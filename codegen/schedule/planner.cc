#include "codegen/schedule/planner.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "codegen/cluster/chain.h"
#include "codegen/facts/op_facts.h"
#include "codegen/schedule/describe_kernel.h"
#include "codegen/schedule/region_planner.h"
#include "ir/fold.h"
#include "ir/operation_index.h"
#include "ir/specialize.h"
#include "plan/launch.h"
#include "plan/visit.h"
#include "support/internal_error.h"
#include "support/status_macros.h"
#include "support/work_note.h"

namespace tilewright::codegen {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Space;
using plan::Step;

namespace {

// The operation that names a cluster.
int NameOf(const Region& region, const Cluster& cluster) {
  if (!cluster.stages.empty()) return NameOf(region, cluster.stages.back());
  if (cluster.contraction >= 0) return cluster.contraction;
  if (!cluster.reduces.empty()) return cluster.reduces[0];
  return cluster.last;
}

// Of the operations that a cluster is made of, constants left out: they are in many.
std::vector<int32_t> OrdinalsOf(const Region& region, const Cluster& cluster) {
  std::vector<int32_t> ordinals;
  for (int member : cluster.members) {
    const Operation& op = region.operations[member];
    if (op.kind != OpKind::kConstant) ordinals.push_back(op.location.ordinal);
  }
  if (ordinals.empty()) {
    ordinals.push_back(region.operations[cluster.last].location.ordinal);
  }
  return ordinals;
}

// Regions of two programs that differ in types and attributes alone.
void PairRegions(const Region& a, const Region& b,
                 std::map<const Region*, const Region*>* pairs) {
  pairs->emplace(&a, &b);
  for (size_t i = 0; i < a.operations.size(); ++i) {
    for (size_t r = 0; r < a.operations[i].regions.size(); ++r) {
      PairRegions(a.operations[i].regions[r], b.operations[i].regions[r], pairs);
    }
  }
}

// Of each call of a kernel, what follows from the sizes that it is handed.
absl::Status MeasureCalls(const chip::Chip& chip, PlannedProgram* planned) {
  plan::Plan& plan = planned->plan;
  std::map<std::pair<int32_t, std::vector<int64_t>>, plan::KernelCost> costs;
  const auto measure = [&](plan::KernelStep& call) -> absl::Status {
    TW_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes, plan::SizesOf(plan, call));
    TW_ASSIGN_OR_RETURN(call.grid_steps,
                        plan::GridStepsOf(plan.kernels[call.kernel].launch, sizes));
    TW_ASSIGN_OR_RETURN(call.scratch_bytes,
                        plan::ScratchBytesOf(plan.kernels[call.kernel].launch, sizes));
    const auto [cost, fresh] = costs.try_emplace({call.kernel, sizes});
    if (fresh) cost->second = CostOf(planned->programs[call.kernel], sizes, chip);
    call.cost = cost->second;
    return absl::OkStatus();
  };
  absl::Status status;
  for (std::vector<Step>* steps : {&plan.preparation, &plan.steps}) {
    plan::ForEachStep(*steps, [&](Step& step) {
      if (step.kind == plan::StepKind::kKernel) status.Update(measure(step.kernel));
    });
  }
  return status;
}

}  // namespace

RegionPlanner::RegionPlanner(const ir::Program& program, const OpenSizes* sizes,
                             const CodeFacts& facts, const chip::Chip& chip,
                             const GivenUp& given_up)
    : program_(program),
      sizes_(sizes),
      facts_(facts),
      given_up_(given_up),
      emit_(EmitOptionsFor(facts.kernel)),
      cluster_options_{facts.cluster, &chip},
      lower_options_{facts.kernel.numerics, &chip},
      kernels_(program, emit_, &out_) {
  if (sizes != nullptr) PairRegions(program.body, sizes->program.body, &open_regions_);
}

const Region& RegionPlanner::Open(const Region& region) const {
  return sizes_ == nullptr ? region : *open_regions_.at(&region);
}

absl::StatusOr<PlannedProgram> RegionPlanner::Run() {
  out_.plan.inputs = program_.InputTypes();
  out_.plan.outputs = program_.OutputTypes();
  for (const ir::Donation& d : program_.donations) {
    out_.plan.donations.push_back({d.argument, d.result});
  }
  TW_RETURN_IF_ERROR(PlanRegion(program_.body, Outputs(program_), &out_.plan.steps));
  TW_RETURN_IF_ERROR(kernels_.verified());
  out_.plan.arena_bytes = memory_.Assign(&out_.plan.steps);
  TW_RETURN_IF_ERROR(MeasureCalls(*cluster_options_.chip, &out_));
  return std::move(out_);
}

Step& RegionPlanner::AddStep(std::vector<Step>* steps, plan::StepKind kind,
                             std::string name) {
  memory_.Advance();
  steps->emplace_back();
  steps->back().kind = kind;
  steps->back().name = std::move(name);
  if (planned_ != nullptr) steps->back().ordinal = planned_->location.ordinal;
  return steps->back();
}

void RegionPlanner::Copy(const BufferRef& from, const BufferRef& to,
                         std::vector<Step>* steps) {
  if (from == to || to.bytes == 0) return;
  Step& step = AddStep(steps, plan::StepKind::kCopy, "copy");
  step.copy = {from, to};
  memory_.Use(from);
  memory_.Use(to);
}

absl::Status RegionPlanner::PlanRegion(const Region& region,
                                       const std::vector<BufferRef>& results,
                                       std::vector<Step>* steps) {
  RegionPlan r{&region, steps, {}};
  const Operation* const around = planned_;
  for (const Operation& op : region.operations) {
    if (IsRematerialisable(op)) rematerialisable_[op.results[0]] = &op;
  }
  // Kernels are to be the same whatever the values of open sizes are.
  const ir::Program& by = sizes_ == nullptr ? program_ : sizes_->typical;
  Clustering clustering = FormClusters(by, Open(region), cluster_options_);
  if (facts_.cluster && sizes_ == nullptr) FormChains(region, &clustering);
  OrderClusters(program_, region, &clustering);
  r.slots = {UsesOf(region, clustering), results,
             std::vector<bool>(region.results.size(), false)};
  for (const Cluster& cluster : clustering.clusters) {
    if (given_up_ && given_up_()) return absl::CancelledError("the plan was given up");
    const Operation& root = region.operations[cluster.last];
    PlanFor(region, cluster);
    const WorkNote note(ir::Describe(program_, *planned_));
    if (root.kind == OpKind::kConstant) {
      AddConstant(root);
      continue;
    }
    absl::Status status;
    if (cluster.kind == ClusterKind::kStep) {
      status = PlanStep(r, root, cluster.time);
    } else if (cluster.kind == ClusterKind::kChain) {
      status = PlanChain(r, cluster, clustering.materialised);
    } else {
      status = PlanKernel(r, cluster, clustering.materialised);
    }
    if (!status.ok()) return InternalErrorIn(ir::Describe(program_, *planned_), status);
  }
  planned_ = around;
  return FinishResults(r);
}

void RegionPlanner::AddConstant(const Operation& op) {
  const ValueId v = op.results[0];
  memory_.Put(v, {Space::kConstant, static_cast<int32_t>(out_.plan.constants.size()), 0,
                  program_.type(v).byte_size()});
  out_.plan.constants.push_back(op.attributes.Constant(ir::AttributeName::kValue));
}

absl::Status RegionPlanner::FinishResults(RegionPlan& r) {
  // What is still to be copied; sources that a copy would overwrite first go
  // through memory of their own.
  std::vector<std::pair<BufferRef, BufferRef>> copies;
  for (size_t i = 0; i < r.region->results.size(); ++i) {
    const ValueId v = r.region->results[i];
    if (program_.type(v).element == ir::ElementType::kToken) continue;
    const BufferRef from = memory_.At(v);
    const BufferRef& to = r.slots.wanted[i];
    if (!(from == to)) copies.push_back({from, to});
  }
  for (auto& [from, to] : copies) {
    bool overwritten = false;
    for (const auto& [other_from, other_to] : copies) {
      overwritten |= memory_.Overwrites(other_to, from) && !(other_to == to);
    }
    if (!overwritten) continue;
    const BufferRef own = memory_.NewBuffer(from.bytes);
    Copy(from, own, r.steps);
    from = own;
  }
  for (const auto& [from, to] : copies) Copy(from, to, r.steps);
  return absl::OkStatus();
}

absl::Status RegionPlanner::At(const absl::Status& status, const Operation& op) const {
  if (absl::IsInternal(status))
    return InternalErrorIn(ir::Describe(program_, op), status);
  return ir::ErrorAt(program_.files, op.location,
                     absl::Status(status.code(), absl::StrCat(ir::Name(op.kind), ": ",
                                                              status.message())));
}

void RegionPlanner::PlanFor(const Region& region, const Cluster& cluster) {
  planned_ = &region.operations[NameOf(region, cluster)];
  origin_ = OrdinalsOf(region, cluster);
}

namespace {

// `program`, in which sizes that are 0 or 1 for these values are numbers, as are others
// of their symbols: such sizes are part of what operations mean.
ir::Program WithOrdinarySizes(const ir::Program& program, const ir::Program& sized,
                              absl::Span<const int64_t> values) {
  std::set<ir::SymbolId> special;
  for (size_t v = 0; v < program.values.size(); ++v) {
    const ir::Shape& open = program.values[v].shape;
    for (int d = 0; d < open.rank(); ++d) {
      if (open[d].is_number() || sized.values[v].dims()[d] >= 2) continue;
      ir::ForEachSymbol(open[d], [&](ir::SymbolId s) { special.insert(s); });
    }
  }
  return special.empty() ? program : ir::SpecializeSome(program, values, special);
}

bool IsStatic(const ir::Program& program) {
  return std::all_of(program.values.begin(), program.values.end(),
                     [](const ir::TensorType& type) { return type.shape.is_static(); });
}

// Sizes that are data are constants of the plan, in a program of symbols as in one of
// numbers: what kernels read, and no part of them.
void MakeConstants(const ir::Program& program, ir::Region* region) {
  for (Operation& op : region->operations) {
    for (Region& inner : op.regions) MakeConstants(program, &inner);
    if (op.kind != OpKind::kGetDimensionSize) continue;
    std::optional<ir::Literal> value = ir::Fold(program, op, {});
    if (!value) continue;
    op.kind = OpKind::kConstant;
    op.operands.clear();
    op.attributes = {};
    op.attributes.Set(ir::AttributeName::kValue, *std::move(value));
  }
}

// Whether clusters that are formed by typical sizes are right for all: two sizes look
// alike only where they are the same, and none looks like 0 or 1.
bool AreFaithful(const ir::Program& program) {
  absl::flat_hash_map<int64_t, ir::Size> seen;
  for (const ir::TensorType& type : program.values) {
    for (int d = 0; d < type.rank(); ++d) {
      const ir::Size size = type.shape[d];
      const int64_t typical = ir::Typical(size);
      if (!size.is_number() && typical < 2) return false;
      if (!(seen.try_emplace(typical, size).first->second == size)) return false;
    }
  }
  return true;
}

}  // namespace

absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        absl::Span<const int64_t> values,
                                        const CodeFacts& facts, const GivenUp& given_up) {
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(facts.chip));
  if (program.symbols.count() == 0) {
    return RegionPlanner(program, nullptr, facts, *chip, given_up).Run();
  }
  TW_ASSIGN_OR_RETURN(ir::Program sized, ir::Specialize(program, values));
  MakeConstants(sized, &sized.body);
  const ir::Program ordinary = WithOrdinarySizes(program, sized, values);
  if (IsStatic(ordinary) || !AreFaithful(ordinary)) {
    return RegionPlanner(sized, nullptr, facts, *chip, given_up).Run();
  }
  const ir::Program typical = ir::Typical(ordinary);
  const OpenSizes open = {ordinary, typical, values};
  return RegionPlanner(sized, &open, facts, *chip, given_up).Run();
}

}  // namespace tilewright::codegen
