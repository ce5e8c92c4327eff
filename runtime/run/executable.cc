#include "runtime/run/executable.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "chip/chip.h"
#include "ir/operation_index.h"
#include "jit/llvm/target.h"
#include "plan/held.h"
#include "plan/visit.h"
#include "runtime/memory/unchanged_check.h"
#include "runtime/run/constant_memory.h"
#include "runtime/run/frame.h"
#include "runtime/run/linked_plan.h"
#include "runtime/run/run_plan.h"
#include "support/abi.h"
#include "support/float_state.h"
#include "support/round.h"
#include "support/spinning.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// Frames that are kept for later runs.
constexpr size_t kMaxIdle = 4;

// What temporary memory a plan's runs want.
struct Needs {
  int64_t arena = 0;
  int64_t scratch = 0;  // per worker, in whole lines; 0: no kernel reads any
};

Needs NeedsOf(const plan::Plan& plan) {
  Needs needs;
  needs.arena = plan.arena_bytes;
  for (const std::vector<plan::Step>* steps : {&plan.preparation, &plan.steps}) {
    plan::ForEachStep(*steps, [&](const plan::Step& step) {
      needs.scratch = std::max(needs.scratch, step.kernel.scratch_bytes);
    });
  }
  needs.scratch = RoundUp(needs.scratch, TW_BUFFER_ALIGNMENT);
  return needs;
}

// Temporary memory of one run.
struct Temporary {
  Block arena;
  Block scratch;
};

// Without a device: neither memory nor workers end before the process does.
Allocator& ProcessMemory() {
  static Allocator& allocator = *new Allocator(
      {.name = "this process", .capacity = std::numeric_limits<int64_t>::max()});
  return allocator;
}

class CompiledExecutable : public Executable {
 public:
  CompiledExecutable(jit::CompiledProgram compiled, std::map<int32_t, std::string> places,
                     const CompileOptions& options, const chip::Chip& chip,
                     ConstantMemory constants, bool guard, const absl::Status& runnable)
      : compiled_(std::move(compiled)),
        places_(std::move(places)),
        numerics_(options.facts.kernel.numerics),
        chip_(chip),
        constants_(std::move(constants)),
        guard_(guard),
        needs_(NeedsOf(compiled_.plan)),
        held_bytes_(plan::HeldBytes(compiled_.plan)),
        refused_(Refusal(runnable)),
        linked_(plan(), plan().steps, compiled_.kernels, /*profile=*/false) {
    donated_to_.assign(plan().inputs.size(), -1);
    for (const plan::DonatedBuffer& d : plan().donations) donated_to_[d.input] = d.output;
  }

  const plan::Plan& plan() const override { return compiled_.plan; }
  const CompileStats& stats() const override { return compiled_.stats; }
  const chip::Chip& chip() const override { return chip_; }
  const absl::Status& refused() const override { return refused_; }
  int64_t arena_bytes() const override { return needs_.arena; }
  int64_t held_bytes() const override { return held_bytes_; }
  int64_t code_bytes() const override {
    int64_t bytes = 0;
    for (const auto& kernel : compiled_.kernels) bytes += kernel->code_bytes();
    return bytes;
  }
  const std::vector<int32_t>& donated_to() const override { return donated_to_; }

  absl::Status Execute(absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs,
                       const ExecuteOptions& options) const override {
    TW_RETURN_IF_ERROR(Check(inputs.size(), outputs.size()));
    if (guard_) return ExecuteGuarded(inputs, outputs, options);
    return RunOnce(inputs, outputs, options);
  }

  absl::StatusOr<std::unique_ptr<BoundRun>> Bind(
      absl::Span<const void* const> inputs, absl::Span<void* const> outputs,
      const ExecuteOptions& options) const override {
    TW_RETURN_IF_ERROR(Check(inputs.size(), outputs.size()));
    auto bound = std::make_unique<Bound>(
        std::static_pointer_cast<const CompiledExecutable>(shared_from_this()), inputs,
        outputs, options);
    TW_RETURN_IF_ERROR(bound->Prepare());
    return bound;
  }

