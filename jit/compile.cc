#include "jit/compile.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cache/store.h"
#include "codegen/planner.h"
#include "ir/print.h"
#include "jit/code_generator.h"
#include "jit/kernel_library.h"
#include "jit/keys.h"
#include "jit/plan_options.h"
#include "jit/program_source.h"
#include "jit/stopwatch.h"
#include "jit/target.h"
#include "plan/serialize.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

std::vector<KernelRequest> RequestsOf(const plan::Plan& plan) {
  std::vector<KernelRequest> requests;
  for (const plan::Kernel& kernel : plan.kernels) {
    requests.push_back({kernel.name, kernel.identity, "", nullptr, nullptr, nullptr});
  }
  return requests;
}

// Requests that can be emitted; `planned` and `emit` must outlive them.
std::vector<KernelRequest> RequestsOf(const codegen::PlannedProgram& planned,
                                      const codegen::EmitOptions& emit) {
  std::vector<KernelRequest> requests;
  for (size_t k = 0; k < planned.programs.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    requests.push_back({kernel.name, kernel.identity, planned.texts[k],
                        &planned.programs[k], &emit, nullptr});
  }
  return requests;
}

}  // namespace

absl::StatusOr<CompiledProgram> CompileProgram(const ir::Program& program,
                                               const CompileOptions& options) {
  const Clock::time_point start = Clock::now();
  const std::optional<cache::Mode> mode = cache::FindMode(options.cache_mode);
  if (!mode.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat("cache mode \"", options.cache_mode,
                                                   "\": expected off, ro, rw or verify"));
  }
  TW_ASSIGN_OR_RETURN(const Target target, FindTarget(options.target));
  KernelLibrary::Options places =
      KernelLibrary::WithEnvironment(*mode, options.cache_dir, options.compile_threads);
  if (!options.cache_shared.empty()) places.cache_shared = options.cache_shared;
  if (!options.cache_remote.empty()) places.cache_remote = options.cache_remote;
  TW_ASSIGN_OR_RETURN(const std::shared_ptr<KernelLibrary> library,
                      KernelLibrary::ForProcess(places));
  const codegen::PlanOptions how = PlanOptionsFor(target, options.numerics, options.chip,
                                                  options.cluster, options.kernels);
  const bool runnable = CheckRunnable(target).ok();

  CompiledProgram result;
  CompileCounters counters;
  PlanRequest request{ir::CanonicalText(program),
                      options.chip,
                      options.cluster,
                      KernelFacts(program, options.kernels, options.numerics),
                      program.name,
                      ""};
  const std::optional<std::string> stored =
      runnable ? library->FindPlan(request, target, options.numerics, &counters)
               : std::nullopt;
  bool plan_found = false;
  int missing = 0;  // kernels of the plan that was found
  if (stored.has_value()) {
    absl::StatusOr<plan::Plan> plan = plan::Deserialize(*stored);
    plan_found = plan.ok() && plan::Validate(*plan).ok() &&
                 plan->inputs == program.InputTypes() &&
                 plan->outputs == program.OutputTypes();
    if (plan_found) {
      TW_ASSIGN_OR_RETURN(result.kernels, library->Find(RequestsOf(*plan), target,
                                                        options.numerics, &counters));
      for (const auto& kernel : result.kernels) missing += kernel == nullptr;
      result.plan = *std::move(plan);
    } else {
      library->RejectPlan(request, target, options.numerics);
    }
  }
  if (!plan_found || missing > 0) {
    // Only a plan's maker knows its kernels' tile programs. Kernels that were found
    // are held, so that those alone are made that are not there.
    const Clock::time_point planning = Clock::now();
    TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
    TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned, generator->Plan(program, how));
    result.stats.plan_ms = MillisecondsSince(planning);
    result.stats.kernels_planned =
        plan_found ? missing : static_cast<int>(planned.programs.size());
    counters.cache_misses = 0;  // these are looked for, and counted, again
    const std::vector<KernelRequest> requests = RequestsOf(planned, how.emit);
    if (runnable) {
      TW_ASSIGN_OR_RETURN(
          result.kernels,
          library->GetOrCompile(requests, target, options.numerics, &counters));
    } else {
      TW_RETURN_IF_ERROR(
          library->CompileOnly(requests, target, options.numerics, &counters));
    }
    // Also of a target that runs elsewhere: there nothing is planned, then.
    if (!plan_found) {
      request.source = SourceOf(program, request.canonical_text);
      library->StorePlan(request, target, options.numerics, plan::Serialize(planned.plan),
                         &counters);
    }
    result.plan = std::move(planned.plan);
  }
  for (const std::string& warning : counters.warnings) {
    std::fprintf(stderr, "tilewright: warning: %s\n", warning.c_str());
  }
  CompileStats& stats = result.stats;
  stats.kernels = static_cast<int>(result.plan.kernels.size());
  stats.kernels_emitted = counters.emitted;
  stats.kernels_compiled = counters.compiled;
  stats.cache_hits = counters.cache_hits;
  stats.cache_misses = counters.cache_misses;
  stats.plan_from_cache = plan_found;
  stats.emit_ms = counters.emit_ms;
  stats.codegen_ms = counters.codegen_ms;
  stats.load_ms = counters.load_ms;
  stats.total_ms = MillisecondsSince(start);
  return result;
}

absl::StatusOr<std::string> PrintStage(const ir::Program& program,
                                       const CompileOptions& options,
                                       absl::string_view stage) {
  if (stage == "ir") return ir::Print(program);
  TW_ASSIGN_OR_RETURN(const Target target, FindTarget(options.target));
  const codegen::PlanOptions how = PlanOptionsFor(target, options.numerics, options.chip,
                                                  options.cluster, options.kernels);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned, generator->Plan(program, how));
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
  for (const KernelRequest& request : RequestsOf(planned, how.emit)) {
    TW_ASSIGN_OR_RETURN(
        const GeneratedCode code,
        generator->Generate(request, target,
                            stage == "asm" ? CodeForm::kAssembly : CodeForm::kIr));
    absl::StrAppend(&out, stage == "asm" ? "# " : "; ", request.name, "\n", code.bytes,
                    "\n");
  }
  return out;
}

}  // namespace tilewright::jit
