#include "tilewright/compile.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/compile_impl.h"
#include "api/convert.h"
#include "api/program_impl.h"
#include "api/report_sizes.h"
#include "cache/format/label.h"
#include "cache/settings/settings.h"
#include "cache/store/store.h"
#include "chip/chip.h"
#include "ir/print.h"
#include "jit/library/open_cache.h"
#include "jit/llvm/target.h"
#include "plan/held.h"
#include "plan/plan.h"
#include "plan/visit.h"
#include "support/environment.h"
#include "support/status_macros.h"
#include "tile/author/kernel.h"

namespace tilewright {
namespace {

absl::StatusOr<runtime::CompileOptions> Inside(const Program::Impl& program,
                                               const CompileOptions& options) {
  runtime::CompileOptions result;
  TW_ASSIGN_OR_RETURN(result.facts, api::FactsOf(program, options));
  result.sizes = program.sizes();
  result.compile_threads = options.threads;
  result.cache_mode = options.cache_mode;
  result.cache_dir = options.cache_dir;
  result.cache_shared = options.cache_shared;
  result.cache_remote = options.cache_remote;
  result.name = program.title;
  result.label = options.label;
  result.explain_misses = options.explain_misses;
  return result;
}

absl::Status Check(const CompileOptions& options) {
  if (options.threads < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("compile threads: ", options.threads, " is negative"));
  }
  if (!options.label.empty()) TW_RETURN_IF_ERROR(cache::CheckLabel(options.label));
  return jit::CacheModeNamed(options.cache_mode).status();
}

// Kernels were built for some chip: the one at hand may have less memory.
absl::Status CheckKernels(const Program::Impl& program, const CompileOptions& options) {
  if (program.kernels.by_name.empty()) return absl::OkStatus();
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(options.chip));
  for (const auto& [name, kernels] : program.kernels.by_name) {
    for (const auto& kernel : kernels) {
      TW_RETURN_IF_ERROR(tile::CheckMemory(*kernel, *chip));
    }
  }
  return absl::OkStatus();
}

int CountKernelSteps(const std::vector<plan::Step>& steps) {
  int count = 0;
  plan::ForEachStep(steps, [&](const plan::Step& step) {
    if (step.kind == plan::StepKind::kKernel) ++count;
  });
  return count;
}

CompileReport ReportOf(const Program::Impl& program,
                       const runtime::Executable& executable) {
  const runtime::CompileStats& stats = executable.stats();
  CompileReport report;
  report.clusters = CountKernelSteps(executable.plan().steps);
  report.kernels = stats.kernels;
  report.kernels_planned = stats.kernels_planned;
  report.kernels_emitted = stats.kernels_emitted;
  report.kernels_compiled = stats.kernels_compiled;
  report.cache_hits = stats.cache_hits;
  report.cache_misses = stats.cache_misses;
  report.not_stored = stats.not_stored;
  report.plan_from_cache = stats.plan_from_cache;
  report.plan_ms = stats.plan_ms;
  report.emit_ms = stats.emit_ms;
  report.codegen_ms = stats.codegen_ms;
  report.load_ms = stats.load_ms;
  report.compile_ms = stats.total_ms;
  report.arena_bytes = executable.arena_bytes();
  report.constant_bytes = plan::HeldBytes(executable.plan());
  report.cache_troubles = stats.cache_troubles;
  for (const jit::LookUp& look_up : stats.look_ups) {
    if (look_up.outcome == jit::LookUp::Outcome::kHit) continue;
    report.misses.push_back({look_up.manifest.Get("kind"), look_up.name,
                             look_up.manifest.Name(), look_up.cause, look_up.nearest,
                             look_up.outcome == jit::LookUp::Outcome::kRefused});
  }
  api::ReportSizes(program, executable.plan(), &report);
  return report;
}

// What may be for another machine than this.
struct Compiled {
  codegen::Target target;
  std::shared_ptr<const runtime::Executable> executable;
};

absl::StatusOr<Compiled> CompileForAny(const Program& program,
                                       const CompileOptions& options) {
  TW_RETURN_IF_ERROR(program.impl().CheckSized());
  TW_RETURN_IF_ERROR(Check(options));
  TW_RETURN_IF_ERROR(CheckKernels(program.impl(), options));
  TW_ASSIGN_OR_RETURN(const runtime::CompileOptions inside,
                      Inside(program.impl(), options));
  TW_ASSIGN_OR_RETURN(std::shared_ptr<const runtime::Executable> executable,
                      runtime::Executable::Compile(program.impl().compiled(), inside));
  return Compiled{inside.facts.kernel.target, std::move(executable)};
}

// Nothing is compiled before sizes are known; what is wrong with the options is told.
absl::StatusOr<Executable> CompileOpen(const Program& program,
                                       const CompileOptions& options) {
  TW_RETURN_IF_ERROR(Check(options));
  TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts,
                      api::FactsOf(program.impl(), options));
  TW_RETURN_IF_ERROR(chip::FindChip(options.chip).status());
  TW_RETURN_IF_ERROR(jit::CheckRunnable(facts.kernel.target));
  auto impl = std::make_shared<Executable::Impl>();
  impl->chip = options.chip;
  impl->inputs = program.inputs();
  impl->outputs = program.outputs();
  impl->sized = std::make_unique<api::SizedExecutables>(program, options);
  return Executable(std::move(impl));
}

}  // namespace

