#include "jit/compile.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/format/label.h"
#include "cache/store/store.h"
#include "codegen/schedule/planner.h"
#include "ir/operation_index.h"
#include "ir/print.h"
#include "ir/specialize.h"
#include "jit/generator/code_generator.h"
#include "jit/library/kernel_library.h"
#include "jit/library/keys.h"
#include "jit/library/program_source.h"
#include "jit/llvm/target.h"
#include "plan/serialize.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"
#include "support/warn.h"

namespace tilewright::jit {
namespace {

std::vector<KernelRequest> RequestsOf(const plan::Plan& plan) {
  std::vector<KernelRequest> requests;
  for (const plan::Kernel& kernel : plan.kernels) {
    requests.push_back(
        {kernel.name, kernel.identity, "", nullptr, nullptr, &kernel.launch});
  }
  return requests;
}

// Requests that can be emitted; `planned` must outlive them.
std::vector<KernelRequest> RequestsOf(const ir::Program& program,
                                      const codegen::PlannedProgram& planned,
                                      const std::string& label) {
  const ir::OperationIndex index(program);
  std::vector<KernelRequest> requests;
  for (size_t k = 0; k < planned.programs.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    requests.push_back({kernel.name, kernel.identity, planned.texts[k],
                        &planned.programs[k], nullptr, &kernel.launch,
                        index.Describe(planned.origins[k]), label});
  }
  return requests;
}

absl::StatusOr<std::shared_ptr<KernelLibrary>> LibraryFor(const CompileOptions& options) {
  CachePlaces places;
  TW_ASSIGN_OR_RETURN(places.mode, CacheModeNamed(options.cache_mode));
  places.dir = options.cache_dir;
  places.shared = options.cache_shared;
  places.remote = options.cache_remote;
  return KernelLibrary::ForProcess(
      KernelLibrary::FromEnvironment(places, options.compile_threads));
}

class Compilation {
 public:
  Compilation(const ir::Program& program, const CompileOptions& options,
              KernelLibrary& library)
      : program_(program),
        sizes_(options.sizes),
        facts_(options.facts),
        runnable_(CheckRunnable(options.facts.kernel.target).ok()),
        explains_misses_(options.explain_misses),
        library_(library) {
    counters_.notes_misses = explains_misses_ || library.logs();
    counters_.notes_hits = library.logs();
    const codegen::CodeFacts& facts = options.facts;
    request_.canonical_text = PlanText(program, sizes_);
    request_.manifest = PlanManifest(program, request_.canonical_text, facts);
    request_.name = options.name.empty() ? program.name : options.name;
    request_.label = options.label.empty() ? cache::LabelFromSettings() : options.label;
  }

  absl::StatusOr<CompiledProgram> Run() {
    TW_RETURN_IF_ERROR(FindStored());
    if (!result_.stats.plan_from_cache || missing_ > 0) {
      TW_RETURN_IF_ERROR(PlanAndBuild());
    }
    library_.CountFor(request_.label, counters_);
    if (counters_.notes_misses) {
      const Stopwatch watch(&result_.stats.explain_ms);
      library_.Explain(request_.label, &counters_);
    }
    for (std::string& trouble : library_.NewTroubles()) {
      counters_.warnings.push_back(std::move(trouble));
    }
    for (const std::string& warning : counters_.warnings) {
      Warn(warning);
    }
    CompileStats& stats = result_.stats;
    stats.kernels = static_cast<int>(result_.plan.kernels.size());
    stats.kernels_emitted = counters_.emitted;
    stats.kernels_compiled = counters_.compiled;
    stats.cache_hits = counters_.cache_hits;
    stats.cache_misses = counters_.cache_misses;
    stats.not_stored = counters_.not_stored;
    stats.emit_ms = counters_.emit_ms;
    stats.codegen_ms = counters_.codegen_ms;
    stats.load_ms = counters_.load_ms;
    if (!explains_misses_) return std::move(result_);
    stats.look_ups = std::move(counters_.look_ups);
    stats.cache_troubles = library_.Troubles();
    return std::move(result_);
  }

