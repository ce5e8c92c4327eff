// How much code a product of open sizes is: one kernel is for all sizes, but it is
// compiled while somebody waits.
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "codegen/emit/emit.h"
#include "codegen/facts/code_facts.h"
#include "codegen/pipeline.h"
#include "gtest/gtest.h"
#include "ir/check/checked_builder.h"
#include "jit/llvm/target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "tests/ir/check/named_attributes.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::Size;

struct Form {
  const char* name;
  bool lhs_rows, rhs_rows;  // k is the last dimension of lhs, the first of rhs
  struct {
    int64_t f32, bf16;
  } v3, v4;  // most instructions, with AVX2 and AVX-512
};
constexpr Form kForms[] = {{"nn", true, true, {900, 980}, {800, 1250}},
                           {"nt", true, false, {820, 980}, {1020, 1220}},
                           {"tn", false, true, {810, 960}, {830, 1250}}};

ir::Program ProductOf(const Form& form, ElementType element) {
  ir::CheckedBuilder b;
  std::vector<Size> s;
  for (const char* name : {"m", "n", "k"}) s.push_back(*b.AddSymbol(name, {2}));
  const auto input = [&](const Size& rows, const Size& columns) {
    return *b.AddInput({element, ir::Shape(std::vector<Size>{rows, columns})});
  };
  const ir::ValueId x = form.lhs_rows ? input(s[0], s[2]) : input(s[2], s[0]);
  const ir::ValueId y = form.rhs_rows ? input(s[2], s[1]) : input(s[1], s[2]);
  using ir::AttributeName;
  const ir::ValueId product = *b.AppendOne(
      {.kind = ir::OpKind::kDotGeneral,
       .operands = {x, y},
       .attributes = ir::With(
           {{AttributeName::kLhsBatchingDimensions, ir::Dims{}},
            {AttributeName::kRhsBatchingDimensions, ir::Dims{}},
            {AttributeName::kLhsContractingDimensions, ir::Dims{form.lhs_rows ? 1 : 0}},
            {AttributeName::kRhsContractingDimensions,
             ir::Dims{form.rhs_rows ? 0 : 1}}})});
  return *std::move(b).Finish({product});
}

int64_t Instructions(const Form& form, ElementType element, const std::string& target) {
  const KernelFacts facts = {*jit::FindTarget(target), Numerics::kIeee};
  const absl::StatusOr<PlannedProgram> planned =
      Pipeline({facts, "v5e", true, {}}).Plan(ProductOf(form, element), {300, 500, 200});
  EXPECT_TRUE(planned.ok()) << planned.status();
  EXPECT_EQ(planned->programs.size(), 1u);
  llvm::LLVMContext context;
  const auto module = EmitKernel(planned->programs[0], EmitOptionsFor(facts), context);
  EXPECT_TRUE(module.ok()) << module.status();
  return static_cast<int64_t>((*module)->getInstructionCount());
}

TEST(OpenProduct, IsLittleCode) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(form.name);
    EXPECT_LE(Instructions(form, ElementType::kF32, "x86-64-v3"), form.v3.f32);
    EXPECT_LE(Instructions(form, ElementType::kBF16, "x86-64-v3"), form.v3.bf16);
    EXPECT_LE(Instructions(form, ElementType::kF32, "x86-64-v4"), form.v4.f32);
    EXPECT_LE(Instructions(form, ElementType::kBF16, "x86-64-v4"), form.v4.bf16);
  }
}

TEST(OpenProduct, OfBytesIsEmittedForWhateverMultipliesThem) {
  for (const Form& form : kForms) {
    SCOPED_TRACE(form.name);
    for (const char* target : {"x86-64-v3", "x86-64-v4", "aarch64", "aarch64-v8.2"}) {
      EXPECT_LE(Instructions(form, ElementType::kI8, target), 1600) << target;
    }
  }
}

}  // namespace
}  // namespace tilewright::codegen
