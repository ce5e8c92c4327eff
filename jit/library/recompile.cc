#include "jit/library/recompile.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "jit/generator/code_generator.h"
#include "plan/serialize.h"
#include "support/hash.h"
#include "support/status_macros.h"
#include "tile/text/parse.h"
#include "tile/verify/verify.h"

namespace tilewright::jit {

absl::StatusOr<std::string> RecompileKernel(absl::string_view text,
                                            const codegen::KernelFacts& facts) {
  TW_ASSIGN_OR_RETURN(tile::Program program, tile::Parse(text));
  if (program.numerics != facts.numerics) {
    return absl::InvalidArgumentError(absl::StrCat("a kernel for numerics ",
                                                   Name(program.numerics), ", not ",
                                                   Name(facts.numerics)));
  }
  const absl::Status sound = tile::Verify(program);
  if (!sound.ok()) return absl::InvalidArgumentError(sound.message());
  KernelRequest request;
  request.name = "again";
  request.identity = ContentName(text);
  request.text = std::string(text);
  request.program = &program;
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(GeneratedCode code,
                      generator->Generate(request, facts, CodeForm::kObject));
  return std::move(code.bytes);
}

absl::StatusOr<std::string> ReplanProgram(const ir::Program& program,
                                          const codegen::CodeFacts& facts) {
  TW_ASSIGN_OR_RETURN(CodeGenerator* const generator, FindCodeGenerator());
  TW_ASSIGN_OR_RETURN(const codegen::PlannedProgram planned,
                      generator->Plan(program, {}, facts));
  return plan::Serialize(planned.plan);
}

}  // namespace tilewright::jit
