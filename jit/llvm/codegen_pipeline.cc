#include "jit/llvm/codegen_pipeline.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/memory/memory.h"
#include "absl/types/span.h"
#include "codegen/facts/emit_options.h"
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

// Of kernels that take their sizes when they run, whose code is longer and is to be there
// soon: sizes that come again get code that knows them. A tenth of the time; loops come
// out the same but for the order of a few instructions.
constexpr llvm::StringLiteral kOmittedFromOpen[] = {
    "codegenprepare",
    "machine-scheduler",
};

// Where thousands of statements are in one loop, the time of these grows with the square
// of their number.
constexpr llvm::StringLiteral kOmittedFromLarge[] = {
    // Moves constants and addresses out of all loops, so that each statement keeps some
    // in registers from the function's beginning to its end.
    "early-machinelicm",
    "machine-sink",
};
constexpr llvm::StringLiteral kOmittedFromHuge[] = {
    // Its loops' branches are then where the emitter has put them.
    "block-placement",
};
// Basic blocks of a function from which on it is large (some hundred statements), huge.
constexpr size_t kLargeBlocks = 512, kHugeBlocks = 4096;

// Hands on the passes that are not left out.
class SelectingPassManager : public llvm::legacy::PassManagerBase {
 public:
  SelectingPassManager(llvm::legacy::PassManagerBase& to, CodegenPipeline::For size)
      : to_(to), omitted_(OmittedPasses(size)) {}

  void add(llvm::Pass* pass) override {
    const llvm::PassInfo* const info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
    if (info != nullptr && absl::c_linear_search(omitted_, info->getPassArgument())) {
      delete pass;
      return;
    }
    to_.add(pass);
  }

 private:
  llvm::legacy::PassManagerBase& to_;
  const std::vector<llvm::StringRef> omitted_;
};

}  // namespace

std::vector<llvm::StringRef> OmittedPasses(CodegenPipeline::For size) {
  std::vector<llvm::StringRef> omitted(std::begin(kOmitted), std::end(kOmitted));
  const auto add = [&](absl::Span<const llvm::StringLiteral> names) {
    omitted.insert(omitted.end(), names.begin(), names.end());
  };
  if (size == CodegenPipeline::For::kOpen) add(kOmittedFromOpen);
  if (size >= CodegenPipeline::For::kLarge) add(kOmittedFromLarge);
  if (size >= CodegenPipeline::For::kHuge) add(kOmittedFromHuge);
  return omitted;
}

CodegenPipeline::For CodegenPipeline::SizeOf(const llvm::Module& module) {
  size_t blocks = 0;
  bool is_open = false;
  for (const llvm::Function& function : module) {
    blocks = std::max(blocks, function.size());
    is_open = is_open || function.hasFnAttribute(codegen::kOpenSizesAttribute);
  }
  return blocks >= kHugeBlocks    ? For::kHuge
         : blocks >= kLargeBlocks ? For::kLarge
         : is_open                ? For::kOpen
                                  : For::kAny;
}

std::unique_ptr<CodegenPipeline> CodegenPipeline::Create(llvm::TargetMachine& machine,
                                                         For size) {
  std::unique_ptr<CodegenPipeline> pipeline = absl::WrapUnique(new CodegenPipeline());
  // No call is to be recognised as a library function, or made one.
  llvm::TargetLibraryInfoImpl library{machine.getTargetTriple()};
  library.disableAllFunctions();
  pipeline->passes_.add(new llvm::TargetLibraryInfoWrapperPass(library));
  SelectingPassManager selecting(pipeline->passes_, size);
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