 private:
  // The plan, if the cache has one that is sound, and those of its kernels that need
  // not be compiled.
  absl::Status FindStored() {
    if (!runnable_) return absl::OkStatus();
    std::optional<std::string> stored =
        library_.FindPlan(request_, &counters_, [this](const auto& is_found) {
          planned_ = Plan(is_found);
          if (absl::IsCancelled(planned_->status())) planned_.reset();
        });
    if (!stored.has_value()) return absl::OkStatus();
    absl::StatusOr<plan::Plan> plan = SoundPlan(*stored);
    if (!plan.ok()) {
      Reject(plan.status().message());
      return absl::OkStatus();
    }
    stored_ = *std::move(stored);
    TW_ASSIGN_OR_RETURN(result_.kernels,
                        library_.Find(RequestsOf(*plan), facts_.kernel, &counters_));
    missing_ = static_cast<int>(
        std::count(result_.kernels.begin(), result_.kernels.end(), nullptr));
    result_.plan = *std::move(plan);
    result_.stats.plan_from_cache = true;
    return absl::OkStatus();
  }

  absl::StatusOr<plan::Plan> SoundPlan(absl::string_view stored) const {
    TW_ASSIGN_OR_RETURN(plan::Plan plan, plan::Deserialize(stored));
    TW_RETURN_IF_ERROR(plan::Validate(plan));
    std::vector<ir::TensorType> inputs = program_.InputTypes();
    std::vector<ir::TensorType> outputs = program_.OutputTypes();
    if (!sizes_.empty()) {
      TW_ASSIGN_OR_RETURN(const ir::Program sized, ir::Specialize(program_, sizes_));
      inputs = sized.InputTypes();
      outputs = sized.OutputTypes();
    }
    if (plan.inputs == inputs && plan.outputs == outputs) return plan;
    return absl::InvalidArgumentError(
        "plan: its inputs or outputs are not the program's");
  }

  void Reject(absl::string_view why) {
    counters_.warnings.push_back(absl::StrCat("cache entry ", request_.manifest.Name(),
                                              ": ", why, "; planned anew"));
    library_.RejectPlan(request_, std::string(why), &counters_);
  }

  absl::StatusOr<codegen::PlannedProgram> Plan(
      const codegen::GivenUp& given_up = nullptr) {
    const Stopwatch watch(&result_.stats.plan_ms);
    TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
    return generator->Plan(program_, sizes_, facts_, given_up);
  }

  // Only a plan's maker knows its kernels' tile programs. Kernels that were found are
  // held, so that those alone are made that are not there.
  absl::Status PlanAndBuild() {
    if (!planned_.has_value()) planned_ = Plan();
    TW_RETURN_IF_ERROR(planned_->status());
    codegen::PlannedProgram planned = **std::move(planned_);
    const std::string plan = plan::Serialize(planned.plan);
    const bool plan_found = result_.stats.plan_from_cache && plan == stored_;
    // Sound, and not what it says it is: its kernels were not to be had for that.
    if (result_.stats.plan_from_cache && !plan_found) {
      result_.stats.plan_from_cache = false;
      Reject("the plan is not the program's");
    }
    result_.stats.kernels_planned =
        plan_found ? missing_ : static_cast<int>(planned.programs.size());
    // These are looked for, and counted, again; what was refused is known.
    counters_.cache_misses = 0;
    std::erase_if(counters_.look_ups, [&](const LookUp& look_up) {
      return look_up.outcome == LookUp::Outcome::kMiss &&
             look_up.manifest.Get("kind") == "kernel";
    });
    const std::vector<KernelRequest> requests =
        RequestsOf(program_, planned, request_.label);
    if (runnable_) {
      TW_ASSIGN_OR_RETURN(result_.kernels,
                          library_.GetOrCompile(requests, facts_.kernel, &counters_));
    } else {
      TW_RETURN_IF_ERROR(library_.CompileOnly(requests, facts_.kernel, &counters_));
    }
    // Also of a target that runs elsewhere: there nothing is planned, then.
    if (!plan_found) {
      request_.source = SourceOf(program_, request_.canonical_text);
      library_.StorePlan(request_, plan, &counters_);
    }
    result_.plan = std::move(planned.plan);
    return absl::OkStatus();
  }

