#include "runtime/executable.h"

#include <cstring>
#include <map>
#include <mutex>

#include "absl/strings/str_cat.h"
#include "chip/chip.h"
#include "ir/operation_index.h"
#include "jit/llvm/target.h"
#include "plan/held.h"
#include "plan/visit.h"
#include "runtime/float_state.h"
#include "runtime/memory.h"
#include "runtime/run_state.h"
#include "runtime/run_steps.h"
#include "runtime/thread_pool.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// Runs' memory that is kept for later ones.
constexpr size_t kMaxIdle = 2;

class CompiledExecutable : public Executable {
 public:
  CompiledExecutable(jit::CompiledProgram compiled, std::map<int32_t, std::string> places,
                     const CompileOptions& options, const chip::Chip& chip,
                     ConstantMemory constants, bool guard, absl::Status runnable)
      : compiled_(std::move(compiled)),
        places_(std::move(places)),
        numerics_(options.facts.kernel.numerics),
        chip_name_(chip.name),
        hbm_bytes_(chip.hbm_bytes),
        constants_(std::move(constants)),
        guard_(guard),
        runnable_(std::move(runnable)) {}

  const plan::Plan& plan() const override { return compiled_.plan; }
  const CompileStats& stats() const override { return compiled_.stats; }
  int64_t arena_bytes() const override { return compiled_.plan.arena_bytes; }

  absl::Status Execute(absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs,
                       const ExecuteOptions& options) const override {
    TW_RETURN_IF_ERROR(runnable_);
    if (inputs.size() != plan().inputs.size() ||
        outputs.size() != plan().outputs.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the program takes ", plan().inputs.size(), " inputs and gives ",
                       plan().outputs.size(), " outputs; ", inputs.size(), " and ",
                       outputs.size(), " were handed over"));
    }
    TW_RETURN_IF_ERROR(CheckHbm());
    if (guard_) return ExecuteGuarded(inputs, outputs, options);
    return Run(inputs, outputs, options);
  }

  // Makes what the plan wants made once. Nothing where this machine cannot run the
  // code, or where runs will be refused for want of HBM.
  absl::Status Prepare() {
    if (!runnable_.ok() || !CheckHbm().ok() || plan().preparation.empty()) {
      return absl::OkStatus();
    }
    TW_ASSIGN_OR_RETURN(const std::unique_ptr<RunState> state,
                        RunState::Create(plan(), {ThreadPool::ThreadCount(0), guard_}));
    state->Bind(&constants_, {}, {});
    const ScopedFloatState float_state(numerics_);
    StepRunner runner(plan(), compiled_.kernels, numerics_, *state, false);
    TW_RETURN_IF_ERROR(runner.Prepare());
    constants_.KeepForRuns(plan());
    return absl::OkStatus();
  }

 private:
  absl::Status Run(absl::Span<const void* const> inputs, absl::Span<void* const> outputs,
                   const ExecuteOptions& options) const {
    const int threads = ThreadPool::ThreadCount(options.threads);
    TW_ASSIGN_OR_RETURN(std::unique_ptr<RunState> state, TakeState(threads));
    state->Bind(&constants_, inputs, outputs);
    const ScopedFloatState float_state(numerics_);
    StepRunner runner(plan(), compiled_.kernels, numerics_, *state,
                      options.profile != nullptr);
    const absl::Status status = runner.Run();
    if (options.profile != nullptr) *options.profile = Placed(runner.TakeProfile());
    ReturnState(std::move(state));
    return status;
  }

  std::vector<StepProfile> Placed(std::vector<StepProfile> profile) const {
    for (StepProfile& step : profile) {
      const auto place = places_.find(step.ordinal);
      if (place != places_.end()) step.place = place->second;
    }
    return profile;
  }

  // On copies of inputs and outputs that end at unreadable pages. Inputs must be
  // what they were afterwards, unless they are donated.
  absl::Status ExecuteGuarded(absl::Span<const void* const> inputs,
                              absl::Span<void* const> outputs,
                              const ExecuteOptions& options) const {
    std::vector<Buffer> copies;
    std::vector<const void*> guarded_inputs;
    std::vector<void*> guarded_outputs;
    std::vector<UnchangedCheck::Block> read_only;
    AllocationOptions how;
    how.guard = how.poison = true;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const int64_t bytes = plan().inputs[i].byte_size();
      TW_ASSIGN_OR_RETURN(Buffer copy, Buffer::Allocate(bytes, "an input", how));
      if (bytes > 0) std::memcpy(copy.data(), inputs[i], bytes);
      guarded_inputs.push_back(copy.data());
      bool donated = false;
      for (const plan::DonatedBuffer& d : plan().donations) {
        donated |= d.input == static_cast<int32_t>(i);
      }
      if (!donated) read_only.push_back({copy.data(), bytes, absl::StrCat("input ", i)});
      copies.push_back(std::move(copy));
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      TW_ASSIGN_OR_RETURN(
          Buffer copy, Buffer::Allocate(plan().outputs[i].byte_size(), "an output", how));
      guarded_outputs.push_back(copy.data());
      copies.push_back(std::move(copy));
    }
    const UnchangedCheck unchanged(std::move(read_only));
    TW_RETURN_IF_ERROR(Run(guarded_inputs, guarded_outputs, options));
    TW_RETURN_IF_ERROR(unchanged.Verify());
    for (size_t i = 0; i < outputs.size(); ++i) {
      const int64_t bytes = plan().outputs[i].byte_size();
      if (bytes > 0) std::memcpy(outputs[i], guarded_outputs[i], bytes);
    }
    return absl::OkStatus();
  }

  absl::Status CheckHbm() const {
    int64_t bytes = plan().arena_bytes + plan::HeldBytes(plan());
    for (const ir::TensorType& type : plan().inputs) bytes += type.byte_size();
    for (const ir::TensorType& type : plan().outputs) bytes += type.byte_size();
    if (bytes <= hbm_bytes_) return absl::OkStatus();
    return absl::ResourceExhaustedError(absl::StrCat(
        "the program needs ", bytes, " bytes of HBM; chip ", chip_name_, " has ",
        hbm_bytes_, " (temporary memory: ", plan().arena_bytes, ")"));
  }

  absl::StatusOr<std::unique_ptr<RunState>> TakeState(int threads) const {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      for (auto& idle : idle_) {
        if (idle->threads() != threads) continue;
        std::swap(idle, idle_.back());
        std::unique_ptr<RunState> state = std::move(idle_.back());
        idle_.pop_back();
        return state;
      }
    }
    return RunState::Create(plan(), {threads, guard_});
  }

  void ReturnState(std::unique_ptr<RunState> state) const {
    if (guard_) return;  // the next run is to have fresh memory
    const std::lock_guard<std::mutex> lock(mutex_);
    // The oldest goes: it may be for a number of threads that nobody asks for any more.
    if (idle_.size() == kMaxIdle) idle_.erase(idle_.begin());
    idle_.push_back(std::move(state));
  }

  const jit::CompiledProgram compiled_;
  const std::map<int32_t, std::string> places_;  // of the plan's steps, by ordinal
  const Numerics numerics_;
  const std::string chip_name_;
  const int64_t hbm_bytes_;
  ConstantMemory constants_;
  const bool guard_;
  const absl::Status runnable_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<RunState>> idle_;  // guarded by mutex_
};

