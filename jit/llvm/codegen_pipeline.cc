#include "jit/llvm/codegen_pipeline.h"

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

    // What follows takes little each, but a third of the time together: most
    // kernels are so small that a pass costs more than its work.
    //
    // Of things that no kernel has: integers of more than 128 bits, garbage
    // collection, exceptions, calls of the C library, vector predication, stack
    // protection, tiles of AMX, instrumentation, debug information about variables,
    // defences against speculation.
    "expand-large-div-rem",
    "expand-large-fp-convert",
    "lower-amx-intrinsics",
    "lower-amx-type",
    "tilepreconfig",
    "tileconfig",
    "lowertilecopy",
    "gc-lowering",
    "shadow-stack-gc-lowering",
    "gc-analysis",
    "mergeicmps",
    "expand-memcmp",
    "lower-constant-intrinsics",
    "replace-with-veclib",
    "partially-inline-libcalls",
    "expandvp",
    "post-inline-ee-instrument",
    "tlshoist",
    "indirectbr-expand",
    "callbrprepare",
    "dwarf-eh-prepare",
    "safe-stack",
    "stack-protector",
    "x86argumentstackrebase",
    "x86-slh",
    "x86-lvi-load",
    "x86-lvi-ret",
    "x86-seses",
    "x86-return-thunks",
    "kcfi",
    "fentry-insert",
    "xray-instrumentation",
    "patchable-function",
    "cfi-instr-inserter",
    "pseudo-probe-inserter",
    "machine-sanmd",
    "stack-frame-layout",
    "fixup-statepoint-caller-saved",
    "stackmap-liveness",
    "funclet-layout",
    "livedebugvalues",
    "removeredundantdebugvalues",
    "debug-ata",
    // Of things that the emitter does itself, or leaves as they are to be: branches
    // for conditional moves and the reverse, constants kept apart, reductions and
    // interleaved accesses as patterns, blocks that are copied to their predecessors.
    "consthoist",
    "interleaved-access",
    "x86-partial-reduction",
    "x86-domain-reassignment",
    "x86-cmov-conversion",
    "x86-cf-opt",
    "x86-avoid-SFB",
    "early-ifcvt",
    "early-tailduplication",
    "tailduplication",
    "stack-coloring",
    "localstackalloc",
    "x86-optimize-LEAs",
    "x86-fixup-LEAs",
    "x86-fixup-bw-insts",
    "x86-fixup-inst-tuning",
    "shrink-wrap",
    "postra-machine-sink",
    "machinelicm",
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
