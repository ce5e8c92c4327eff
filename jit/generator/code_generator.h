// Programs to plans, and kernels to machine code. Behind this interface are codegen/ and
// all users of LLVM's code generators: a module of libtilewright.so (support/module.h),
// which a process that finds everything in its cache never loads. What is not behind
// it, such as the loading and checking of objects, uses the little of LLVM that ORC is.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "codegen/schedule/planner.h"
#include "ir/program.h"
#include "jit/generator/kernel_request.h"
#include "jit/llvm/target.h"
#include "support/module.h"

namespace tilewright::jit {

enum class CodeForm {
  kObject,    // relocatable ELF (jit/llvm/object_compiler.h)
  kAssembly,  // that object, disassembled, with lines of the request's text
  kIr,        // LLVM's, as emitted
};

struct GeneratedCode {
  std::string bytes;
  double emit_ms = 0;
  double codegen_ms = 0;
};

// Thread-safe.
class CodeGenerator {
 public:
  virtual ~CodeGenerator() = default;

  // support/work_note.h; from whom it loads.
  virtual void ShareNotes(char* (*buffer)()) = 0;
  // codegen/pipeline.h.
  virtual absl::StatusOr<codegen::PlannedProgram> Plan(
      const ir::Program& program, absl::Span<const int64_t> sizes,
      const codegen::CodeFacts& facts, const codegen::GivenUp& given_up = nullptr) = 0;
  // NotFound when the request says nothing that can be emitted.
  virtual absl::StatusOr<GeneratedCode> Generate(const KernelRequest& request,
                                                 const codegen::KernelFacts& facts,
                                                 CodeForm form) = 0;
  // jit/generator/disassemble.h.
  virtual absl::StatusOr<std::string> Disassemble(absl::string_view object,
                                                  const Target& target,
                                                  absl::string_view source) = 0;
};

// The process's. FailedPrecondition when the module cannot be loaded, or is of another
// build: it would make code that is not what keys say.
absl::StatusOr<CodeGenerator*> FindCodeGenerator();

}  // namespace tilewright::jit

// Null when `emitter_id` is not its own (jit/generator/emitter_id.h).
TW_MODULE_FUNCTION tilewright::jit::CodeGenerator* tilewright_code_generator(
    const char* emitter_id);
