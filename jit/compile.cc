#include "jit/compile.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cache/store/store.h"
#include "codegen/schedule/planner.h"
#include "ir/operation_index.h"
#include "ir/print.h"
#include "jit/generator/code_generator.h"
#include "jit/library/kernel_library.h"
#include "jit/library/keys.h"
#include "jit/library/program_source.h"
#include "jit/llvm/target.h"
#include "plan/serialize.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"

namespace tilewright::jit {
namespace {

std::vector<KernelRequest> RequestsOf(const plan::Plan& plan) {
  std::vector<KernelRequest> requests;
  for (const plan::Kernel& kernel : plan.kernels) {
    requests.push_back({kernel.name, kernel.identity, "", nullptr, nullptr});
  }
  return requests;
}

// Requests that can be emitted; `planned` must outlive them.
std::vector<KernelRequest> RequestsOf(const ir::Program& program,
                                      const codegen::PlannedProgram& planned) {
  const ir::OperationIndex index(program);
  std::vector<KernelRequest> requests;
  for (size_t k = 0; k < planned.programs.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    requests.push_back({kernel.name, kernel.identity, planned.texts[k],
                        &planned.programs[k], nullptr,
                        index.Describe(planned.origins[k])});
  }
  return requests;
}

absl::StatusOr<std::shared_ptr<KernelLibrary>> LibraryFor(const CompileOptions& options) {
  const std::optional<cache::Mode> mode = cache::FindMode(options.cache_mode);
  if (!mode.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat("cache mode \"", options.cache_mode,
                                                   "\": expected off, ro, rw or verify"));
  }
  KernelLibrary::Options places =
      KernelLibrary::WithEnvironment(*mode, options.cache_dir, options.compile_threads);
  if (!options.cache_shared.empty()) places.cache_shared = options.cache_shared;
  if (!options.cache_remote.empty()) places.cache_remote = options.cache_remote;
  return KernelLibrary::ForProcess(places);
}

class Compilation {
 public:
  Compilation(const ir::Program& program, const codegen::CodeFacts& facts,
              KernelLibrary& library)
      : program_(program),
        facts_(facts),
        runnable_(CheckRunnable(facts.kernel.target).ok()),
        library_(library) {
    request_.canonical_text = ir::CanonicalText(program);
    request_.manifest = PlanManifest(program, request_.canonical_text, facts);
    request_.name = program.name;
  }

  absl::StatusOr<CompiledProgram> Run() {
    TW_RETURN_IF_ERROR(FindStored());
    if (!result_.stats.plan_from_cache || missing_ > 0) {
      TW_RETURN_IF_ERROR(PlanAndBuild());
    }
    for (const std::string& warning : counters_.warnings) {
      std::fprintf(stderr, "tilewright: warning: %s\n", warning.c_str());
    }
    CompileStats& stats = result_.stats;
    stats.kernels = static_cast<int>(result_.plan.kernels.size());
    stats.kernels_emitted = counters_.emitted;
    stats.kernels_compiled = counters_.compiled;
    stats.cache_hits = counters_.cache_hits;
    stats.cache_misses = counters_.cache_misses;
    stats.emit_ms = counters_.emit_ms;
    stats.codegen_ms = counters_.codegen_ms;
    stats.load_ms = counters_.load_ms;
    return std::move(result_);
  }

 private:
  // The plan, if the cache has one that is sound, and those of its kernels that need
  // not be compiled.
  absl::Status FindStored() {
    if (!runnable_) return absl::OkStatus();
    const std::optional<std::string> stored = library_.FindPlan(request_, &counters_);
    if (!stored.has_value()) return absl::OkStatus();
    absl::StatusOr<plan::Plan> plan = plan::Deserialize(*stored);
    if (!plan.ok() || !plan::Validate(*plan).ok() ||
        plan->inputs != program_.InputTypes() ||
        plan->outputs != program_.OutputTypes()) {
      library_.RejectPlan(request_);
      return absl::OkStatus();
    }
    TW_ASSIGN_OR_RETURN(result_.kernels,
                        library_.Find(RequestsOf(*plan), facts_.kernel, &counters_));
    missing_ = static_cast<int>(
        std::count(result_.kernels.begin(), result_.kernels.end(), nullptr));
    result_.plan = *std::move(plan);
    result_.stats.plan_from_cache = true;
    return absl::OkStatus();
  }

  // Only a plan's maker knows its kernels' tile programs. Kernels that were found are
  // held, so that those alone are made that are not there.
  absl::Status PlanAndBuild() {
    codegen::PlannedProgram planned;
    {
      const Stopwatch watch(&result_.stats.plan_ms);
      TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
      TW_ASSIGN_OR_RETURN(planned, generator->Plan(program_, facts_));
    }
    const bool plan_found = result_.stats.plan_from_cache;
    result_.stats.kernels_planned =
        plan_found ? missing_ : static_cast<int>(planned.programs.size());
    counters_.cache_misses = 0;  // these are looked for, and counted, again
    const std::vector<KernelRequest> requests = RequestsOf(program_, planned);
    if (runnable_) {
      TW_ASSIGN_OR_RETURN(result_.kernels,
                          library_.GetOrCompile(requests, facts_.kernel, &counters_));
    } else {
      TW_RETURN_IF_ERROR(library_.CompileOnly(requests, facts_.kernel, &counters_));
    }
    // Also of a target that runs elsewhere: there nothing is planned, then.
    if (!plan_found) {
      request_.source = SourceOf(program_, request_.canonical_text);
      library_.StorePlan(request_, plan::Serialize(planned.plan), &counters_);
    }
    result_.plan = std::move(planned.plan);
    return absl::OkStatus();
  }

  const ir::Program& program_;
  const codegen::CodeFacts& facts_;
  const bool runnable_;
  KernelLibrary& library_;
  PlanRequest request_;
  CompileCounters counters_;
  int missing_ = 0;  // kernels of a plan that was found
  CompiledProgram result_;
};

}  // namespace

absl::StatusOr<CompiledProgram> CompileProgram(const ir::Program& program,
                                               const CompileOptions& options) {
  const Clock::time_point start = Clock::now();
  TW_ASSIGN_OR_RETURN(const std::shared_ptr<KernelLibrary> library, LibraryFor(options));
  TW_ASSIGN_OR_RETURN(CompiledProgram compiled,
                      Compilation(program, options.facts, *library).Run());
  compiled.stats.total_ms = MillisecondsSince(start);
  return compiled;
}

std::string FactsDigest(const codegen::CodeFacts& facts) {
  return PlanManifest(ir::Program(), "", facts).Name();
}

absl::StatusOr<std::string> PrintStage(const ir::Program& program,
                                       const codegen::CodeFacts& facts,
                                       absl::string_view stage) {
  if (stage == "ir") return ir::Print(program);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned, generator->Plan(program, facts));
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
  for (const KernelRequest& request : RequestsOf(program, planned)) {
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