  // Makes what the plan wants made once. Nothing where this machine cannot run the
  // code, or where runs will be refused for want of HBM.
  absl::Status Prepare() {
    if (!refused_.ok() || plan().preparation.empty()) return absl::OkStatus();
    const LinkedPlan preparation(plan(), plan().preparation, compiled_.kernels, false);
    Frame frame(preparation, constants_);
    Temporary temporary;
    TW_ASSIGN_OR_RETURN(const Crew crew, Hire({}, &temporary));
    const ScopedFloatState float_state(numerics_);
    TW_RETURN_IF_ERROR(RunPlan(preparation, frame.addresses(), crew));
    constants_.KeepForRuns(plan());
    return absl::OkStatus();
  }

 private:
  // Keeps its frame, and with it its memory.
  class Bound : public BoundRun {
   public:
    Bound(std::shared_ptr<const CompiledExecutable> executable,
          absl::Span<const void* const> inputs, absl::Span<void* const> outputs,
          const ExecuteOptions& options)
        : executable_(std::move(executable)),
          inputs_(inputs.begin(), inputs.end()),
          outputs_(outputs.begin(), outputs.end()),
          options_(options),
          frame_(executable_->linked_, executable_->constants_) {}

    absl::Status Prepare() {
      TW_ASSIGN_OR_RETURN(crew_, executable_->Hire(options_, &temporary_));
      frame_.SetArena(temporary_.arena.data());
      frame_.SetArguments(inputs_, outputs_);
      return absl::OkStatus();
    }

    absl::Status Run() override {
      if (executable_->guard_) {
        return executable_->ExecuteGuarded(inputs_, outputs_, options_);
      }
      const ScopedFloatState float_state(crew_.numerics);
      return RunPlan(frame_.linked(), frame_.addresses(), crew_);
    }

   private:
    const std::shared_ptr<const CompiledExecutable> executable_;
    const std::vector<const void*> inputs_;
    const std::vector<void*> outputs_;
    const ExecuteOptions options_;
    Frame frame_;
    Temporary temporary_;
    Crew crew_;
  };

  // Why no run can be: the machine is not the target, or HBM is too small.
  absl::Status Refusal(const absl::Status& runnable) const {
    TW_RETURN_IF_ERROR(runnable);
    int64_t bytes = needs_.arena + held_bytes_;
    for (const ir::TensorType& type : plan().inputs) bytes += type.byte_size();
    for (const ir::TensorType& type : plan().outputs) bytes += type.byte_size();
    if (bytes <= chip_.hbm_bytes) return absl::OkStatus();
    return absl::ResourceExhaustedError(absl::StrCat(
        "the program needs ", bytes, " bytes of HBM; chip ", chip_.name, " has ",
        chip_.hbm_bytes, " (temporary memory: ", plan().arena_bytes, ")"));
  }

