#include <string>

#include "jit/code_generator.h"
#include "jit/emitter_id.h"
#include "support/status_macros.h"
#include "support/work_note.h"

namespace tilewright::jit {
namespace {

absl::StatusOr<CodeGenerator*> Find() {
  TW_ASSIGN_OR_RETURN(const auto function,
                      FindModuleFunction(&tilewright_code_generator, "codegen",
                                         "tilewright_code_generator"));
  CodeGenerator* const generator = function(std::string(EmitterId()).c_str());
  if (generator == nullptr) {
    return absl::FailedPreconditionError("module codegen: it is of another build");
  }
  generator->ShareNotes(&WorkNoteBuffer);
  return generator;
}

}  // namespace

absl::StatusOr<CodeGenerator*> FindCodeGenerator() {
  static const absl::StatusOr<CodeGenerator*>* const kFound =
      new absl::StatusOr<CodeGenerator*>(Find());
  return *kFound;
}

}  // namespace tilewright::jit
