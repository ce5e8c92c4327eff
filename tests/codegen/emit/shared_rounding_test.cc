// What rows of a sum of products read in common is rounded for some of them at once.
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "gtest/gtest.h"
#include "jit/llvm/target.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace tilewright::codegen {
namespace {

constexpr char kRowTimesTransposed[] = R"(
func.func @main(%x: tensor<1x4096xf32>, %y: tensor<512x4096xf32>) -> tensor<1x512xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1]
      : (tensor<1x4096xf32>, tensor<512x4096xf32>) -> tensor<1x512xf32>
  return %0 : tensor<1x512xf32>
})";

// Multiply-adds that round, two each, a product.
double RoundingsAProduct(const char* target) {
  const auto parsed = stablehlo::ParseProgram(kRowTimesTransposed);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  const KernelFacts facts = {*jit::FindTarget(target), Numerics::kTpu};
  const auto planned = Pipeline({facts, "v5e", true, {}}).Plan(parsed->program);
  EXPECT_TRUE(planned.ok()) << planned.status();
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  const auto accumulates = [](const llvm::Instruction& product) {
    return product.hasOneUse() &&
           product.user_back()->getOpcode() == llvm::Instruction::FAdd;
  };
  int multiply_adds = 0, products = 0;
  for (const llvm::Function& function : **module) {
    for (const llvm::Instruction& i : llvm::instructions(function)) {
      const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
      const bool fused =
          call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fma;
      multiply_adds += fused ? 1 : 0;
      products += i.getOpcode() == llvm::Instruction::FMul && accumulates(i) ? 1 : 0;
    }
  }
  EXPECT_GT(products, 0);
  return 0.5 * multiply_adds / products;
}

TEST(SharedRounding, IsDoneOnceForFourRows) {
  for (const char* target : {"x86-64-v3", "x86-64-v4"}) {
    SCOPED_TRACE(target);
    EXPECT_LT(RoundingsAProduct(target), 1.3);
  }
}

}  // namespace
}  // namespace tilewright::codegen
