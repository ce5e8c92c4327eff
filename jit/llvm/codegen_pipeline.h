// LLVM's code generation, set up once for many modules.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace tilewright::jit {

// The passes from a verified module to an object: LLVM's own for -O2 without those
// that cost more than they give to the emitter's code. To build the list takes
// as long as to compile a small kernel, so it is kept. Not thread-safe.
class CodegenPipeline {
 public:
  // Modules whose largest function is small enough for all passes, the same of open
  // sizes, or too large for some.
  enum class For : uint8_t { kAny, kOpen, kLarge, kHuge };
  static For SizeOf(const llvm::Module& module);

  // Null where LLVM emits no objects for the machine, which must outlive it.
  static std::unique_ptr<CodegenPipeline> Create(llvm::TargetMachine& machine, For size);

  // Makes output() of a module, which is changed. What came before does not change
  // the bytes. Errors go to the module's context; after one the pipeline is not to
  // be used again.
  void Run(llvm::Module& module);
  // The object file of the last module.
  absl::string_view output() const { return {output_.data(), output_.size()}; }

 private:
  CodegenPipeline() : stream_(output_) {}

  llvm::SmallVector<char, 0> output_;
  llvm::raw_svector_ostream stream_;
  llvm::legacy::PassManager passes_;
};

// LLVM's names of the passes that are left out.
std::vector<llvm::StringRef> OmittedPasses(CodegenPipeline::For size);

}  // namespace tilewright::jit
