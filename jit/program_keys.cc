#include "jit/program_keys.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "ir/operation_index.h"
#include "ir/print.h"
#include "jit/code_generator.h"
#include "jit/keys.h"
#include "jit/plan_options.h"
#include "plan/serialize.h"
#include "support/on_threads.h"
#include "support/status_macros.h"

namespace tilewright::jit {
namespace {

codegen::PlanOptions HowToPlan(const KeyOptions& options) {
  return PlanOptionsFor(options.target, options.numerics, options.chip, options.cluster,
                        options.kernels);
}

cache::Manifest ExecutableManifest(const ir::Program& program,
                                   const KeyOptions& options) {
  PlanRequest request;
  request.canonical_text = ir::CanonicalText(program);
  request.chip = options.chip;
  request.cluster = options.cluster;
  request.options = KernelFacts(program, options.kernels, options.numerics);
  return PlanManifest(request, options.target, options.numerics);
}

}  // namespace

absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program,
                                   const KeyOptions& options) {
  ProgramKeys keys;
  keys.executable.name = program.name;
  keys.executable.text = ir::CanonicalText(program);
  keys.executable.manifest = ExecutableManifest(program, options);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned,
                      generator->Plan(program, HowToPlan(options)));
  for (size_t k = 0; k < planned.plan.kernels.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    keys.kernels.push_back(
        {kernel.name, KernelManifest(kernel.identity, options.target, options.numerics),
         std::move(planned.texts[k])});
  }
  return keys;
}

absl::Status Recompile(
    const ir::Program& program, const KeyOptions& options, int threads,
    const std::function<bool(const cache::Manifest&)>& wanted,
    const std::function<void(const cache::Manifest&, absl::string_view)>& done) {
  const codegen::PlanOptions how = HowToPlan(options);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned,
                      generator->Plan(program, how));
  const cache::Manifest executable = ExecutableManifest(program, options);
  if (wanted(executable)) done(executable, plan::Serialize(planned.plan));
  std::vector<size_t> chosen;
  std::vector<cache::Manifest> manifests;
  for (const plan::Kernel& kernel : planned.plan.kernels) {
    manifests.push_back(
        KernelManifest(kernel.identity, options.target, options.numerics));
    if (wanted(manifests.back())) chosen.push_back(manifests.size() - 1);
  }
  const ir::OperationIndex index(program);
  std::atomic<size_t> next{0};
  std::mutex mutex;
  absl::Status failure;
  const auto work = [&] {
    for (size_t i = next.fetch_add(1); i < chosen.size(); i = next.fetch_add(1)) {
      const size_t k = chosen[i];
      const plan::Kernel& kernel = planned.plan.kernels[k];
      const absl::StatusOr<GeneratedCode> code =
          generator->Generate({kernel.name, kernel.identity, "", &planned.programs[k],
                               &how.emit, nullptr, index.Describe(planned.origins[k])},
                              options.target, CodeForm::kObject);
      const std::lock_guard<std::mutex> lock(mutex);
      if (code.ok()) {
        done(manifests[k], code->bytes);
      } else {
        failure.Update(code.status());
      }
    }
  };
  if (threads <= 0) threads = ProcessorCount();
  RunOnThreads(std::min(threads, static_cast<int>(chosen.size())), work);
  return failure;
}

}  // namespace tilewright::jit
