#include "jit/library/program_keys.h"

#include <utility>

#include "jit/generator/code_generator.h"
#include "jit/library/keys.h"
#include "support/status_macros.h"

namespace tilewright::jit {

absl::StatusOr<ProgramKeys> KeysOf(const ir::Program& program,
                                   const std::vector<int64_t>& sizes,
                                   const codegen::CodeFacts& facts) {
  ProgramKeys keys;
  keys.executable.name = program.name;
  keys.executable.text = PlanText(program, sizes);
  keys.executable.manifest = PlanManifest(program, keys.executable.text, facts);
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(codegen::PlannedProgram planned,
                      generator->Plan(program, sizes, facts));
  for (size_t k = 0; k < planned.plan.kernels.size(); ++k) {
    const plan::Kernel& kernel = planned.plan.kernels[k];
    keys.kernels.push_back({kernel.name, KernelManifest(kernel.identity, facts.kernel),
                            std::move(planned.texts[k])});
  }
  return keys;
}

}  // namespace tilewright::jit
