#include "codegen/emit/ir_passes.h"

#include <vector>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace tilewright::codegen {

void KeepLoopStateInRegisters(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
}

void LeaveOutUnused(llvm::Function& function) {
  std::vector<llvm::Instruction*> unused;
  const auto note = [&](llvm::Value* value) {
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction != nullptr && instruction->use_empty() &&
        !instruction->isTerminator() && !instruction->mayHaveSideEffects()) {
      unused.push_back(instruction);
    }
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) note(&instruction);
  while (!unused.empty()) {
    llvm::Instruction* const instruction = unused.back();
    unused.pop_back();
    for (llvm::Use& operand : instruction->operands()) {
      llvm::Value* const value = operand.get();
      operand.set(nullptr);
      note(value);
    }
    instruction->eraseFromParent();
  }
}

}  // namespace tilewright::codegen
