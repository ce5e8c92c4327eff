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

LoopNest& NestOf(Program& sound) { return std::get<LoopNest>(sound.statements[0].node); }
Matmul& MatmulOf(Program& sound) { return std::get<Matmul>(sound.statements[1].node); }

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

// pairs[8, 2] = -x[8] and x[8], beside each other.
Program Interleaved() {
  Program p;
  p.name = "pairs";
  Builder b(&p);
  const RefId x = b.Input({kF32, {8}});
  const RefId pairs = b.Output({kF32, {8, 2}});
  const ExprId load = b.Load(x);
  const ExprId value = b.Scalar(ir::OpKind::kNegate, {load}, {kF32, {8}});
  b.Append(StoreStatement(&b, StoreInterleaved(pairs, {value, load})));
  return p;
}

TEST(Verify, InterleavedValuesAreOfOneTypeAndFillTheRefInOrder) {
  EXPECT_EQ(Verify(Interleaved()), absl::OkStatus());
  const auto error_of = [](const std::function<void(Program&, Store&)>& damage) {
    Program damaged = Interleaved();
    damage(damaged, NestOf(damaged).passes[0].stores[0]);
    return std::string(Verify(damaged).message());
  };
  EXPECT_THAT(error_of([](Program&, Store& s) { s.values.push_back(0); }),
              HasSubstr("another size than 3 of them"));
  EXPECT_THAT(error_of([](Program& p, Store& s) {
                s.values[0] = p.Add({Iota{0}, {ir::ElementType::kI32, {8}}, {}});
                std::swap(s.values[0], s.values[1]);
              }),
              HasSubstr("interleaved with tensor<8xi32>"));
  EXPECT_THAT(error_of([](Program&, Store& s) { s.offset = {0, 0}; }),
              HasSubstr("elsewhere than in order"));
  EXPECT_THAT(error_of([](Program&, Store& s) {
                s.shape = {2, 4};
                s.permutation = {1, 0};
              }),
              HasSubstr("elsewhere than in order"));
}

TEST(Verify, EveryDamageIsNamed) {
  const struct {
    std::function<void(Program&)> damage;
    const char* message;
  } kCases[] = {
      {[](Program& p) { p.exprs[1].operands = {1}; }, "expression 1"},
      {[](Program& p) { p.exprs[1].operands = {99}; }, "operand 99"},
      {[](Program& p) { p.exprs[1].operands.clear(); }, "of nothing"},
      {[](Program& p) { p.exprs[0].node = Load{5}; }, "loads r5"},
      {[](Program& p) { p.exprs[0].type.shape = {4, 9}; }, "loads r0"},
      {[](Program& p) { p.exprs[0].type.element = ir::ElementType::kI32; }, "loads r0"},
      {[](Program& p) { p.exprs[2].type.shape = {1, 4, 7}; }, "expression 2"},
      {[](Program& p) { p.exprs[3].node = Transpose{{0, 1, 1}}; }, "expression 3"},
      {[](Program& p) { p.exprs[4].node = ResultOf{8, 0}; }, "no reduction or product 8"},
      {[](Program& p) { NestOf(p).outer = {4, 7}; }, "a loop nest over [4, 7]"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].ref = 0; }, "it is not written"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].ref = 2; }, "another size"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].values[0] = 12; },
       "evaluates expression 12"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].values.clear(); },
       "a store of 0 values to r1"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].values.resize(65, 1); },
       "a store of 65 values to r1"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].values = {1, 0}; },
       "another size than 2 of them"},
      {[](Program& p) { MatmulOf(p).stores[0].values = {4, 4}; },
       "a matmul stores 2 values"},
      {[](Program& p) { NestOf(p).passes[0].stores[0].offset = {1}; },
       "an offset of 1 dimensions"},
      {[](Program& p) { p.statements[0].grid_steps = 0; }, "a statement of 0 steps"},
      {[](Program& p) { MatmulOf(p).k = 9; }, "left side"},
      {[](Program& p) { MatmulOf(p).n = 5; }, "right side"},
      {[](Program& p) { MatmulOf(p).block_n = 0; }, "block is [4, 0]"},
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
