// Regions to steps: clusters in order, their kernels, loops, branches and routines.
// MakePlan (codegen/schedule/planner.h) plans a program's body; loops and branches plan
// the regions inside of them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "chip/chip.h"
#include "codegen/cluster/cluster.h"
#include "codegen/lower/lower.h"
#include "codegen/schedule/kernel_table.h"
#include "codegen/schedule/pack_constants.h"
#include "codegen/schedule/planner.h"
#include "codegen/schedule/value_memory.h"

namespace tilewright::codegen {

// A program of symbols, for the values of which a plan is made: the program itself, the
// same with numbers that it is planned by whatever the values are, and the values.
struct OpenSizes {
  const ir::Program& program;
  const ir::Program& typical;
  absl::Span<const int64_t> values;
};

class RegionPlanner {
 public:
  // `sizes`: of a program of symbols, or null.
  RegionPlanner(const ir::Program& program, const OpenSizes* sizes,
                const CodeFacts& facts, const chip::Chip& chip, const GivenUp& given_up);

  // The program's plan. To be called once.
  absl::StatusOr<PlannedProgram> Run();

 private:
  using BufferRef = plan::BufferRef;
  using Operation = ir::Operation;
  using Region = ir::Region;
  using Step = plan::Step;
  using ValueId = ir::ValueId;

  // A region, and where its steps and results go.
  struct RegionPlan {
    const Region* region;
    std::vector<Step>* steps;
    ResultSlots slots;
  };

  // A loop whose body is being planned.
  struct OpenLoop {
    const Operation* loop;
    std::vector<Step>* before;  // steps that run before it
    int time;                   // theirs
    std::set<ValueId> inside;   // what its regions make or are handed; made when wanted
    std::map<std::vector<int32_t>, ValueId> packed;  // by packing kernel and values
  };

  // --- planner.cc: regions ---
  Step& AddStep(std::vector<Step>* steps, plan::StepKind kind, std::string name);
  void Copy(const BufferRef& from, const BufferRef& to, std::vector<Step>* steps);
  // Appends the region's steps; its results end up in `results`.
  absl::Status PlanRegion(const Region& region, const std::vector<BufferRef>& results,
                          std::vector<Step>* steps);
  void AddConstant(const Operation& op);
  absl::Status FinishResults(RegionPlan& r);
  // Notes that what is planned from here on comes of these operations of the region.
  void PlanFor(const Region& region, const Cluster& cluster);
  // The same region in the program of symbols, where there is one.
  const Region& Open(const Region& region) const;
  // `status` with the operation that it is about.
  absl::Status At(const absl::Status& status, const Operation& op) const;

  // --- plan_kernel.cc: kernels ---
  absl::Status PlanKernel(RegionPlan& r, const Cluster& cluster,
                          const std::set<ValueId>& materialised);
  absl::Status PlanChain(RegionPlan& r, const Cluster& chain,
                         const std::set<ValueId>& materialised);
  // Whether the chain is planned as kernels that take sizes when they run, one a cluster:
  // chains are of numbers alone. One that would hand on more than caches keep is worth a
  // kernel of its own.
  bool ComesApart(const RegionPlan& r, const Cluster& chain) const;
  // A kernel of the cluster whose sizes are those that the program leaves open, or
  // nullopt where it has to know their values.
  std::optional<LoweredCluster> LowerOpen(const RegionPlan& r, const Cluster& cluster,
                                          const std::set<ValueId>& materialised);
  // Outputs that begin as copies of values, at time `n` of the region: a copy is not
  // made where the value is read no more.
  void Prepare(RegionPlan& r, const LoweredCluster& lowered, int n);
  absl::Status PlanLowered(RegionPlan& r, const Cluster& cluster, LoweredCluster lowered);
  // `symbols`: the kernel's.
  absl::Status CallKernel(int kernel,
                          const std::vector<LoweredCluster::Parameter>& parameters,
                          const std::vector<ir::SymbolId>& symbols,
                          std::vector<Step>* steps);
  // The constant that has the values of these symbols.
  BufferRef SizesOf(const std::vector<ir::SymbolId>& symbols);
  // The call with sizes of the program's symbols, where it has any.
  std::optional<LoweredCluster> LowerOpenCall(const RegionPlan& r, const Operation& op,
                                              const tile::Kernel& kernel) const;
  absl::Status PlanKernelCall(RegionPlan& r, const Operation& op, int n);

  // --- plan_control.cc: loops and branches ---
  absl::Status PlanCase(RegionPlan& r, const Operation& op, int n);
  // Constants with several values inside a loop that became a kernel.
  void AddConstantsIn(const Operation& op);
  // The loop as one kernel. False: it is too large for that.
  absl::StatusOr<bool> PlanLoopKernel(RegionPlan& r, const Operation& op, int n);
  absl::Status PlanWhile(RegionPlan& r, const Operation& op, int n);

  // --- pack_invariants.cc: what loops would pack in each turn ---
  // If the kernel is a matmul whose rhs is the same in each turn of the loop, has it
  // packed before all turns.
  void PackInvariants(LoweredCluster* kernel);
  // Whether a value is there when the loop begins, and stays.
  bool StaysIn(OpenLoop& loop, ValueId v) const;
  // The value that an argument of a loop's body is in all turns; others themselves.
  ValueId Unchanged(ValueId v) const;

  // --- plan_routine.cc: what is no cluster of ours ---
  absl::Status PlanStep(RegionPlan& r, const Operation& op, int n);
  absl::Status PlanView(const Operation& op);
  absl::Status PlanRoutine(RegionPlan& r, const Operation& op, int n);

  const ir::Program& program_;
  const OpenSizes* const sizes_;
  std::map<const Region*, const Region*> open_regions_;
  const CodeFacts& facts_;
  const GivenUp& given_up_;
  const EmitOptions emit_;
  const ClusterOptions cluster_options_;
  const LowerOptions lower_options_;
  PlannedProgram out_;
  std::map<ir::Dims, BufferRef> size_constants_;  // by values
  const Operation* planned_ = nullptr;            // names what is being planned
  std::vector<int32_t> origin_;                   // ordinals of all that it is made of
  KernelTable kernels_;
  ValueMemory memory_{program_};
  std::map<ValueId, const Operation*> rematerialisable_;
  const FindRematerialisable find_rematerialisable_ =
      [this](ValueId v) -> const Operation* {
    const auto it = rematerialisable_.find(v);
    return it == rematerialisable_.end() || memory_.Find(v) != nullptr ? nullptr
                                                                       : it->second;
  };
  std::vector<OpenLoop> loops_;  // from the outermost on; without those around a branch
  std::map<ValueId, ValueId> unchanged_;  // loops' invariants, by arguments of bodies
  // Values that have memory and no number in the program.
  ValueId last_unnamed_ = -1;
  int64_t packed_bytes_ = 0;  // before loops
  ConstantPacker constant_packer_{emit_, [this](ValueId v) { return memory_.Find(v); },
                                  [this](tile::Program program) {
                                    return kernels_.NumberOf(std::move(program),
                                                             *planned_, origin_);
                                  },
                                  &out_.plan};
};

}  // namespace tilewright::codegen
