#include "jit/generator/code_generator.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "codegen/emit/emit.h"
#include "codegen/pipeline.h"
#include "jit/generator/disassemble.h"
#include "jit/generator/emitter_id.h"
#include "jit/llvm/object_compiler.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "support/internal_error.h"
#include "support/status_macros.h"
#include "support/stopwatch.h"
#include "support/work_note.h"

namespace tilewright::jit {
namespace {

// A context for each kernel: nothing of it stays behind.
struct Emitted {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

absl::StatusOr<Emitted> Emit(const KernelRequest& request,
                             const codegen::KernelFacts& facts) {
  if (!request.can_be_emitted()) {
    return absl::NotFoundError(
        absl::StrCat("kernel ", request.name, " has no tile program at hand"));
  }
  Emitted emitted;
  emitted.context = std::make_unique<llvm::LLVMContext>();
  if (request.emit != nullptr) {
    TW_ASSIGN_OR_RETURN(emitted.module, request.emit(*emitted.context));
  } else {
    TW_ASSIGN_OR_RETURN(
        emitted.module,
        codegen::EmitKernel(*request.program, codegen::EmitOptionsFor(facts),
                            *emitted.context));
  }
  emitted.module->setModuleIdentifier(request.name);
  return emitted;
}

std::string TextOf(llvm::Module& module) {
  // Which line of the tile program each instruction comes from would hide what it is.
  llvm::StripDebugInfo(module);
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

// Keeps compilers, which take a while to set up, for the next kernel.
class LlvmCodeGenerator : public CodeGenerator {
 public:
  void ShareNotes(char* (*buffer)()) override { ShareWorkNotes(buffer); }

  absl::StatusOr<codegen::PlannedProgram> Plan(
      const ir::Program& program, absl::Span<const int64_t> sizes,
      const codegen::CodeFacts& facts, const codegen::GivenUp& given_up) override {
    return codegen::Pipeline(facts).Plan(program, sizes, given_up);
  }

  absl::StatusOr<GeneratedCode> Generate(const KernelRequest& request,
                                         const codegen::KernelFacts& facts,
                                         CodeForm form) override {
    const WorkNote note(request.origin);
    absl::StatusOr<GeneratedCode> code = Make(request, facts, form);
    if (code.ok()) return code;
    return InternalErrorIn(request.origin, code.status());
  }

  absl::StatusOr<std::string> Disassemble(absl::string_view object, const Target& target,
                                          absl::string_view source) override {
    return jit::Disassemble(object, target, source);
  }

 private:
  absl::StatusOr<GeneratedCode> Make(const KernelRequest& request,
                                     const codegen::KernelFacts& facts, CodeForm form) {
    GeneratedCode code;
    Emitted emitted;
    {
      const Stopwatch watch(&code.emit_ms);
      TW_ASSIGN_OR_RETURN(emitted, Emit(request, facts));
    }
    if (form == CodeForm::kIr) {
      code.bytes = TextOf(*emitted.module);
      return code;
    }
    {
      const Stopwatch watch(&code.codegen_ms);
      TW_ASSIGN_OR_RETURN(code.bytes, Compile(std::move(emitted), facts.target));
    }
    if (form == CodeForm::kAssembly) {
      TW_ASSIGN_OR_RETURN(code.bytes,
                          Disassemble(code.bytes, facts.target, request.text));
    }
    return code;
  }

  absl::StatusOr<std::string> Compile(Emitted emitted, const Target& target) {
    std::unique_ptr<ObjectCompiler> compiler;
    TW_ASSIGN_OR_RETURN(compiler, Take(target));
    absl::StatusOr<std::string> result = compiler->Compile(*emitted.module);
    if (compiler->lost()) {
      // Left for good, as ObjectCompiler::lost says.
      compiler.release();
      emitted.module.release();
      emitted.context.release();
    } else {
      const std::lock_guard<std::mutex> lock(mutex_);
      idle_[target.Key()].push_back(std::move(compiler));
    }
    return result;
  }

  // For one thread, until it is given back.
  absl::StatusOr<std::unique_ptr<ObjectCompiler>> Take(const Target& target) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      std::vector<std::unique_ptr<ObjectCompiler>>& idle = idle_[target.Key()];
      if (!idle.empty()) {
        std::unique_ptr<ObjectCompiler> compiler = std::move(idle.back());
        idle.pop_back();
        return compiler;
      }
    }
    return ObjectCompiler::Create(target);
  }

  std::mutex mutex_;
  std::map<std::string, std::vector<std::unique_ptr<ObjectCompiler>>> idle_;
};

}  // namespace
}  // namespace tilewright::jit

tilewright::jit::CodeGenerator* tilewright_code_generator(const char* emitter_id) {
  if (tilewright::jit::EmitterId() != emitter_id) return nullptr;
  static tilewright::jit::CodeGenerator* const kGenerator =
      new tilewright::jit::LlvmCodeGenerator();
  return kGenerator;
}
