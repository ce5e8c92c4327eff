#include "codegen/schedule/planner.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/cluster/chain.h"
#include "codegen/facts/op_facts.h"
#include "codegen/facts/routine_names.h"
#include "codegen/lower/loop_kernel.h"
#include "codegen/lower/lower.h"
#include "codegen/lower/lower_chain.h"
#include "codegen/schedule/describe_kernel.h"
#include "codegen/schedule/pack_constants.h"
#include "codegen/schedule/value_memory.h"
#include "codegen/schedule/value_uses.h"
#include "ir/operation_index.h"
#include "support/abi.h"
#include "support/hash.h"
#include "support/internal_error.h"
#include "support/status_macros.h"
#include "support/work_note.h"
#include "tile/verify/verify.h"

namespace tilewright::codegen {
namespace {

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Space;
using plan::Step;

class Planner {
 public:
  Planner(const ir::Program& program, const CodeFacts& facts, const chip::Chip& chip)
      : program_(program),
        facts_(facts),
        emit_(EmitOptionsFor(facts.kernel)),
        chip_(chip),
        cluster_options_{facts.cluster, &chip},
        lower_options_{facts.kernel.numerics, &chip} {}

  absl::StatusOr<PlannedProgram> Run() {
    out_.plan.inputs = program_.InputTypes();
    out_.plan.outputs = program_.OutputTypes();
    for (const ir::Donation& d : program_.donations) {
      out_.plan.donations.push_back({d.argument, d.result});
    }
    TW_RETURN_IF_ERROR(PlanRegion(program_.body, Outputs(program_), &out_.plan.steps));
    TW_RETURN_IF_ERROR(verified_);
    out_.plan.arena_bytes = memory_.Assign(&out_.plan.steps);
    return std::move(out_);
  }

 private:
  Step& AddStep(std::vector<Step>* steps, plan::StepKind kind, std::string name) {
    memory_.Advance();
    steps->emplace_back();
    steps->back().kind = kind;
    steps->back().name = std::move(name);
    if (planned_ != nullptr) steps->back().ordinal = planned_->location.ordinal;
    return steps->back();
  }

  void Copy(const BufferRef& from, const BufferRef& to, std::vector<Step>* steps) {
    if (from == to || to.bytes == 0) return;
    Step& step = AddStep(steps, plan::StepKind::kCopy, "copy");
    step.copy = {from, to};
    memory_.Use(from);
    memory_.Use(to);
  }

  // --- Regions -----------------------------------------------------------

  struct RegionPlan {
    const Region* region;
    std::vector<Step>* steps;
    ResultSlots slots;
  };

