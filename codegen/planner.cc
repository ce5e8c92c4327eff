#include "codegen/planner.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/arena.h"
#include "codegen/chain.h"
#include "codegen/describe_kernel.h"
#include "codegen/in_place.h"
#include "codegen/loop_kernel.h"
#include "codegen/lower.h"
#include "codegen/pack_constants.h"
#include "codegen/resolve_places.h"
#include "codegen/routine_names.h"
#include "codegen/value_uses.h"
#include "support/abi.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "tile/verify.h"

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
  Planner(const ir::Program& program, const PlanOptions& options, const chip::Chip& chip)
      : program_(program),
        options_(options),
        chip_(chip),
        cluster_options_{options.cluster, &chip},
        lower_options_{options.emit.scalar.numerics, &chip} {}

  absl::StatusOr<PlannedProgram> Run() {
    out_.plan.inputs = program_.InputTypes();
    out_.plan.outputs = program_.OutputTypes();
    for (size_t i = 0; i < program_.body.arguments.size(); ++i) {
      const ValueId v = program_.body.arguments[i];
      storage_[v] = {Space::kInput, static_cast<int32_t>(i), 0, Bytes(v)};
    }
    std::vector<BufferRef> results;
    for (size_t i = 0; i < program_.body.results.size(); ++i) {
      results.push_back(
          {Space::kOutput, static_cast<int32_t>(i), 0, Bytes(program_.body.results[i])});
    }
    for (const ir::Donation& d : program_.donations) {
      out_.plan.donations.push_back({d.argument, d.result});
      donor_[d.result] = program_.body.arguments[d.argument];
    }
    // An output that takes a donated input's memory has that in it.
    for (const BufferRef& result : results) {
      const bool own = donor_.count(result.index) == 0;
      lender_of_output_.push_back(own ? arena_.AddLender(result.bytes) : -1);
      if (own) output_of_lender_.push_back(result.index);
    }
    TW_RETURN_IF_ERROR(PlanRegion(program_.body, results, &out_.plan.steps));
    TW_RETURN_IF_ERROR(verified_);
    out_.plan.arena_bytes = arena_.Assign();
    ResolvePlaces(arena_, output_of_lender_, &out_.plan.steps);
    return std::move(out_);
  }

 private:
  int64_t Bytes(ValueId v) const { return program_.type(v).byte_size(); }

  BufferRef NewBuffer(int64_t bytes) {
    return {Space::kArena, arena_.Add(bytes, time_), 0, bytes};
  }
  void Use(const BufferRef& ref) {
    if (ref.space == Space::kArena) arena_.Use(ref.index, time_);
    if (ref.space == Space::kOutput && lender_of_output_[ref.index] >= 0) {
      arena_.UseLender(lender_of_output_[ref.index], time_);
    }
  }

  Step& AddStep(std::vector<Step>* steps, plan::StepKind kind, std::string name) {
    ++time_;
    steps->emplace_back();
    steps->back().kind = kind;
    steps->back().name = std::move(name);
    return steps->back();
  }

  void Copy(const BufferRef& from, const BufferRef& to, std::vector<Step>* steps) {
    if (from == to || to.bytes == 0) return;
    Step& step = AddStep(steps, plan::StepKind::kCopy, "copy");
    step.copy = {from, to};
    Use(from);
    Use(to);
  }

  // --- Regions -----------------------------------------------------------

  struct RegionPlan {
    const Region* region;
    const std::vector<BufferRef>* results;
    std::vector<Step>* steps;
    ValueUses uses;
    std::vector<bool> written;  // result slots
    // Values that were put where what becomes of them is wanted.
    std::set<ValueId> at_home;
  };

  // Appends the region's steps; its results end up in `results`.
  absl::Status PlanRegion(const Region& region, const std::vector<BufferRef>& results,
                          std::vector<Step>* steps) {
    RegionPlan r{&region, &results, steps, {}, {}, {}};
    for (const Operation& op : region.operations) {
      if (IsFree(op)) free_[op.results[0]] = &op;
    }
    Clustering clustering = FormClusters(program_, region, cluster_options_);
    if (options_.cluster) FormChains(region, &clustering);
    OrderClusters(program_, region, &clustering);
    r.uses = UsesOf(region, clustering);
    r.written.assign(region.results.size(), false);
    for (const Cluster& cluster : clustering.clusters) {
      const Operation& root = region.operations[cluster.last];
      if (root.kind == OpKind::kConstant) {
        AddConstant(root);
      } else if (cluster.kind == ClusterKind::kStep) {
        TW_RETURN_IF_ERROR(PlanStep(r, root, cluster.time));
      } else if (cluster.kind == ClusterKind::kChain) {
        TW_RETURN_IF_ERROR(PlanChain(r, cluster, clustering.materialised));
      } else {
        TW_RETURN_IF_ERROR(PlanKernel(r, cluster, clustering.materialised));
      }
    }
    return FinishResults(r);
  }

  void AddConstant(const Operation& op) {
    const ValueId v = op.results[0];
    storage_[v] = {Space::kConstant, static_cast<int32_t>(out_.plan.constants.size()), 0,
                   Bytes(v)};
    out_.plan.constants.push_back(op.attributes.Constant(ir::AttributeName::kValue));
  }

  // Whether the slot that `v` is a result for may be written once the operation
  // numbered `n` runs: nobody reads what the slot's memory still holds.
  bool SlotIsFree(const RegionPlan& r, int slot, int n, ValueId updated,
                  const LoweredCluster* kernel) {
    const BufferRef& to = (*r.results)[slot];
    const auto holder = to.space == Space::kOutput ? donor_.find(to.index) : donor_.end();
    ValueId occupant = -1;
    if (holder != donor_.end()) occupant = holder->second;
    const auto state = state_holder_.find(to.index);
    if (to.space == Space::kArena && state != state_holder_.end())
      occupant = state->second;
    if (occupant < 0) return true;
    const auto last = r.uses.last_user.find(occupant);
    if (last == r.uses.last_user.end() || last->second < n) return true;
    if (last->second != n) return false;
    return occupant == updated || (kernel != nullptr && MayWriteOver(*kernel, occupant));
  }

  // Whether the kernel reads `occupant` only where it then writes.
  bool MayWriteOver(const LoweredCluster& kernel, ValueId occupant) {
    const int64_t bytes = ir::StorageBytes(program_.type(occupant).element);
    tile::RefId input = -1;
    int parameter = 0;
    for (size_t ref = 0; ref < kernel.program.refs.size(); ++ref) {
      if (kernel.program.refs[ref].memory != tile::Memory::kHbm) continue;
      const LoweredCluster::Parameter& p = kernel.parameters[parameter++];
      if (p.value == occupant) input = static_cast<tile::RefId>(ref);
      if (p.written && (program_.type(p.value).num_elements() !=
                            program_.type(occupant).num_elements() ||
                        ir::StorageBytes(program_.type(p.value).element) != bytes)) {
        return false;
      }
    }
    return input >= 0 && ReadsOnlyInPlace(kernel.program, input, bytes);
  }

  // Memory for a value that operation `n` writes; `updated`: the value that it
  // starts from, which may then be overwritten.
  BufferRef Destination(RegionPlan& r, ValueId v, int n, ValueId updated = -1,
                        const LoweredCluster* kernel = nullptr) {
    const auto slot = r.uses.result_slot.find(v);
    if (slot != r.uses.result_slot.end() && !r.written[slot->second] &&
        SlotIsFree(r, slot->second, n, updated, kernel)) {
      r.written[slot->second] = true;
      return (*r.results)[slot->second];
    }
    if (updated >= 0 && MayOverwrite(r, updated, n)) {
      if (r.at_home.count(updated) > 0) r.at_home.insert(v);
      return storage_.at(updated);
    }
    // Where the result that it becomes is wanted.
    for (auto next = r.uses.becomes.find(v); next != r.uses.becomes.end();
         next = r.uses.becomes.find(next->second)) {
      const auto home = r.uses.result_slot.find(next->second);
      if (home == r.uses.result_slot.end() || r.written[home->second] ||
          !SlotIsFree(r, home->second, n, -1, nullptr)) {
        continue;
      }
      r.written[home->second] = true;
      r.at_home.insert(v);
      return (*r.results)[home->second];
    }
    return NewBuffer(Bytes(v));
  }

  // A buffer that holds nothing but `v`, in the arena or where what becomes of v is
  // wanted, and v is not needed after n.
  bool MayOverwrite(const RegionPlan& r, ValueId v, int n) {
    const auto at = storage_.find(v);
    if (at == storage_.end() || owned_.count(v) == 0 ||
        (at->second.space != Space::kArena && r.at_home.count(v) == 0)) {
      return false;
    }
    const auto last = r.uses.last_user.find(v);
    return last != r.uses.last_user.end() && last->second == n;
  }

  absl::Status FinishResults(RegionPlan& r) {
    // What is still to be copied; sources that a copy would overwrite first go
    // through memory of their own.
    std::vector<std::pair<BufferRef, BufferRef>> copies;
    for (size_t i = 0; i < r.region->results.size(); ++i) {
      const ValueId v = r.region->results[i];
      if (program_.type(v).element == ir::ElementType::kToken) continue;
      const BufferRef from = storage_.at(v);
      const BufferRef& to = (*r.results)[i];
      if (!(from == to)) copies.push_back({from, to});
    }
    for (auto& [from, to] : copies) {
      bool overwritten = false;
      for (const auto& [other_from, other_to] : copies) {
        overwritten |= other_to == from ||
                       (other_to.space == Space::kOutput && from.space == Space::kInput &&
                        donor_.count(other_to.index) > 0 &&
                        storage_.at(donor_[other_to.index]) == from && !(other_to == to));
      }
      if (!overwritten) continue;
      const BufferRef own = NewBuffer(from.bytes);
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
      for (ValueId v : cluster.outputs) storage_[v] = Destination(r, v, cluster.time);
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
      TW_RETURN_IF_ERROR(PlanKernel(r, stage, materialised));
    }
    return absl::OkStatus();
  }

  // Outputs that begin as copies of values, at time `n` of the region: a copy is not
  // made where the value is read no more.
  void Prepare(RegionPlan& r, const LoweredCluster& lowered, int n) {
    for (const LoweredCluster::Prepare& p : lowered.prepare) {
      ++time_;
      const BufferRef to =
          Destination(r, p.output, n, ReadsToo(lowered, p.copy_of) ? -1 : p.copy_of);
      storage_[p.output] = to;
      owned_.insert(p.output);
      // A donated input may be the output itself; the copy is then skipped.
      Copy(storage_.at(p.copy_of), to, r.steps);
    }
    ++time_;
  }

  absl::Status PlanLowered(RegionPlan& r, const Cluster& cluster,
                           LoweredCluster lowered) {
    constant_packer_.Pack(&lowered);
    Prepare(r, lowered, cluster.time);
    for (ValueId v : cluster.outputs) {
      if (storage_.count(v) > 0 && IsPrepared(lowered, v)) continue;
      storage_[v] = Destination(r, v, cluster.time, -1, &lowered);
      owned_.insert(v);
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
      const auto at = storage_.find(p.value);
      if (at == storage_.end()) {
        return absl::InternalError(absl::StrCat("value ", p.value, " has no memory"));
      }
      step.kernel.buffers.push_back(at->second);
      Use(at->second);
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

  static absl::Status At(const absl::Status& status, const Operation& op) {
    if (op.location.line == 0) return status;
    return absl::Status(status.code(),
                        absl::StrCat("line ", op.location.line, ", ", ir::Name(op.kind),
                                     ": ", status.message()));
  }

  int KernelFor(tile::Program program) {
    std::string text = tile::Print(program);
    const auto [it, fresh] =
        kernels_.try_emplace(text, static_cast<int>(out_.plan.kernels.size()));
    if (!fresh) return it->second;
    verified_.Update(tile::Verify(program));
    out_.plan.kernels.push_back(DescribeKernel(program, text, options_.emit, chip_));
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
    storage_[op.results[0]] = storage_.at(op.operands[0]);
    owned_.erase(op.operands[0]);
    return absl::OkStatus();
  }

  absl::Status PlanKernelCall(RegionPlan& r, const Operation& op, int n) {
    const absl::Status fits = CheckKernelCall(program_, op, options_.kernels);
    if (!fits.ok()) return At(fits, op);
    const tile::Kernel& kernel = *options_.kernels.by_name.at(CalledKernel(op));
    LoweredCluster call =
        LowerCall(op, kernel, options_.emit.scalar.numerics, options_.kernels.debug);
    Prepare(r, call, n);
    for (ValueId v : op.results) {
      if (IsPrepared(call, v)) continue;
      storage_[v] = Destination(r, v, n);
      owned_.insert(v);
    }
    const int number = KernelFor(std::move(call.program));
    TW_RETURN_IF_ERROR(CallKernel(number, call.parameters, r.steps));
    if (!options_.kernels.debug) return absl::OkStatus();
    out_.plan.kernels[number].ref_names = kernel.ref_names;
    const BufferRef report = NewBuffer(TW_REPORT_WORDS * int64_t{8});
    r.steps->back().kernel.buffers.push_back(report);
    Use(report);
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
    ++time_;
    plan::RoutineStep routine;
    routine.routine = *name;
    routine.attributes = op.attributes;
    for (ValueId v : op.operands) {
      routine.operand_types.push_back(program_.type(v));
      routine.operands.push_back(storage_.at(v));
      Use(storage_.at(v));
    }
    for (ValueId v : op.results) {
      storage_[v] = Destination(r, v, n);
      owned_.insert(v);
      routine.result_types.push_back(program_.type(v));
      routine.results.push_back(storage_.at(v));
    }
    Step& step = AddStep(r.steps, plan::StepKind::kRoutine, *name);
    step.routine = std::move(routine);
    for (ValueId v : op.operands) Use(storage_.at(v));
    for (ValueId v : op.results) Use(storage_.at(v));
    return absl::OkStatus();
  }

  absl::Status PlanCase(RegionPlan& r, const Operation& op, int n) {
    ++time_;
    std::vector<BufferRef> results;
    for (ValueId v : op.results) {
      // What a branch itself still reads of the slot is seen to in the branch.
      storage_[v] = Destination(r, v, n + 1);
      owned_.insert(v);
      results.push_back(storage_.at(v));
    }
    plan::CaseStep branch;
    branch.index = storage_.at(op.operands[0]);
    branch.index_is_predicate = op.kind == OpKind::kIf;
    Use(branch.index);
    for (const Region& region : op.regions) {
      branch.branches.emplace_back();
      TW_RETURN_IF_ERROR(PlanRegion(region, results, &branch.branches.back()));
      for (const BufferRef& ref : results) Use(ref);
    }
    Step& step = AddStep(r.steps, plan::StepKind::kCase, std::string(ShortName(op.kind)));
    step.branch = std::move(branch);
    for (const BufferRef& ref : results) Use(ref);
    return absl::OkStatus();
  }

  // Constants with several values inside a loop that became a kernel.
  void AddConstantsIn(const Operation& op) {
    for (const Region& region : op.regions) {
      for (const Operation& inner : region.operations) {
        if (inner.kind == OpKind::kConstant && !IsFree(inner)) AddConstant(inner);
        AddConstantsIn(inner);
      }
    }
  }

  // The loop as one kernel. False: it is too large for that.
  absl::StatusOr<bool> PlanLoopKernel(RegionPlan& r, const Operation& op, int n) {
    if (!options_.cluster) return false;
    TW_ASSIGN_OR_RETURN(
        std::optional<LoopKernel> loop,
        TryLoopKernel(program_, op, find_free_, cluster_options_, lower_options_));
    if (!loop.has_value()) return false;
    AddConstantsIn(op);
    ++time_;
    for (size_t i = 0; i < op.results.size(); ++i) {
      const ValueId v = op.results[i];
      if (op.regions[1].results[i] == op.regions[1].arguments[i]) {
        storage_[v] = storage_.at(op.operands[i]);
        owned_.erase(op.operands[i]);
      } else {
        storage_[v] = Destination(r, v, n);
        owned_.insert(v);
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
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const BufferRef init = storage_.at(op.operands[i]);
      const bool invariant = body.results[i] == body.arguments[i];
      if (invariant) {
        state.push_back(init);
        owned_.erase(op.operands[i]);
      } else {
        ++time_;
        const bool take =
            MayOverwrite(r, op.operands[i], n) &&
            std::count(op.operands.begin(), op.operands.end(), op.operands[i]) == 1;
        const BufferRef slot = take ? init : NewBuffer(init.bytes);
        Copy(init, slot, r.steps);
        state.push_back(slot);
        state_holder_[slot.index] = body.arguments[i];
        owned_.insert(op.results[i]);
      }
      storage_[condition.arguments[i]] = state[i];
      storage_[body.arguments[i]] = state[i];
      storage_[op.results[i]] = state[i];
    }
    ++time_;
    const int begin = time_;
    plan::WhileStep loop;
    loop.predicate = NewBuffer(1);
    TW_RETURN_IF_ERROR(PlanRegion(condition, {loop.predicate}, &loop.condition));
    Use(loop.predicate);
    TW_RETURN_IF_ERROR(PlanRegion(body, state, &loop.body));
    Step& step = AddStep(r.steps, plan::StepKind::kWhile, "while");
    step.loop = std::move(loop);
    for (const BufferRef& ref : state) Use(ref);
    Use(step.loop.predicate);
    arena_.CloseLoop(begin, time_);
    for (const BufferRef& ref : state) {
      if (ref.space == Space::kArena) state_holder_.erase(ref.index);
    }
    return absl::OkStatus();
  }

  const ir::Program& program_;
  const PlanOptions& options_;
  const chip::Chip& chip_;
  const ClusterOptions cluster_options_;
  const LowerOptions lower_options_;
  PlannedProgram out_;
  Arena arena_;
  std::vector<int> lender_of_output_;  // -1: none
  std::vector<int32_t> output_of_lender_;
  int time_ = 0;
  std::map<ValueId, BufferRef> storage_;
  std::set<ValueId> owned_;  // values whose buffer holds nothing else
  std::map<ValueId, const Operation*> free_;
  const FindFree find_free_ = [this](ValueId v) -> const Operation* {
    const auto it = free_.find(v);
    return it == free_.end() || storage_.count(v) > 0 ? nullptr : it->second;
  };
  std::map<std::string, int> kernels_;  // by text
  absl::Status verified_;               // of all kernels
  ConstantPacker constant_packer_{
      options_.emit,
      [this](ValueId v) {
        const auto at = storage_.find(v);
        return at == storage_.end() ? nullptr : &at->second;
      },
      [this](tile::Program program) { return KernelFor(std::move(program)); },
      &out_.plan};
  std::map<int32_t, ValueId> donor_;         // by output: the donated argument
  std::map<int32_t, ValueId> state_holder_;  // by arena buffer: a loop's argument
};

}  // namespace

absl::StatusOr<PlannedProgram> MakePlan(const ir::Program& program,
                                        const PlanOptions& options) {
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(options.chip));
  return Planner(program, options, *chip).Run();
}

}  // namespace tilewright::codegen