namespace api {

absl::StatusOr<codegen::CodeFacts> FactsOf(const Program::Impl& program,
                                           const CompileOptions& options) {
  codegen::CodeFacts facts;
  TW_ASSIGN_OR_RETURN(facts.kernel.target, jit::FindTarget(options.target));
  facts.kernel.numerics =
      options.numerics == NumericMode::kTpu ? Numerics::kTpu : Numerics::kIeee;
  facts.chip = options.chip;
  facts.cluster = options.cluster;
  facts.kernels = program.kernels;
  facts.kernels.debug = options.kernel_debug;
  return facts;
}

}  // namespace api

std::vector<std::string> TargetNames() { return jit::TargetNames(); }

absl::StatusOr<TargetFacts> DescribeTarget(std::string_view name) {
  TW_ASSIGN_OR_RETURN(const jit::Target target,
                      jit::FindTarget(absl::string_view(name.data(), name.size())));
  return TargetFacts{.name = target.name,
                     .cpu = target.cpu,
                     .tuned_for = target.processor_class,
                     .nearest = target.nearest_class,
                     .processor = target.processor.Text(),
                     .vector_bits = target.vector.vector_bits,
                     .l1_bytes = target.l1_bytes,
                     .l2_bytes = target.l2_bytes,
                     .runnable = jit::CheckRunnable(target)};
}

absl::StatusOr<std::vector<std::string>> ProcessorClasses(std::string_view target) {
  TW_ASSIGN_OR_RETURN(const jit::Target found,
                      jit::FindTarget(absl::string_view(target.data(), target.size())));
  return jit::ProcessorClassesFor(found);
}

CompileOptions CompileOptionsFromEnvironment() {
  CompileOptions options;
  options.target = EnvironmentOr("TILEWRIGHT_TARGET", options.target);
  options.cache_mode = cache::ModeName(cache::ModeFromSettings());
  options.label = cache::LabelFromSettings();
  options.kernel_debug = Environment("TILEWRIGHT_KERNEL_DEBUG") == "1";
  options.cache_dir = cache::FindSetting(cache::SettingId::kDirectory).value;
  return options;
}

absl::StatusOr<CompileReport> CompileOnly(const Program& program,
                                          const CompileOptions& options) {
  TW_ASSIGN_OR_RETURN(const Compiled compiled, CompileForAny(program, options));
  return ReportOf(program.impl(), *compiled.executable);
}

absl::StatusOr<Executable> Executable::Compile(const Program& program,
                                               const CompileOptions& options) {
  if (program.open()) return CompileOpen(program, options);
  TW_ASSIGN_OR_RETURN(Compiled compiled, CompileForAny(program, options));
  TW_RETURN_IF_ERROR(jit::CheckRunnable(compiled.target));
  std::shared_ptr<const runtime::Executable> executable = std::move(compiled.executable);
  auto impl = std::make_shared<Impl>();
  impl->report = ReportOf(program.impl(), *executable);
  impl->chip = options.chip;
  impl->inputs = api::Outside(executable->plan().inputs);
  impl->outputs = api::Outside(executable->plan().outputs);
  for (const plan::DonatedBuffer& donated : executable->plan().donations) {
    impl->donations.push_back({donated.input, donated.output});
  }
  impl->executable = std::move(executable);
  return Executable(std::move(impl));
}

bool Executable::open() const { return impl_->sized != nullptr; }

absl::StatusOr<Executable> Executable::At(
    const std::vector<TensorType>& input_types) const {
  if (open()) return impl_->sized->At(input_types);
  if (input_types == inputs()) return *this;
  return absl::InvalidArgumentError(absl::StrCat("the executable takes ",
                                                 api::TypesText(inputs()), ", not ",
                                                 api::TypesText(input_types)));
}

const std::vector<TensorType>& Executable::inputs() const { return impl_->inputs; }
const std::vector<TensorType>& Executable::outputs() const { return impl_->outputs; }
const std::vector<Donation>& Executable::donations() const { return impl_->donations; }
const CompileReport& Executable::report() const { return impl_->report; }

absl::StatusOr<std::string> PrintStage(const Program& program,
                                       const CompileOptions& options,
                                       std::string_view stage) {
  const Program::Impl& impl = program.impl();
  TW_RETURN_IF_ERROR(impl.CheckSized());
  TW_RETURN_IF_ERROR(Check(options));
  TW_ASSIGN_OR_RETURN(const codegen::CodeFacts facts, api::FactsOf(impl, options));
  if (stage == "ir") return ir::Print(impl.program);
  return runtime::PrintStage(impl.compiled(), impl.sizes(), facts, api::Inside(stage));
}

}  // namespace tilewright