  // Appends the region's steps; its results end up in `results`.
  absl::Status PlanRegion(const Region& region, const std::vector<BufferRef>& results,
                          std::vector<Step>* steps) {
    RegionPlan r{&region, steps, {}};
    const Operation* const around = planned_;
    for (const Operation& op : region.operations) {
      if (IsRematerialisable(op)) rematerialisable_[op.results[0]] = &op;
    }
    Clustering clustering = FormClusters(program_, region, cluster_options_);
    if (facts_.cluster) FormChains(region, &clustering);
    OrderClusters(program_, region, &clustering);
    r.slots = {UsesOf(region, clustering), results,
               std::vector<bool>(region.results.size(), false)};
    for (const Cluster& cluster : clustering.clusters) {
      const Operation& root = region.operations[cluster.last];
      planned_ = &region.operations[NameOf(region, cluster)];
      origin_ = OrdinalsOf(region, cluster);
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

  void AddConstant(const Operation& op) {
    const ValueId v = op.results[0];
    memory_.Put(v, {Space::kConstant, static_cast<int32_t>(out_.plan.constants.size()), 0,
                    program_.type(v).byte_size()});
    out_.plan.constants.push_back(op.attributes.Constant(ir::AttributeName::kValue));
  }

  absl::Status FinishResults(RegionPlan& r) {
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

  // --- Kernels -----------------------------------------------------------

  absl::Status PlanKernel(RegionPlan& r, const Cluster& cluster,
                          const std::set<ValueId>& materialised) {
    if (MakesNothing(program_, cluster)) {
      for (ValueId v : cluster.outputs)
        memory_.Put(v, memory_.Destination(r.slots, v, cluster.time));
      return absl::OkStatus();
    }
    absl::StatusOr<LoweredCluster> made = LowerCluster(
        program_, *r.region, cluster, materialised, find_free_, lower_options_);
    if (!made.ok()) return At(made.status(), r.region->operations[cluster.last]);
    return PlanLowered(r, cluster, *std::move(made));
  }

  absl::Status PlanChain(RegionPlan& r, const Cluster& chain,
                         const std::set<ValueId>& materialised) {
    TW_ASSIGN_OR_RETURN(
        std::optional<LoweredCluster> joined,
        LowerChain(program_, *r.region, chain, materialised, find_free_, lower_options_));
    if (joined.has_value()) return PlanLowered(r, chain, *std::move(joined));
    for (const Cluster& stage : chain.stages) {
      planned_ = &r.region->operations[NameOf(*r.region, stage)];
      origin_ = OrdinalsOf(*r.region, stage);
      TW_RETURN_IF_ERROR(PlanKernel(r, stage, materialised));
    }
    return absl::OkStatus();
  }

  // Outputs that begin as copies of values, at time `n` of the region: a copy is not
  // made where the value is read no more.
  void Prepare(RegionPlan& r, const LoweredCluster& lowered, int n) {
    for (const LoweredCluster::Prepare& p : lowered.prepare) {
      memory_.Advance();
      const BufferRef to = memory_.Destination(
          r.slots, p.output, n, ReadsToo(lowered, p.copy_of) ? -1 : p.copy_of);
      memory_.PutAlone(p.output, to);
      // A donated input may be the output itself; the copy is then skipped.
      Copy(memory_.At(p.copy_of), to, r.steps);
    }
    memory_.Advance();
  }

  absl::Status PlanLowered(RegionPlan& r, const Cluster& cluster,
                           LoweredCluster lowered) {
    const size_t prepared = out_.plan.preparation.size();
    constant_packer_.Pack(&lowered);
    for (size_t i = prepared; i < out_.plan.preparation.size(); ++i) {
      out_.plan.preparation[i].ordinal = planned_->location.ordinal;
    }
    Prepare(r, lowered, cluster.time);
    for (ValueId v : cluster.outputs) {
      if (memory_.Find(v) != nullptr && IsPrepared(lowered, v)) continue;
      memory_.PutAlone(v, memory_.Destination(r.slots, v, cluster.time, -1, &lowered));
    }
    if (lowered.program.statements.empty()) return absl::OkStatus();
    const Operation& root = r.region->operations[NameOf(*r.region, cluster)];
    lowered.program.name = std::string(ShortName(root.kind));
    const int kernel = KernelFor(std::move(lowered.program));
    return CallKernel(kernel, lowered.parameters, r.steps);
  }

  absl::Status CallKernel(int kernel,
                          const std::vector<LoweredCluster::Parameter>& parameters,
                          std::vector<Step>* steps) {
    Step& step = AddStep(steps, plan::StepKind::kKernel, out_.plan.kernels[kernel].name);
    step.kernel.kernel = kernel;
    for (const LoweredCluster::Parameter& p : parameters) {
      if (p.prepared >= 0) {
        const int64_t bytes = out_.plan.prepared[p.prepared];
        step.kernel.buffers.push_back({Space::kPrepared, p.prepared, 0, bytes});
        continue;
      }
      const BufferRef* const at = memory_.Find(p.value);
      if (at == nullptr) {
        return absl::InternalError(absl::StrCat("value ", p.value, " has no memory"));
      }
      step.kernel.buffers.push_back(*at);
      memory_.Use(*at);
    }
    return absl::OkStatus();
  }

  static int NameOf(const Region& region, const Cluster& cluster) {
    if (!cluster.stages.empty()) return NameOf(region, cluster.stages.back());
    if (cluster.contraction >= 0) return cluster.contraction;
    if (!cluster.reduces.empty()) return cluster.reduces[0];
    return cluster.last;
  }

  static absl::string_view ShortName(OpKind kind) {
    const absl::string_view name = ir::Name(kind);
    return name.substr(name.find('.') + 1);
  }

  // Of the operations that a cluster is made of, constants left out: they are in many.
  static std::vector<int32_t> OrdinalsOf(const Region& region, const Cluster& cluster) {
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

  absl::Status At(const absl::Status& status, const Operation& op) const {
    if (absl::IsInternal(status))
      return InternalErrorIn(ir::Describe(program_, op), status);
    return ir::ErrorAt(program_.files, op.location,
                       absl::Status(status.code(), absl::StrCat(ir::Name(op.kind), ": ",
                                                                status.message())));
  }

  int KernelFor(tile::Program program) {
    std::string text = tile::Print(program);
    const auto [it, fresh] =
        kernels_.try_emplace(text, static_cast<int>(out_.plan.kernels.size()));
    if (!fresh) return it->second;
    verified_.Update(
        InternalErrorIn(ir::Describe(program_, *planned_), tile::Verify(program)));
    out_.origins.push_back(origin_);
    out_.plan.kernels.push_back(DescribeKernel(program, text, emit_, chip_));
    out_.plan.kernels.back().name += absl::StrCat(".", out_.plan.kernels.size() - 1);
    out_.programs.push_back(std::move(program));
    out_.texts.push_back(std::move(text));
    return it->second;
  }

  // --- Control and routines ----------------------------------------------

  absl::Status PlanStep(RegionPlan& r, const Operation& op, int n) {
    switch (op.kind) {
      case OpKind::kWhile:
        return PlanWhile(r, op, n);
      case OpKind::kIf:
      case OpKind::kCase:
        return PlanCase(r, op, n);
      case OpKind::kBitcastConvert:
        return PlanView(op);
      default:
        return CalledKernel(op).empty() ? PlanRoutine(r, op, n)
                                        : PlanKernelCall(r, op, n);
    }
  }

  absl::Status PlanView(const Operation& op) {
    const ir::TensorType& from = program_.type(op.operands[0]);
    const ir::TensorType& to = program_.type(op.results[0]);
    if (from.byte_size() != to.byte_size()) {
      return At(absl::UnimplementedError(absl::StrCat(
                    "bitcast_convert from ", ir::ToString(from), " to ", ir::ToString(to),
                    " is not supported: elements of less than "
                    "a byte take one byte each")),
                op);
    }
    memory_.Share(op.results[0], op.operands[0]);
    return absl::OkStatus();
  }

  absl::Status PlanKernelCall(RegionPlan& r, const Operation& op, int n) {
    const absl::Status fits = CheckKernelCall(program_, op, facts_.kernels);
    if (!fits.ok()) return At(fits, op);
    const tile::Kernel& kernel = *facts_.kernels.by_name.at(CalledKernel(op));
    LoweredCluster call = LowerCall(op, kernel, lower_options_, facts_.kernels.debug);
    Prepare(r, call, n);
    for (ValueId v : op.results) {
      if (IsPrepared(call, v)) continue;
      memory_.PutAlone(v, memory_.Destination(r.slots, v, n));
    }
    const int number = KernelFor(std::move(call.program));
    TW_RETURN_IF_ERROR(CallKernel(number, call.parameters, r.steps));
    if (!facts_.kernels.debug || kernel.over_arrays) return absl::OkStatus();
    out_.plan.kernels[number].ref_names = kernel.ref_names;
    const BufferRef report = memory_.NewBuffer(TW_REPORT_WORDS * int64_t{8});
    r.steps->back().kernel.buffers.push_back(report);
    memory_.Use(report);
    return absl::OkStatus();
  }

  absl::Status PlanRoutine(RegionPlan& r, const Operation& op, int n) {
    const std::optional<std::string> name = RoutineName(op);
    if (!name.has_value()) {
      const std::string& target = op.attributes.Text(ir::AttributeName::kCallTargetName);
      return At(absl::UnimplementedError(
                    absl::StrCat(target.empty() ? std::string(ir::Name(op.kind))
                                                : absl::StrCat("custom_call @", target),
                                 " is not supported")),
                op);
    }
    memory_.Advance();
    plan::RoutineStep routine;
    routine.routine = *name;
    routine.attributes = op.attributes;
    for (ValueId v : op.operands) {
      routine.operand_types.push_back(program_.type(v));
      routine.operands.push_back(memory_.At(v));
      memory_.Use(memory_.At(v));
    }
    for (ValueId v : op.results) {
      memory_.PutAlone(v, memory_.Destination(r.slots, v, n));
      routine.result_types.push_back(program_.type(v));
      routine.results.push_back(memory_.At(v));
    }
    Step& step = AddStep(r.steps, plan::StepKind::kRoutine, *name);
    step.routine = std::move(routine);
    for (ValueId v : op.operands) memory_.Use(memory_.At(v));
    for (ValueId v : op.results) memory_.Use(memory_.At(v));
    return absl::OkStatus();
  }

  absl::Status PlanCase(RegionPlan& r, const Operation& op, int n) {
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
    for (const Region& region : op.regions) {
      branch.branches.emplace_back();
      TW_RETURN_IF_ERROR(PlanRegion(region, results, &branch.branches.back()));
      for (const BufferRef& ref : results) memory_.Use(ref);
    }
    Step& step = AddStep(r.steps, plan::StepKind::kCase, std::string(ShortName(op.kind)));
    step.branch = std::move(branch);
    for (const BufferRef& ref : results) memory_.Use(ref);
    return absl::OkStatus();
  }

  // Constants with several values inside a loop that became a kernel.
  void AddConstantsIn(const Operation& op) {
    for (const Region& region : op.regions) {
      for (const Operation& inner : region.operations) {
        if (inner.kind == OpKind::kConstant && !IsRematerialisable(inner))
          AddConstant(inner);
        AddConstantsIn(inner);
      }
    }
  }

  // The loop as one kernel. False: it is too large for that.
  absl::StatusOr<bool> PlanLoopKernel(RegionPlan& r, const Operation& op, int n) {
    if (!facts_.cluster) return false;
    TW_ASSIGN_OR_RETURN(
        std::optional<LoopKernel> loop,
        TryLoopKernel(program_, op, find_free_, cluster_options_, lower_options_));
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
    const int kernel = KernelFor(std::move(loop->program));
    TW_RETURN_IF_ERROR(CallKernel(kernel, loop->parameters, r.steps));
    return true;
  }

  absl::Status PlanWhile(RegionPlan& r, const Operation& op, int n) {
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
    const int begin = memory_.time();
    plan::WhileStep loop;
    loop.predicate = memory_.NewBuffer(1);
    TW_RETURN_IF_ERROR(PlanRegion(condition, {loop.predicate}, &loop.condition));
    memory_.Use(loop.predicate);
    TW_RETURN_IF_ERROR(PlanRegion(body, state, &loop.body));
    Step& step = AddStep(r.steps, plan::StepKind::kWhile, "while");
    step.loop = std::move(loop);
    for (const BufferRef& ref : state) memory_.Use(ref);
    memory_.Use(step.loop.predicate);
    memory_.CloseLoop(begin);
    for (const BufferRef& ref : changing) memory_.ReleaseState(ref);
    return absl::OkStatus();
  }

  const ir::Program& program_;
  const CodeFacts& facts_;
  const EmitOptions emit_;
  const chip::Chip& chip_;
  const ClusterOptions cluster_options_;
  const LowerOptions lower_options_;
  PlannedProgram out_;
  const Operation* planned_ = nullptr;  // names what is being planned
  std::vector<int32_t> origin_;         // ordinals of all that it is made of
  ValueMemory memory_{program_};
  std::map<ValueId, const Operation*> rematerialisable_;
  const FindFree find_free_ = [this](ValueId v) -> const Operation* {
    const auto it = rematerialisable_.find(v);
    return it == rematerialisable_.end() || memory_.Find(v) != nullptr ? nullptr
                                                                       : it->second;
  };
  std::map<std::string, int> kernels_;  // by text
  absl::Status verified_;               // of all kernels
  ConstantPacker constant_packer_{
      emit_, [this](ValueId v) { return memory_.Find(v); },
      [this](tile::Program program) { return KernelFor(std::move(program)); },
      &out_.plan};
};

}  // namespace

absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        const CodeFacts& facts) {
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(facts.chip));
  return Planner(program, facts, *chip).Run();
}

}  // namespace tilewright::codegen
