#include "tile/builder.h"

#include <gtest/gtest.h>

#include "tile/arrange.h"
#include "tile/statements.h"
#include "tile/verify/verify.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
constexpr ir::ElementType kF32 = ir::ElementType::kF32;

TEST(Builder, EqualValuesAreOneWhereRefsStayAsTheyAre) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kF32, {4, 8}}), y = b.Input({kF32, {4, 8}});
  EXPECT_EQ(b.Load(x), b.Load(x));
  EXPECT_NE(b.Load(x), b.Load(y));
  const auto sum = [&] {
    return b.Scalar(ir::OpKind::kAdd, {b.Load(x), b.Load(y)}, {kF32, {4, 8}});
  };
  EXPECT_EQ(sum(), sum());
  EXPECT_EQ(b.Iota({kF32, {4}}, 0), b.Iota({kF32, {4}}, 0));
  EXPECT_NE(b.Zero({kF32, {4}}), b.Zero({kF32, {5}}));
  EXPECT_NE(b.Compare(kLt, kFloatOrder, b.Load(x), b.Load(y)),
            b.Compare(kLe, kFloatOrder, b.Load(x), b.Load(y)));
  Gather rows, columns;
  columns.offset_dims = {1};
  const ExprId indices = b.Zero({ir::ElementType::kI32, {2}});
  EXPECT_NE(b.Gather(b.Load(x), indices, rows, {2}),
            b.Gather(b.Load(x), indices, columns, {2}));
}

TEST(Builder, WhatARefHoldsIsReadAgainWhereRefsChange) {
  Program p;
  Builder b(&p, Builder::Refs::kChange);
  const RefId x = b.Scratch({kF32, {4, 8}});
  const ExprId first = b.Load(x);
  EXPECT_NE(first, b.Load(x));
  // Nor is it loaded anew in another shape.
  EXPECT_TRUE(b.expr(b.Reshape(first, {32})).Is<Reshape>());
}

TEST(Builder, MovesThatMoveNothingAreNotMade) {
  Program p;
  Builder b(&p);
  const ExprId x = b.Load(b.Input({kF32, {4, 8}}));
  EXPECT_EQ(b.Reshape(x, {4, 8}), x);
  EXPECT_EQ(b.Transpose(x, {0, 1}), x);
  EXPECT_EQ(b.Convert(x, kF32), x);
  EXPECT_EQ(b.Reshape(b.Reshape(b.Transpose(x, {1, 0}), {32}), {8, 4}),
            b.Reshape(b.Transpose(x, {1, 0}), {8, 4}));
  EXPECT_TRUE(b.expr(b.Reshape(x, {32})).Is<Load>());
  const ExprId zero = b.Zero(ir::Scalar(kF32));
  EXPECT_EQ(b.Broadcast(zero, {4, 8}, {}), b.Zero({kF32, {4, 8}}));
}

TEST(ArrangeReduction, PutsReducedDimensionsLastAndMergesRunsAlongLanes) {
  const ReductionDims lanes = ArrangeReduction({2, 3, 4, 5}, {0, 2, 3}, true);
  EXPECT_EQ(lanes.order, (Dims{1, 0, 2, 3}));
  EXPECT_EQ(lanes.outer, (Dims{3}));
  EXPECT_EQ(lanes.inner, (Dims{2, 20}));
  EXPECT_EQ(ArrangeReduction({2, 3, 4, 5}, {0, 2, 3}, false).inner, (Dims{2, 4, 5}));
  EXPECT_TRUE(ReducesAlongLanes({2, 3, 4, 5}, {0, 2, 3}));
  EXPECT_FALSE(ReducesAlongLanes({2, 3, 4, 5}, {0, 1}));
  EXPECT_FALSE(ReducesTrailing({2, 3, 4, 5}, {0, 2, 3}));
  EXPECT_TRUE(ReducesTrailing({2, 3, 4, 1}, {2}));
}

TEST(ArrangeDotSide, SidesAreBatchesOfMatrices) {
  Program p;
  Builder b(&p);
  const DotSide side = ArrangeDotSide({2, 3, 4, 5}, {1}, {0, 3});
  EXPECT_EQ(side.free, (Dims{2}));
  const ExprId x = b.Load(b.Input({kF32, {2, 3, 4, 5}}));
  EXPECT_EQ(b.type(AsLeft(&b, x, side)).dims(), (Dims{3, 4, 10}));
  EXPECT_EQ(b.type(AsRight(&b, x, side)).dims(), (Dims{3, 10, 4}));
}

TEST(Statements, RowsInPassesAreASoundProgram) {
  Program p;
  Builder b(&p);
  const RefId x = b.Input({kF32, {6, 10}}), y = b.Output({kF32, {6, 10}});
  LoopNestWriter rows(&b, {6});
  rows.LanesInner();
  rows.BeginPass({10});
  const ExprId squares =
      b.Scalar(ir::OpKind::kMultiply, {b.Load(x), b.Load(x)}, {kF32, {6, 10}});
  const ExprId kept = rows.Keep(squares);
  const ExprId sum =
      rows.Reduce(CombinerReducer(&b, ir::OpKind::kAdd, kF32), squares, {kF32, {6}});
  rows.BeginPass({10});
  rows.Write(
      StoreTo(y, b.Scalar(ir::OpKind::kDivide, {kept, b.Broadcast(sum, {6, 10}, {0})},
                          {kF32, {6, 10}})));
  b.Append(std::move(rows).Done());
  EXPECT_TRUE(Verify(p).ok()) << Verify(p);
  EXPECT_EQ(std::get<LoopNest>(p.statements[0].node).passes.size(), 2u);
}

TEST(GridSteps, GrowWithTheWorkUpToABound) {
  EXPECT_EQ(GridSteps(0), 1);
  EXPECT_EQ(GridSteps(16 << 10), 1);
  EXPECT_EQ(GridSteps(64 << 10), 4);
  EXPECT_EQ(GridSteps(64 << 10, 4), 16);
  EXPECT_EQ(GridSteps(int64_t{1} << 40), 64);
}

}  // namespace
}  // namespace tilewright::tile
