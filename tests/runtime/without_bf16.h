// Kernels made for x86-64-v4-bf16 run on processors that have AVX-512 and no BF16: each
// instruction of BF16 is what its documentation says, in others.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "jit/llvm/object_compiler.h"
#include "jit/llvm/target.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "support/abi.h"
#include "support/status_macros.h"

namespace tilewright::runtime {

// VCVTNEPS2BF16: subnormals are zeros, ties go to even, NaNs become quiet.
inline llvm::Value* RoundedToBf16(llvm::IRBuilder<>& b, llvm::Value* x) {
  llvm::Type* const floats = x->getType();
  llvm::Type* const words = floats->getWithNewType(b.getInt32Ty());
  const auto word = [&](uint32_t value) { return llvm::ConstantInt::get(words, value); };
  llvm::Value* const bits = b.CreateBitCast(x, words);
  llvm::Value* const sign = b.CreateAnd(bits, word(0x80000000));
  llvm::Value* const magnitude = b.CreateAnd(bits, word(0x7fffffff));
  llvm::Value* const odd = b.CreateAnd(b.CreateLShr(bits, 16), word(1));
  llvm::Value* rounded = b.CreateAdd(b.CreateAdd(bits, odd), word(0x7fff));
  rounded = b.CreateSelect(b.CreateICmpULT(magnitude, word(0x00800000)), sign, rounded);
  rounded = b.CreateSelect(b.CreateICmpUGT(magnitude, word(0x7f800000)),
                           b.CreateOr(bits, word(0x00400000)), rounded);
  llvm::Value* const high =
      b.CreateTrunc(b.CreateLShr(rounded, 16), floats->getWithNewType(b.getInt16Ty()));
  return b.CreateBitCast(high, floats->getWithNewType(b.getBFloatTy()));
}

// VDPBF16PS: of each pair the odd element first, both multiplied and added with one
// rounding; the floating-point state of `tpu` numerics makes zeros of subnormals.
inline llvm::Value* SumOfBf16Pairs(llvm::IRBuilder<>& b, llvm::Value* sum, llvm::Value* x,
                                   llvm::Value* y) {
  llvm::Type* const words = sum->getType()->getWithNewType(b.getInt32Ty());
  const auto part = [&](llvm::Value* pairs, bool odd) {
    llvm::Value* const bits = b.CreateBitCast(pairs, words);
    llvm::Value* const high = odd ? b.CreateAnd(bits, 0xffff0000) : b.CreateShl(bits, 16);
    return b.CreateBitCast(high, sum->getType());
  };
  for (const bool odd : {true, false}) {
    sum = b.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()},
                            {part(x, odd), part(y, odd), sum});
  }
  return sum;
}

// Gives how many instructions it replaced.
inline int ReplaceBf16Instructions(llvm::Module& module) {
  std::vector<std::pair<llvm::Instruction*, llvm::Value*>> replaced;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& i : block) {
        llvm::IRBuilder<> b(&i);
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&i)) {
          if (call->getIntrinsicID() == llvm::Intrinsic::x86_avx512bf16_dpbf16ps_512) {
            replaced.emplace_back(
                &i, SumOfBf16Pairs(b, call->getArgOperand(0), call->getArgOperand(1),
                                   call->getArgOperand(2)));
          } else if (call->getIntrinsicID() ==
                     llvm::Intrinsic::x86_avx512bf16_cvtne2ps2bf16_512) {
            std::vector<int> places(32);
            for (int k = 0; k < 32; ++k) places[k] = k;
            replaced.emplace_back(
                &i,
                b.CreateShuffleVector(RoundedToBf16(b, call->getArgOperand(1)),
                                      RoundedToBf16(b, call->getArgOperand(0)), places));
          }
        } else if (llvm::isa<llvm::FPTruncInst>(i) &&
                   i.getType()->getScalarType()->isBFloatTy()) {
          replaced.emplace_back(&i, RoundedToBf16(b, i.getOperand(0)));
        }
      }
    }
  }
  for (const auto& [instruction, value] : replaced) {
    instruction->replaceAllUsesWith(value);
    instruction->eraseFromParent();
  }
  return static_cast<int>(replaced.size());
}

// A kernel's code, for a processor with AVX-512.
class CodeWithoutBf16 {
 public:
  // `facts` may be of a target with BF16.
  static absl::StatusOr<CodeWithoutBf16> Make(const tile::Program& program,
                                              const codegen::KernelFacts& facts) {
    TW_ASSIGN_OR_RETURN(const jit::Target plain, jit::FindTarget("x86-64-v4"));
    TW_ASSIGN_OR_RETURN(const auto compiler, jit::ObjectCompiler::Create(plain));
    CodeWithoutBf16 code;
    llvm::LLVMContext context;
    TW_ASSIGN_OR_RETURN(
        const auto module,
        codegen::EmitKernel(program, codegen::EmitOptionsFor(facts), context));
    code.replaced_ = ReplaceBf16Instructions(*module);
    std::string name;
    for (const llvm::Function& function : *module) {
      if (!function.isDeclaration() && !function.hasLocalLinkage()) {
        name = function.getName().str();
      }
    }
    TW_ASSIGN_OR_RETURN(const std::string object, compiler->Compile(*module));
    code.jit_ = llvm::cantFail(llvm::orc::LLJITBuilder().create());
    llvm::cantFail(
        code.jit_->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(object)));
    code.entry_ = llvm::cantFail(code.jit_->lookup(name)).toPtr<tw_kernel_v2>();
    return code;
  }

  tw_kernel_v2 entry() const { return entry_; }
  int replaced() const { return replaced_; }

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  tw_kernel_v2 entry_ = nullptr;
  int replaced_ = 0;
};

}  // namespace tilewright::runtime
