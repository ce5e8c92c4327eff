// How much code rows of open length are: what is known of the length is left out.
#include <string>

#include "absl/status/statusor.h"
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "codegen/pipeline.h"
#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "jit/llvm/target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "tests/ir/check/random_symbols.h"

namespace tilewright::codegen {
namespace {

// Of sums of rows that are at most so long, or of their products with one in common.
int64_t Instructions(const std::string& target, int64_t most, bool shares = false) {
  ir::CheckedBuilder b;
  const ir::Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {2, most});
  ir::ValueId x = *b.AddInput(ir::F32({n, m}));
  const ir::ValueId zero = *b.AddInput(ir::F32({}));
  if (shares) {
    const ir::ValueId row = *ir::Broadcast(b, *b.AddInput(ir::F32({m})), {1}, {n, m});
    x = *b.AppendOne({.kind = ir::OpKind::kMultiply, .operands = {x, row}});
  }
  const ir::ValueId sum = *ir::Reduce(b, ir::OpKind::kAdd, x, zero, {1});
  const KernelFacts facts = {*jit::FindTarget(target), Numerics::kIeee};
  const absl::StatusOr<PlannedProgram> planned =
      Pipeline({facts, "v5e", true, {}}).Plan(*std::move(b).Finish({sum}), {300, 7});
  EXPECT_TRUE(planned.ok()) << planned.status();
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  return static_cast<int64_t>((*module)->getInstructionCount());
}

TEST(OpenRow, IsLessCodeWhereItIsKnownToBeShort) {
  for (const char* target : {"x86-64-v3", "x86-64-v4"}) {
    SCOPED_TRACE(target);
    const int64_t any = Instructions(target, ir::SymbolFacts::kUnbounded);
    const int64_t block = Instructions(target, 1024), step = Instructions(target, 63);
    const int64_t few = Instructions(target, 8);
    EXPECT_LT(block, any * 3 / 4);
    EXPECT_LT(step, block);
    EXPECT_LT(few, step);
  }
}

// Rows that share what they read go some at once; there is no second way for those that
// are left.
TEST(OpenRow, IsWrittenOnceWhereRowsShare) {
  EXPECT_LE(Instructions("x86-64-v4", ir::SymbolFacts::kUnbounded, /*shares=*/true), 900);
}

// Stores under a mask of a row that is added to all rows, which are of `least` elements.
int MaskedStores(int64_t least) {
  ir::CheckedBuilder b;
  const ir::Size n = *b.AddSymbol("n", {2}), m = *b.AddSymbol("m", {least});
  const ir::ValueId x = *b.AddInput(ir::F32({n, m}));
  const ir::ValueId row = *ir::Broadcast(b, *b.AddInput(ir::F32({m})), {1}, {n, m});
  const ir::ValueId sum = *b.AppendOne({.kind = ir::OpKind::kAdd, .operands = {x, row}});
  const KernelFacts facts = {*jit::FindTarget("x86-64-v4"), Numerics::kIeee};
  const absl::StatusOr<PlannedProgram> planned =
      Pipeline({facts, "v5e", true, {}}).Plan(*std::move(b).Finish({sum}), {300, 70});
  EXPECT_TRUE(planned.ok()) << planned.status();
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  int stores = 0;
  for (const llvm::Function& function : **module) {
    if (function.getName().starts_with("llvm.masked.store")) {
      stores += static_cast<int>(function.getNumUses());
    }
  }
  return stores;
}

// Rows that may be less than a vector are asked once, not each of them by its loops.
TEST(OpenRow, OfLessThanAVectorIsByItself) {
  EXPECT_EQ(MaskedStores(2), 2);
  EXPECT_EQ(MaskedStores(16), 1);
}

}  // namespace
}  // namespace tilewright::codegen