  absl::Status Check(size_t inputs, size_t outputs) const {
    TW_RETURN_IF_ERROR(refused_);
    if (inputs == plan().inputs.size() && outputs == plan().outputs.size()) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        absl::StrCat("the program takes ", plan().inputs.size(), " inputs and gives ",
                     plan().outputs.size(), " outputs; ", inputs, " and ", outputs,
                     " were handed over"));
  }

  // Who runs, with `temporary` as their memory.
  absl::StatusOr<Crew> Hire(const ExecuteOptions& options, Temporary* temporary) const {
    if (held_bytes_ > 0 && options.memory != nullptr) {
      TW_RETURN_IF_ERROR(LoadInto(*options.memory));
    }
    Crew crew;
    crew.threads = ThreadPool::ThreadCount(options.threads);
    crew.pool = options.workers != nullptr ? options.workers : &ThreadPool::Process();
    crew.numerics = numerics_;
    crew.host = options.host;
    crew.waiters = options.waiters;
    crew.scratch_bytes = needs_.scratch;
    if (needs_.arena > 0) {
      Allocator& memory = options.memory != nullptr ? *options.memory : ProcessMemory();
      TW_ASSIGN_OR_RETURN(temporary->arena, memory.AllocateTemporary(needs_.arena, [] {
        return std::string("temporary memory of the program");
      }));
    }
    if (needs_.scratch == 0) return crew;
    const int64_t bytes = needs_.scratch * crew.threads;
    const auto what = [] { return std::string("scratch memory"); };
    if (guard_) {
      TW_ASSIGN_OR_RETURN(temporary->scratch,
                          Block::Allocate(bytes, what(), Block::Kind::kGuarded));
    } else {
      TW_ASSIGN_OR_RETURN(temporary->scratch,
                          ProcessMemory().AllocateTemporary(bytes, what));
    }
    crew.scratch = static_cast<char*>(temporary->scratch.data());
    return crew;
  }

  // Counts constants and prepared memory, once for a device, for as long as the program
  // is there.
  absl::Status LoadInto(Allocator& memory) const {
    const std::lock_guard<SpinLock> lock(lock_);
    for (const auto& [device, reservation] : loaded_) {
      if (device == &memory) return absl::OkStatus();
    }
    TW_ASSIGN_OR_RETURN(Reservation reservation,
                        Reservation::Make(memory.shared_from_this(), held_bytes_, [] {
                          return std::string("constants of the program");
                        }));
    loaded_.emplace_back(&memory, std::move(reservation));
    return absl::OkStatus();
  }

  absl::Status RunOnce(absl::Span<const void* const> inputs,
                       absl::Span<void* const> outputs,
                       const ExecuteOptions& options) const {
    if (options.profile != nullptr) {
      const LinkedPlan profiled(plan(), plan().steps, compiled_.kernels, true);
      Frame frame(profiled, constants_);
      StepTimes times;
      const absl::Status status = RunFrame(frame, inputs, outputs, options, &times);
      *options.profile = Placed(times.Take());
      return status;
    }
    std::unique_ptr<Frame> frame = TakeFrame();
    const absl::Status status = RunFrame(*frame, inputs, outputs, options, nullptr);
    ReturnFrame(std::move(frame));
    return status;
  }

  absl::Status RunFrame(Frame& frame, absl::Span<const void* const> inputs,
                        absl::Span<void* const> outputs, const ExecuteOptions& options,
                        StepTimes* times) const {
    Temporary temporary;
    TW_ASSIGN_OR_RETURN(const Crew crew, Hire(options, &temporary));
    if (guard_) {
      TW_RETURN_IF_ERROR(frame.GuardArena());
    } else {
      frame.SetArena(temporary.arena.data());
    }
    frame.SetArguments(inputs, outputs);
    const ScopedFloatState float_state(numerics_);
    return RunPlan(frame.linked(), frame.addresses(), crew, times);
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
    std::vector<Block> copies;
    std::vector<const void*> guarded_inputs;
    std::vector<void*> guarded_outputs;
    std::vector<UnchangedCheck::Block> read_only;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const int64_t bytes = plan().inputs[i].byte_size();
      TW_ASSIGN_OR_RETURN(Block copy,
                          Block::Allocate(bytes, "an input", Block::Kind::kGuarded));
      if (bytes > 0) std::memcpy(copy.data(), inputs[i], bytes);
      guarded_inputs.push_back(copy.data());
      if (donated_to_[i] < 0)
        read_only.push_back({copy.data(), bytes, absl::StrCat("input ", i)});
      copies.push_back(std::move(copy));
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      TW_ASSIGN_OR_RETURN(Block copy,
                          Block::Allocate(plan().outputs[i].byte_size(), "an output",
                                          Block::Kind::kGuarded));
      guarded_outputs.push_back(copy.data());
      copies.push_back(std::move(copy));
    }
    const UnchangedCheck unchanged(std::move(read_only));
    TW_RETURN_IF_ERROR(RunOnce(guarded_inputs, guarded_outputs, options));
    TW_RETURN_IF_ERROR(unchanged.Verify());
    for (size_t i = 0; i < outputs.size(); ++i) {
      const int64_t bytes = plan().outputs[i].byte_size();
      if (bytes > 0) std::memcpy(outputs[i], guarded_outputs[i], bytes);
    }
    return absl::OkStatus();
  }

  std::unique_ptr<Frame> TakeFrame() const {
    {
      const std::lock_guard<SpinLock> lock(lock_);
      if (!idle_.empty()) {
        std::unique_ptr<Frame> frame = std::move(idle_.back());
        idle_.pop_back();
        return frame;
      }
    }
    return std::make_unique<Frame>(linked_, constants_);
  }

  void ReturnFrame(std::unique_ptr<Frame> frame) const {
    if (guard_) return;  // the next run is to have fresh memory
    const std::lock_guard<SpinLock> lock(lock_);
    if (idle_.size() < idle_.capacity()) idle_.push_back(std::move(frame));
  }

  const jit::CompiledProgram compiled_;
  const std::map<int32_t, std::string> places_;  // of the plan's steps, by ordinal
  const Numerics numerics_;
  const chip::Chip& chip_;
  ConstantMemory constants_;
  const bool guard_;
  const Needs needs_;
  const int64_t held_bytes_;
  const absl::Status refused_;
  const LinkedPlan linked_;
  std::vector<int32_t> donated_to_;
  mutable SpinLock lock_;
  mutable std::vector<std::pair<const Allocator*, Reservation>> loaded_;  // by lock_
  mutable std::vector<std::unique_ptr<Frame>> idle_ = Reserved();  // guarded by lock_

  static std::vector<std::unique_ptr<Frame>> Reserved() {
    std::vector<std::unique_ptr<Frame>> frames;
    frames.reserve(kMaxIdle);
    return frames;
  }
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

