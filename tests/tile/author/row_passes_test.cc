#include "tile/author/row_passes.h"

#include <gtest/gtest.h>

#include <map>

#include "tile/builder.h"

namespace tilewright::tile {
namespace {

using ir::Dims;
using ir::ElementType;
using ir::OpKind;

class KeptTest : public testing::Test {
 protected:
  ExprId Unary(OpKind op, ExprId x) { return b_.Scalar(op, {x}, b_.type(x)); }
  // As many passes over the whole rows, each of which sums one value.
  std::map<ExprId, size_t> Kept(const std::vector<ExprId>& sums,
                                const std::set<ExprId>& asked = {}) {
    std::vector<DraftPass> passes;
    for (ExprId x : sums) {
      passes.emplace_back().reductions.push_back(
          {b_.NewId(), CombinerReducer(&b_, OpKind::kAdd, ElementType::kF32), {x}});
    }
    return FindKept(program_, passes, {4}, 8, asked);
  }

  Program program_;
  Builder b_{&program_};
  const ExprId x_ = b_.Load(b_.Input({ElementType::kF32, {4, 8}}));
  const ExprId exp_ = Unary(OpKind::kExponential, x_);
};

using KeptMap = std::map<ExprId, size_t>;

TEST_F(KeptTest, ACostlyRowThatTwoPassesReadIsWrittenByTheFirst) {
  const ExprId last = Unary(OpKind::kNegate, exp_);
  EXPECT_EQ(Kept({x_, exp_, last}), (KeptMap{{exp_, 1}}));
  EXPECT_EQ(Kept({x_, exp_}), KeptMap{});
}

TEST_F(KeptTest, ACheapRowIsKeptOnlyWhereThatIsAsked) {
  const ExprId cheap = Unary(OpKind::kNegate, x_);
  EXPECT_EQ(Kept({cheap, cheap}), KeptMap{});
  EXPECT_EQ(Kept({cheap, cheap}, {cheap}), (KeptMap{{cheap, 0}}));
}

TEST_F(KeptTest, WhatIsOnlyNeededForAKeptRowIsNotKept) {
  const ExprId tanh = Unary(OpKind::kTanh, exp_);
  EXPECT_EQ(Kept({tanh, tanh}), (KeptMap{{tanh, 0}}));
  EXPECT_EQ(Kept({tanh, tanh, exp_}), (KeptMap{{tanh, 0}, {exp_, 0}}));
}

TEST_F(KeptTest, WhatIsReadOutOfItsPlaceIsNoRow) {
  const ExprId moved = b_.Reverse(exp_, {1});
  EXPECT_EQ(Kept({moved, moved}), KeptMap{});
}

TEST_F(KeptTest, ARowIsKeptInAnyShapeThatHasIt) {
  const ExprId x = b_.Load(b_.Input({ElementType::kF32, {4, 2, 1, 4}}));
  const ExprId exp = Unary(OpKind::kExponential, x);
  const ExprId row = b_.Reshape(exp, {4, 8});
  EXPECT_EQ(Kept({row, row}), (KeptMap{{exp, 0}}));
}

}  // namespace
}  // namespace tilewright::tile
