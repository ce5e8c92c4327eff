#include "jit/codegen_pipeline.h"

#include <algorithm>

#include "absl/memory/memory.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"

namespace tilewright::jit {
namespace {

constexpr llvm::StringLiteral kOmitted[] = {
    // A quarter of the time. The emitter's loops count in elements of constant
    // strides, which x86 and ARM addresses scale for nothing.
    "loop-reduce",
    "canon-freeze",
    // Out-of-order cores schedule for themselves; registers are settled before.
    "post-RA-sched",
    // There are lines, and no variables.
    "livedebugvalues",
};

// Hands on the passes that are not left out.
class SelectingPassManager : public llvm::legacy::PassManagerBase {
 public:
  explicit SelectingPassManager(llvm::legacy::PassManagerBase& to) : to_(to) {}

  void add(llvm::Pass* pass) override {
    const llvm::PassInfo* const info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
    if (info != nullptr && std::count(std::begin(kOmitted), std::end(kOmitted),
                                      info->getPassArgument()) != 0) {
      delete pass;
      return;
    }
    to_.add(pass);
  }

 private:
  llvm::legacy::PassManagerBase& to_;
};

}  // namespace

absl::Span<const llvm::StringLiteral> OmittedPasses() { return kOmitted; }

std::unique_ptr<CodegenPipeline> CodegenPipeline::Create(llvm::TargetMachine& machine) {
  std::unique_ptr<CodegenPipeline> pipeline = absl::WrapUnique(new CodegenPipeline());
  // No call is to be recognised as a library function, or made one.
  llvm::TargetLibraryInfoImpl library{machine.getTargetTriple()};
  library.disableAllFunctions();
  pipeline->passes_.add(new llvm::TargetLibraryInfoWrapperPass(library));
  SelectingPassManager selecting(pipeline->passes_);
  if (machine.addPassesToEmitFile(selecting, pipeline->stream_, nullptr,
                                  llvm::CodeGenFileType::ObjectFile,
                                  /*DisableVerify=*/true)) {
    return nullptr;
  }
  return pipeline;
}

void CodegenPipeline::Run(llvm::Module& module) {
  output_.clear();
  passes_.run(module);
}

}  // namespace tilewright::jit