// Where this program has what the steps of its plan come from: equal programs at other
// lines share the plan.
std::map<int32_t, std::string> LocationsOf(const ir::Program& program,
                                           const plan::Plan& plan) {
  std::map<int32_t, std::string> places;
  plan::ForEachStep(plan.steps, [&](const plan::Step& step) { places[step.ordinal]; });
  const ir::OperationIndex index(program);
  for (auto& [ordinal, place] : places) {
    const ir::Operation* const operation = index.Find(ordinal);
    if (operation != nullptr)
      place = ir::LocationText(program.files, operation->location);
  }
  return places;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Executable>> Executable::Compile(
    const ir::Program& program, const CompileOptions& options) {
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(options.facts.chip));
  TW_ASSIGN_OR_RETURN(jit::CompiledProgram compiled,
                      jit::CompileProgram(program, options));
  const bool guard = GuardFromEnvironment();
  TW_ASSIGN_OR_RETURN(ConstantMemory constants,
                      ConstantMemory::Create(compiled.plan, guard));
  std::map<int32_t, std::string> places = LocationsOf(program, compiled.plan);
  const auto executable = std::make_shared<CompiledExecutable>(
      std::move(compiled), std::move(places), options, *chip, std::move(constants), guard,
      jit::CheckRunnable(options.facts.kernel.target));
  TW_RETURN_IF_ERROR(executable->Prepare());
  return executable;
}

}  // namespace tilewright::runtime