// `*plan_from_cache` also where it fails.
absl::StatusOr<std::shared_ptr<const CompiledExecutable>> Make(
    const ir::Program& program, const CompileOptions& options, bool guard,
    bool* plan_from_cache) {
  *plan_from_cache = false;
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(options.facts.chip));
  TW_ASSIGN_OR_RETURN(jit::CompiledProgram compiled,
                      jit::CompileProgram(program, options));
  *plan_from_cache = compiled.stats.plan_from_cache;
  TW_ASSIGN_OR_RETURN(ConstantMemory constants,
                      ConstantMemory::Take(&compiled.plan, guard ? Block::Kind::kGuarded
                                                                 : Block::Kind::kPlain));
  std::map<int32_t, std::string> places = LocationsOf(program, compiled.plan);
  const auto executable = std::make_shared<CompiledExecutable>(
      std::move(compiled), std::move(places), options, *chip, std::move(constants), guard,
      jit::CheckRunnable(options.facts.kernel.target));
  TW_RETURN_IF_ERROR(executable->Prepare());
  return std::shared_ptr<const CompiledExecutable>(executable);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Executable>> Executable::Compile(
    const ir::Program& program, const CompileOptions& options, bool guard) {
  bool plan_from_cache = false;
  absl::StatusOr<std::shared_ptr<const CompiledExecutable>> made =
      Make(program, options, guard, &plan_from_cache);
  // A plan from the cache may ask for memory that the program does not need.
  if (plan_from_cache && !made.ok()) {
    jit::RejectPlan(program, options);
    made = Make(program, options, guard, &plan_from_cache);
  }
  if (!made.ok()) return made.status();
  return std::shared_ptr<const Executable>(*std::move(made));
}

}  // namespace tilewright::runtime
