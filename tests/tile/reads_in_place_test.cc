#include "tile/reads_in_place.h"

#include <gtest/gtest.h>

#include <vector>

#include "tile/builder.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;

class ReadsInPlaceTest : public testing::Test {
 protected:
  ExprId Array(Dims dims) {
    ref_ = b_.Input({ElementType::kF32, std::move(dims)});
    return b_.Load(ref_);
  }
  ExprId Result(Dims dims) {
    return b_.Result({ElementType::kF32, std::move(dims)}, 0, 0);
  }
  // Of the one way in which x reads `y`.
  int64_t Points(ExprId x, ExprId y) {
    std::vector<int64_t> all;
    ForEachRead(program_, x, [&](ExprId id, const ir::Size& points) {
      if (id == y) all.push_back(points.number());
    });
    EXPECT_EQ(all.size(), 1);
    return all.empty() ? -1 : all[0];
  }
  // A reshape that stays one, because it is not of a load.
  ExprId Negated(ExprId x) { return b_.Scalar(OpKind::kNegate, {x}, b_.type(x)); }

  Program program_;
  Builder b_{&program_};
  RefId ref_ = -1;
};

TEST_F(ReadsInPlaceTest, ElementwiseOperationsAndReshapesKeepElementsInTheirPlace) {
  const ExprId x = Array({6, 4});
  const ExprId y = Negated(b_.Reshape(Negated(b_.Reshape(Negated(x), {3, 8})), {24}));
  EXPECT_EQ(Points(y, x), 1);
  EXPECT_TRUE(ReadsInPlace(program_, y, ref_));
}

TEST_F(ReadsInPlaceTest, ATransposeMovesElementsAndItsInverseMovesThemBack) {
  const ExprId x = Array({6, 4});
  const ExprId moved = b_.Transpose(x, {1, 0});
  EXPECT_FALSE(ReadsInPlace(program_, moved, ref_));
  EXPECT_TRUE(ReadsInPlace(program_, b_.Transpose(Negated(moved), {1, 0}), ref_));
  const ExprId reshaped = b_.Reshape(Negated(moved), {6, 4});
  EXPECT_FALSE(ReadsInPlace(program_, b_.Transpose(reshaped, {1, 0}), ref_));
}

TEST_F(ReadsInPlaceTest, OneReadElsewhereIsEnough) {
  const ExprId x = Array({4, 4});
  const ExprId both = b_.Scalar(OpKind::kAdd, {x, b_.Transpose(x, {1, 0})}, b_.type(x));
  EXPECT_FALSE(ReadsInPlace(program_, both, ref_));
  EXPECT_FALSE(ReadsInPlace(program_, b_.Reverse(x, {0}), ref_));
}

TEST_F(ReadsInPlaceTest, WhatIsOneForARowIsReadAtAllOfTheRow) {
  const ExprId x = Array({2, 3});
  const ExprId rows = b_.Broadcast(b_.Reshape(Negated(x), {6}), {6, 5}, {0});
  EXPECT_EQ(Points(rows, x), 5);
  EXPECT_EQ(Points(b_.Reshape(Negated(rows), {2, 15}), x), 5);
  EXPECT_FALSE(ReadsInPlace(program_, rows, ref_));
}

TEST_F(ReadsInPlaceTest, AResultIsTheRowsOnlyWhereItsShapeIsTheFront) {
  const ExprId result = Result({6});
  EXPECT_TRUE(ReadsResultsInPlace(program_, b_.Broadcast(result, {6, 5}, {0})));
  EXPECT_FALSE(ReadsResultsInPlace(program_, b_.Broadcast(result, {5, 6}, {1})));
  EXPECT_FALSE(ReadsResultsInPlace(program_, b_.Slice(result, {3}, {0}, {2})));
}

TEST_F(ReadsInPlaceTest, NothingReadsElsewhereWhereThereIsNothing) {
  const ExprId x = Array({0, 4});
  EXPECT_TRUE(ReadsInPlace(program_, b_.Transpose(x, {1, 0}), ref_));
}

}  // namespace
}  // namespace tilewright::tile
