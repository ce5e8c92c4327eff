// LLVM modules to object files.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "jit/llvm/target.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace tilewright::jit {

class CodegenPipeline;

// The pipeline's version (jit/llvm/codegen_pipeline.cc); part of every key.
inline constexpr char kPipelineName[] = "o2-selected-3";

// Compiles for one target. Not thread-safe: one per thread. Modules may live in
// any context of the calling thread; a context per kernel keeps memory flat.
class ObjectCompiler {
 public:
  static absl::StatusOr<std::unique_ptr<ObjectCompiler>> Create(const Target& target);
  ~ObjectCompiler();

  // Gives the module the target's triple, layout and function attributes,
  // verifies it and returns a relocatable ELF object: position-independent,
  // with unwind tables. Equal modules give equal bytes. Internal, with LLVM's
  // words, when the module is not well formed or cannot be compiled.
  absl::StatusOr<std::string> Compile(llvm::Module& module);

  // Set once LLVM has given up in the midst of a module: this compiler, that module
  // and its context may then be neither used nor freed (jit/llvm/fatal_error.h).
  bool lost() const { return lost_; }

 private:
  ObjectCompiler(const Target& target, std::unique_ptr<llvm::TargetMachine> machine);

  Target target_;
  std::string features_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  // By CodegenPipeline::For; null until needed, and after an error.
  std::array<std::unique_ptr<CodegenPipeline>, 4> pipelines_;
  bool lost_ = false;
};

}  // namespace tilewright::jit
