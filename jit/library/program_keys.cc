#include "jit/library/program_keys.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "ir/operation_index.h"
#include "ir/print.h"
#include "jit/generator/code_generator.h"
#include "jit/library/keys.h"
#include "plan/serialize.h"
#include "support/on_threads.h"
#include "support/status_macros.h"

namespace tilewright::jit {
absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program,
                                   const codegen::CodeFacts& facts) {
  ProgramKeys keys;
  keys.executable.name = program.name;
  keys.executable.text = ir::CanonicalText(program);
  keys.executable.manifest = PlanManifest(program, keys.executable.text, facts);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned, generator->Plan(program, facts));
  for (size_t k = 0; k < planned.plan.kernels.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    keys.kernels.push_back({kernel.name, KernelManifest(kernel.identity, facts.kernel),
                            std::move(planned.texts[k])});
  }
  return keys;
}

absl::Status Recompile(
    const ir::Program& program, const codegen::CodeFacts& facts, int threads,
    const std::function<bool(const cache::Manifest&)>& wanted,
    const std::function<void(const cache::Manifest&, absl::string_view)>& done) {
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned,
                      generator->Plan(program, facts));
  const cache::Manifest executable =
      PlanManifest(program, ir::CanonicalText(program), facts);
  if (wanted(executable)) done(executable, plan::Serialize(planned.plan));
  std::vector<size_t> chosen;
  std::vector<cache::Manifest> manifests;
  for (const plan::Kernel& kernel : planned.plan.kernels) {
    manifests.push_back(KernelManifest(kernel.identity, facts.kernel));
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
                               nullptr, index.Describe(planned.origins[k])},
                              facts.kernel, CodeForm::kObject);
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
