// What is not well formed is named.
#include "tile/verify/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tile/statements.h"

namespace tilewright::tile {
namespace {

using ::testing::HasSubstr;

constexpr ir::ElementType kF32 = ir::ElementType::kF32;

// y[4, 8] = -x[4, 8], and a product of two of them.
Program Sound() {
  Program p;
  p.name = "sound";
  Builder b(&p);
  const RefId x = b.Input({kF32, {4, 8}});
  const RefId y = b.Output({kF32, {4, 8}});
  const RefId z = b.Output({kF32, {4, 4}});
  const ExprId load = b.Load(x);  // 0
  const ExprId value = b.Scalar(ir::OpKind::kNegate, {load}, {kF32, {4, 8}});
  const ExprId lhs = b.Reshape(value, {1, 4, 8});  // 2
  const ExprId rhs = b.Transpose(lhs, {0, 2, 1});  // 3
  b.Append(StoreStatement(&b, StoreTo(y, value)));
  ProductWriter product(&b, {lhs, rhs});
  product.Write(StoreTo(z, product.Result({1, 4, 4})));  // 4
  b.Append(std::move(product).Done());
  return p;
}

TEST(Verify, ASoundProgramIsFine) {
  EXPECT_TRUE(Verify(Sound()).ok()) << Verify(Sound());
}

TEST(Verify, AReductionsRegionGivesWhatItBeginsWith) {
  Program p;
  p.name = "wider";
  Builder b(&p);
  const RefId x = b.Input({ir::ElementType::kBF16, {8}});
  const RefId y = b.Output({kF32, {}});
  LoopNestWriter nest(&b, {});
  nest.BeginPass({8});
  const ExprId first = b.Parameter(ir::Scalar(kF32), 0);
  const ExprId second = b.Parameter(ir::Scalar(kF32), 1);
  const Region region = {2,
                         {b.Scalar(ir::OpKind::kAdd, {first, second}, ir::Scalar(kF32))}};
  const ExprId sum =
      nest.Reduce({{b.Zero(ir::Scalar(ir::ElementType::kBF16))}, {}, region}, b.Load(x),
                  ir::Scalar(kF32));
  nest.BeginPass();
  nest.Write(StoreTo(y, sum));
  b.Append(std::move(nest).Done());
  EXPECT_THAT(std::string(Verify(p).message()),
              HasSubstr("a region that gives tensor<f32> for tensor<bf16>"));
}

TEST(Verify, EveryDamageIsNamed) {
  const struct {
    std::function<void(Program&)> damage;
    const char* message;
  } kCases[] = {
      {[](Program& p) { p.exprs[1].operands = {1}; }, "expression 1"},
      {[](Program& p) { p.exprs[1].operands = {99}; }, "operand 99"},
      {[](Program& p) { p.exprs[1].operands.clear(); }, "of nothing"},
      {[](Program& p) { p.exprs[0].ref = 5; }, "loads r5"},
      {[](Program& p) { p.exprs[0].type.dims = {4, 9}; }, "loads r0"},
      {[](Program& p) { p.exprs[0].type.element = ir::ElementType::kI32; }, "loads r0"},
      {[](Program& p) { p.exprs[2].type.dims = {1, 4, 7}; }, "expression 2"},
      {[](Program& p) { p.exprs[3].a = {0, 1, 1}; }, "expression 3"},
      {[](Program& p) { p.exprs[4].a = {8, 0}; }, "no reduction or product 8"},
      {[](Program& p) { p.statements[0].nest.outer = {4, 7}; },
       "a loop nest over [4, 7]"},
      {[](Program& p) { p.statements[0].nest.passes[0].stores[0].ref = 0; },
       "it is not written"},
      {[](Program& p) { p.statements[0].nest.passes[0].stores[0].ref = 2; },
       "another size"},
      {[](Program& p) { p.statements[0].nest.passes[0].stores[0].value = 12; },
       "evaluates expression 12"},
      {[](Program& p) { p.statements[0].nest.passes[0].stores[0].offset = {1}; },
       "an offset of 1 dimensions"},
      {[](Program& p) { p.statements[0].grid_steps = 0; }, "a statement of 0 steps"},
      {[](Program& p) { p.statements[1].matmul.k = 9; }, "left side"},
      {[](Program& p) { p.statements[1].matmul.n = 5; }, "right side"},
      {[](Program& p) { p.statements[1].matmul.block_n = 0; }, "block is [4, 0]"},
      {[](Program& p) { p.refs[1].pieces = 3; }, "3 pieces"},
  };
  for (const auto& c : kCases) {
    Program damaged = Sound();
    c.damage(damaged);
    const absl::Status status = Verify(damaged);
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << c.message;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
    EXPECT_THAT(std::string(status.message()), HasSubstr("'sound'"));
  }
}

}  // namespace
}  // namespace tilewright::tile
