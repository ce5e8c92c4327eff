// Clusters, chains and kernels that programs call: lowered, and called on buffers.
#include <utility>

#include "absl/strings/str_cat.h"
#include "codegen/analysis/in_place.h"
#include "codegen/analysis/scratch.h"
#include "codegen/facts/kernel_calls.h"
#include "codegen/facts/op_facts.h"
#include "codegen/facts/open_sizes.h"
#include "codegen/lower/lower_chain.h"
#include "codegen/schedule/region_planner.h"
#include "support/status_macros.h"
#include "tile/sizes.h"
#include "tile/verify/verify.h"

namespace tilewright::codegen {

namespace {

// Whether the kernel may write over the value that an output begins as a copy of.
bool MayUpdate(const LoweredCluster& lowered, const LoweredCluster::Prepare& prepare) {
  if (!ReadsToo(lowered, prepare.copy_of)) return true;
  if (lowered.prepare.size() > 1) return false;
  int parameter = 0;
  for (const tile::RefId ref : lowered.program.Parameters()) {
    const LoweredCluster::Parameter& p = lowered.parameters[parameter++];
    if (p.value == prepare.copy_of && !p.written &&
        !ReadsOnlyWhatItUpdates(lowered.program, ref)) {
      return false;
    }
  }
  return true;
}

}  // namespace

using ir::Operation;
using ir::OpKind;
using ir::Region;
using ir::ValueId;
using plan::BufferRef;
using plan::Space;
using plan::Step;

absl::Status RegionPlanner::PlanKernel(RegionPlan& r, const Cluster& cluster,
                                       const std::set<ValueId>& materialised) {
  if (MakesNothing(program_, cluster)) {
    for (ValueId v : cluster.outputs)
      memory_.Put(v, memory_.Destination(r.slots, v, cluster.time));
    return absl::OkStatus();
  }
  if (std::optional<LoweredCluster> open = LowerOpen(r, cluster, materialised)) {
    return PlanLowered(r, cluster, *std::move(open));
  }
  absl::StatusOr<LoweredCluster> made = LowerCluster(
      program_, *r.region, cluster, materialised, find_rematerialisable_, lower_options_);
  if (!made.ok()) return At(made.status(), r.region->operations[cluster.last]);
  return PlanLowered(r, cluster, *std::move(made));
}

std::optional<LoweredCluster> RegionPlanner::LowerOpen(
    const RegionPlan& r, const Cluster& cluster, const std::set<ValueId>& materialised) {
  const ir::Operation& last = Open(*r.region).operations[cluster.last];
  const bool known =
      cluster.kind == ClusterKind::kPointwise || cluster.kind == ClusterKind::kRow ||
      cluster.kind == ClusterKind::kReduce || cluster.kind == ClusterKind::kContraction ||
      last.kind == ir::OpKind::kScatter ||
      (last.kind == ir::OpKind::kReduceWindow && TakesOpenSizes(last));
  if (sizes_ == nullptr || !known) return std::nullopt;
  absl::StatusOr<LoweredCluster> made =
      LowerCluster(sizes_->program, Open(*r.region), cluster, materialised,
                   find_rematerialisable_, lower_options_);
  if (!made.ok() || made->symbols.empty() || !tile::Verify(made->program).ok() ||
      ScratchBytes(made->program, emit_).refused()) {
    return std::nullopt;
  }
  return *std::move(made);
}

bool RegionPlanner::ComesApart(const RegionPlan& r, const Cluster& chain) const {
  constexpr int64_t kMostBytes = 32 << 20;
  if (sizes_ == nullptr) return false;
  bool open = false;
  for (const Cluster& stage : chain.stages) {
    for (int member : stage.members) {
      open = open || HasOpenSizes(sizes_->program, Open(*r.region).operations[member]);
    }
    const bool is_last = &stage == &chain.stages.back();
    if (!is_last && program_.type(stage.outputs[0]).byte_size() > kMostBytes) {
      return false;
    }
  }
  return open;
}

absl::Status RegionPlanner::PlanChain(RegionPlan& r, const Cluster& chain,
                                      const std::set<ValueId>& materialised) {
  if (!ComesApart(r, chain)) {
    TW_ASSIGN_OR_RETURN(std::optional<LoweredCluster> joined,
                        LowerChain(program_, *r.region, chain, materialised,
                                   find_rematerialisable_, lower_options_));
    if (joined.has_value()) return PlanLowered(r, chain, *std::move(joined));
  }
  for (const Cluster& stage : chain.stages) {
    PlanFor(*r.region, stage);
    TW_RETURN_IF_ERROR(PlanKernel(r, stage, materialised));
  }
  return absl::OkStatus();
}

void RegionPlanner::Prepare(RegionPlan& r, const LoweredCluster& lowered, int n) {
  for (const LoweredCluster::Prepare& p : lowered.prepare) {
    memory_.Advance();
    const BufferRef to =
        memory_.Destination(r.slots, p.output, n, MayUpdate(lowered, p) ? p.copy_of : -1);
    memory_.PutAlone(p.output, to);
    // A donated input may be the output itself; the copy is then skipped.
    Copy(memory_.At(p.copy_of), to, r.steps);
  }
  memory_.Advance();
}

absl::Status RegionPlanner::PlanLowered(RegionPlan& r, const Cluster& cluster,
                                        LoweredCluster lowered) {
  const size_t prepared = out_.plan.preparation.size();
  constant_packer_.Pack(&lowered);
  PackInvariants(&lowered);
  for (size_t i = prepared; i < out_.plan.preparation.size(); ++i) {
    out_.plan.preparation[i].ordinal = planned_->location.ordinal;
  }
  Prepare(r, lowered, cluster.time);
  for (ValueId v : cluster.outputs) {
    if (memory_.Find(v) != nullptr && IsPrepared(lowered, v)) continue;
    memory_.PutAlone(v, memory_.Destination(r.slots, v, cluster.time, -1, &lowered));
  }
  if (lowered.program.statements.empty()) return absl::OkStatus();
  lowered.program.name = std::string(ir::ShortName(planned_->kind));
  const int kernel = kernels_.NumberOf(std::move(lowered.program), *planned_, origin_);
  return CallKernel(kernel, lowered.parameters, lowered.symbols, r.steps);
}

BufferRef RegionPlanner::SizesOf(const std::vector<ir::SymbolId>& symbols) {
  ir::Dims values;
  for (ir::SymbolId id : symbols) values.push_back(sizes_->values[id]);
  const auto [it, fresh] = size_constants_.try_emplace(values);
  if (fresh) {
    it->second = {Space::kConstant, static_cast<int32_t>(out_.plan.constants.size()), 0,
                  static_cast<int64_t>(values.size() * sizeof(int64_t))};
    out_.plan.constants.push_back(ir::IntegerVector(values));
  }
  return it->second;
}

absl::Status RegionPlanner::CallKernel(
    int kernel, const std::vector<LoweredCluster::Parameter>& parameters,
    const std::vector<ir::SymbolId>& symbols, std::vector<Step>* steps) {
  Step& step = AddStep(steps, plan::StepKind::kKernel, out_.plan.kernels[kernel].name);
  step.kernel.kernel = kernel;
  step.kernel.symbols = symbols;
  for (const LoweredCluster::Parameter& p : parameters) {
    if (p.sizes) {
      step.kernel.buffers.push_back(SizesOf(symbols));
      continue;
    }
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

std::optional<LoweredCluster> RegionPlanner::LowerOpenCall(
    const RegionPlan& r, const Operation& op, const tile::Kernel& kernel) const {
  // Checks are for numbers.
  if (sizes_ == nullptr || kernel.program.sizes < 0 || facts_.kernels.debug) {
    return std::nullopt;
  }
  const ir::Operation& open =
      Open(*r.region).operations[&op - r.region->operations.data()];
  ir::SymbolList symbols = sizes_->program.symbols;
  std::vector<ir::TensorType> inputs;
  for (const ValueId v : open.operands) inputs.push_back(sizes_->program.type(v));
  const absl::StatusOr<std::vector<ir::Size>> sizes = SizesAt(kernel, inputs, symbols);
  if (!sizes.ok()) return std::nullopt;
  // What the kernel is told of its sizes holds for those at hand.
  for (size_t s = 0; s < sizes->size(); ++s) {
    const std::optional<ir::SymbolId> symbol = (*sizes)[s].symbol();
    const ir::Symbol& own = kernel.program.symbols[static_cast<ir::SymbolId>(s)];
    if (symbol && !symbols.Learn(*symbol, own.facts).ok()) return std::nullopt;
  }
  tile::Kernel called = kernel;
  called.program = tile::WithSizes(kernel.program, *sizes, symbols);
  LoweredCluster made = LowerCall(open, called, lower_options_, /*debug=*/false);
  if (made.symbols.empty() || !tile::Verify(made.program).ok() ||
      ScratchBytes(made.program, emit_).refused()) {
    return std::nullopt;
  }
  return made;
}

absl::Status RegionPlanner::PlanKernelCall(RegionPlan& r, const Operation& op, int n) {
  const absl::StatusOr<KernelCall> found = FindKernel(program_, op, facts_.kernels);
  if (!found.ok()) return At(found.status(), op);
  std::vector<int64_t> values;
  for (const ir::Size& size : found->sizes) values.push_back(size.number());
  const absl::StatusOr<tile::Kernel> sized = tile::AtSizes(*found->kernel, values);
  if (!sized.ok()) return At(sized.status(), op);
  const tile::Kernel& kernel = *sized;
  std::optional<LoweredCluster> open = LowerOpenCall(r, op, *found->kernel);
  LoweredCluster call = open.has_value()
                            ? *std::move(open)
                            : LowerCall(op, kernel, lower_options_, facts_.kernels.debug);
  Prepare(r, call, n);
  for (ValueId v : op.results) {
    if (IsPrepared(call, v)) continue;
    memory_.PutAlone(v, memory_.Destination(r.slots, v, n, -1, &call));
  }
  const int64_t report_bytes = call.program.refs.back().type.byte_size();
  const int number = kernels_.NumberOf(std::move(call.program), *planned_, origin_);
  TW_RETURN_IF_ERROR(CallKernel(number, call.parameters, call.symbols, r.steps));
  if (!facts_.kernels.debug || kernel.over_arrays) return absl::OkStatus();
  out_.plan.kernels[number].ref_names = kernel.ref_names;
  out_.plan.kernels[number].places = kernel.places;
  const BufferRef report = memory_.NewBuffer(report_bytes);
  r.steps->back().kernel.buffers.push_back(report);
  memory_.Use(report);
  return absl::OkStatus();
}

}  // namespace tilewright::codegen
