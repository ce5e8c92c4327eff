#include "codegen/eval/kernel_builder.h"

#include <gtest/gtest.h>

#include <string>

#include "codegen/emit/emit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace tilewright::codegen {
namespace {

class KernelBuilderTest : public ::testing::Test {
 protected:
  KernelBuilderTest()
      : module_("test", context_),
        function_(llvm::Function::Create(
            llvm::FunctionType::get(llvm::Type::getVoidTy(context_),
                                    {llvm::PointerType::getUnqual(context_),
                                     llvm::Type::getInt64Ty(context_)},
                                    false),
            llvm::Function::ExternalLinkage, "f", module_)),
        kb_(function_, options_),
        x_(kb_.FromValue(function_->getArg(1), 0)) {}

  // The constant that the address of an index adds last, in elements.
  int64_t Displacement(const LaneIndex& index) {
    const auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(
        kb_.ElementAddress(kb_.ir().getFloatTy(), function_->getArg(0), index.base));
    if (address == nullptr) return 0;
    const auto* const constant =
        llvm::dyn_cast<llvm::ConstantInt>(address->getOperand(1));
    return constant == nullptr ? 0 : constant->getSExtValue();
  }

  llvm::LLVMContext context_;
  llvm::Module module_;
  llvm::Function* function_;
  EmitOptions options_;
  KernelBuilder kb_;
  LaneIndex x_;
};

TEST_F(KernelBuilderTest, ConstantsOfSumsAndProductsAreAddedLast) {
  const LaneIndex index =
      kb_.AddConstant(kb_.Multiply(kb_.AddConstant(kb_.Multiply(x_, 16), 3), 100), 7);
  EXPECT_EQ(Displacement(index), 307);
}

TEST_F(KernelBuilderTest, ConstantsThatCancelLeaveTheSameIndex) {
  const LaneIndex twice = kb_.Multiply(kb_.AddConstant(x_, 5), 2);
  EXPECT_EQ(kb_.AddConstant(twice, -10).base, kb_.Multiply(x_, 2).base);
  EXPECT_EQ(kb_.Add(kb_.AddConstant(x_, 4), kb_.Constant(-4)).base, x_.base);
}

TEST_F(KernelBuilderTest, EqualArithmeticIsOneValue) {
  EXPECT_EQ(kb_.Add(kb_.AddConstant(x_, 2), kb_.AddConstant(x_, 3)).base,
            kb_.AddConstant(kb_.Add(x_, x_), 5).base);
}

TEST_F(KernelBuilderTest, ArithmeticOfConstantsIsAConstant) {
  const LaneIndex index = kb_.Multiply(kb_.Add(kb_.Constant(3), kb_.Constant(4)), 6);
  ASSERT_TRUE(llvm::isa<llvm::ConstantInt>(index.base));
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(index.base)->getSExtValue(), 42);
  EXPECT_EQ(Displacement(index), 42);
}

TEST_F(KernelBuilderTest, AnAddressFoundWithinALoopIsNoneBeforeIt) {
  const auto load = [&] {
    llvm::Type* const type = kb_.ir().getFloatTy();
    return kb_.ir().CreateLoad(type,
                               kb_.ElementAddress(type, function_->getArg(0), x_.base));
  };
  kb_.For(kb_.I64(0), kb_.I64(9), 1, 1, [&](const LaneIndex&) {
    kb_.For(kb_.I64(0), kb_.I64(9), 1, 1, [&](const LaneIndex&) {
      load();
      kb_.At(1, load);
      kb_.At(0, load);
    });
  });
  kb_.ir().CreateRetVoid();
  std::string broken;
  llvm::raw_string_ostream out(broken);
  EXPECT_FALSE(llvm::verifyFunction(*function_, &out)) << broken;
}

TEST_F(KernelBuilderTest, RowsOfOpenLengthLieAFewStepsBehindOneAddress) {
  ir::SymbolList symbols;
  symbols.Add("n", {.at_least = 2});
  kb_.BindSymbols(symbols, function_->getArg(0));
  // What the address of such a row, and an element of it, is added to.
  const auto base_of = [&](int64_t row) {
    const LaneIndex index =
        kb_.Add(kb_.Multiply(kb_.AddConstant(x_, row), ir::Size::OfSymbol(0)),
                kb_.FromValue(function_->getArg(1), 0));
    const auto* const address = llvm::cast<llvm::GetElementPtrInst>(
        kb_.ElementAddress(kb_.ir().getFloatTy(), function_->getArg(0), index.base));
    return address->getPointerOperand();
  };
  const llvm::Value* const first = base_of(1);
  for (const int64_t row : {2, 3, 5, 7}) EXPECT_EQ(base_of(row), first) << row;
  EXPECT_NE(base_of(9), first);
  EXPECT_EQ(base_of(9), base_of(15));
}

}  // namespace
}  // namespace tilewright::codegen