  const ir::Program& program_;
  const std::vector<int64_t>& sizes_;
  const codegen::CodeFacts& facts_;
  const bool runnable_;
  const bool explains_misses_;
  KernelLibrary& library_;
  PlanRequest request_;
  CompileCounters counters_;
  std::string stored_;  // the plan that was found
  // What was planned, also while a plan was asked for.
  std::optional<absl::StatusOr<codegen::PlannedProgram>> planned_;
  int missing_ = 0;  // its kernels that are not there
  CompiledProgram result_;
};

}  // namespace

absl::StatusOr<CompiledProgram> CompileProgram(const ir::Program& program,
                                               const CompileOptions& options) {
  const Clock::time_point start = Clock::now();
  TW_RETURN_IF_ERROR(program.symbols.Check(options.sizes));
  if (static_cast<int>(options.sizes.size()) > program.symbols.count()) {
    return absl::InvalidArgumentError(absl::StrCat(options.sizes.size(),
                                                   " sizes for a program of ",
                                                   program.symbols.count(), " symbols"));
  }
  TW_ASSIGN_OR_RETURN(const std::shared_ptr<KernelLibrary> library, LibraryFor(options));
  TW_ASSIGN_OR_RETURN(CompiledProgram compiled,
                      Compilation(program, options, *library).Run());
  compiled.stats.total_ms = MillisecondsSince(start) - compiled.stats.explain_ms;
  return compiled;
}

void RejectPlan(const ir::Program& program, const CompileOptions& options) {
  const absl::StatusOr<std::shared_ptr<KernelLibrary>> library = LibraryFor(options);
  if (!library.ok()) return;
  PlanRequest request;
  request.manifest =
      PlanManifest(program, PlanText(program, options.sizes), options.facts);
  (*library)->RejectPlan(request);
}

std::string FactsDigest(const codegen::CodeFacts& facts) {
  return PlanManifest(ir::Program(), "", facts).Name();
}

std::string FindNotes(absl::string_view name, const CompileOptions& options) {
  const absl::StatusOr<std::shared_ptr<KernelLibrary>> library = LibraryFor(options);
  return library.ok() ? (*library)->FindNotes(name, options.facts) : "";
}

void KeepNotes(absl::string_view name, absl::string_view bytes,
               const CompileOptions& options) {
  const absl::StatusOr<std::shared_ptr<KernelLibrary>> library = LibraryFor(options);
  if (library.ok()) (*library)->KeepNotes(name, bytes, options.facts);
}

absl::StatusOr<std::string> PrintStage(const ir::Program& program,
                                       const std::vector<int64_t>& sizes,
                                       const codegen::CodeFacts& facts,
                                       absl::string_view stage) {
  if (stage == "ir") return ir::Print(program);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned,
                      generator->Plan(program, sizes, facts));
  if (stage == "clusters") return codegen::PrintSteps(planned);
  std::string out;
  if (stage == "tile") {
    for (size_t k = 0; k < planned.texts.size(); ++k) {
      absl::StrAppend(&out, "// ", planned.plan.kernels[k].name, "\n", planned.texts[k],
                      "\n");
    }
    return out;
  }
  if (stage != "llvm" && stage != "asm") {
    return absl::InvalidArgumentError(
        absl::StrCat("stage \"", stage, "\": expected ir, clusters, tile, llvm or asm"));
  }
  for (const KernelRequest& request : RequestsOf(program, planned, "")) {
    TW_ASSIGN_OR_RETURN(
        const GeneratedCode code,
        generator->Generate(request, facts.kernel,
                            stage == "asm" ? CodeForm::kAssembly : CodeForm::kIr));
    absl::StrAppend(&out, stage == "asm" ? "# " : "; ", request.name, "\n", code.bytes,
                    "\n");
  }
  return out;
}

}  // namespace tilewright::jit
