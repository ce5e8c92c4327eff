// Which processors multiply pairs of bf16 by the instruction for it.
#include <string>

#include "absl/status/statusor.h"
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "codegen/pipeline.h"
#include "frontend/stablehlo/parse.h"
#include "gtest/gtest.h"
#include "jit/llvm/target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace tilewright::codegen {
namespace {

constexpr char kProduct[] = R"(
func.func @main(%x: tensor<64x64xbf16>, %y: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
})";

bool MultipliesPairs(const char* target) {
  const auto parsed = stablehlo::ParseProgram(kProduct);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  const KernelFacts facts = {*jit::FindTarget(target), Numerics::kTpu};
  const auto planned = Pipeline({facts, "v5e", true, {}}).Plan(parsed->program);
  EXPECT_TRUE(planned.ok()) << planned.status();
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  return (*module)->getFunction("llvm.x86.avx512bf16.dpbf16ps.512") != nullptr;
}

TEST(PairProduct, IsForProcessorsThatAreNotFasterInF32) {
  EXPECT_TRUE(MultipliesPairs("x86-64-v4-bf16"));
  EXPECT_TRUE(MultipliesPairs("x86-64-v4-bf16:zen5"));
  EXPECT_FALSE(MultipliesPairs("x86-64-v4-bf16:sapphire-rapids"));
  EXPECT_FALSE(MultipliesPairs("x86-64-v4"));
}

}  // namespace
}  // namespace tilewright::codegen
