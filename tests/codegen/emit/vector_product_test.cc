// A vector times a matrix: what is done once for several elements.
#include <string>

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

constexpr char kRowTimesMatrix[] = R"(
func.func @main(%x: tensor<1x512xf32>, %y: tensor<512x4096xf32>) -> tensor<1x4096xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<1x512xf32>, tensor<512x4096xf32>) -> tensor<1x4096xf32>
  return %0 : tensor<1x4096xf32>
})";

constexpr char kRowTimesTransposed[] = R"(
func.func @main(%x: tensor<1x4096xf32>, %y: tensor<512x4096xf32>) -> tensor<1x512xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1]
      : (tensor<1x4096xf32>, tensor<512x4096xf32>) -> tensor<1x512xf32>
  return %0 : tensor<1x512xf32>
})";

// Instructions of a program's first kernel.
struct Counts {
  int multiply_adds = 0, prefetches = 0, added_products = 0;
};

Counts CountsOf(const char* text, const std::string& target, Numerics numerics) {
  const auto parsed = stablehlo::ParseProgram(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  const KernelFacts facts = {*jit::FindTarget(target), numerics};
  const auto planned = Pipeline({facts, "v5e", true, {}}).Plan(parsed->program);
  EXPECT_TRUE(planned.ok()) << planned.status();
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  Counts counts;
  for (const llvm::Function& function : **module) {
    for (const llvm::Instruction& i : llvm::instructions(function)) {
      const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
      const llvm::Intrinsic::ID id =
          call == nullptr ? llvm::Intrinsic::not_intrinsic : call->getIntrinsicID();
      if (id == llvm::Intrinsic::fma) ++counts.multiply_adds;
      if (id == llvm::Intrinsic::prefetch) ++counts.prefetches;
      const bool added = i.getOpcode() == llvm::Instruction::FMul && i.hasOneUse() &&
                         i.user_back()->getOpcode() == llvm::Instruction::FAdd;
      if (added) ++counts.added_products;
    }
  }
  return counts;
}

// Two multiply-adds round.
TEST(VectorProduct, RoundsTheVectorOnceForFourRows) {
  for (const char* target : {"x86-64-v3", "x86-64-v4"}) {
    SCOPED_TRACE(target);
    const Counts counts = CountsOf(kRowTimesTransposed, target, Numerics::kTpu);
    EXPECT_GT(counts.added_products, 0);
    EXPECT_LT(0.5 * counts.multiply_adds, 1.3 * counts.added_products);
  }
}

TEST(VectorProduct, AsksOnceForALine) {
  const Counts halves = CountsOf(kRowTimesMatrix, "x86-64-v3", Numerics::kIeee);
  EXPECT_GT(halves.prefetches, 0);
  EXPECT_EQ(halves.multiply_adds, 2 * halves.prefetches);
  const Counts whole = CountsOf(kRowTimesMatrix, "x86-64-v4", Numerics::kIeee);
  EXPECT_EQ(whole.multiply_adds, whole.prefetches);
}

}  // namespace
}  // namespace tilewright::codegen
