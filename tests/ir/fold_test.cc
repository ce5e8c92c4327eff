#include "ir/fold.h"

#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/builder.h"

namespace tilewright::ir {
namespace {

using enum ElementType;
using enum OpKind;
using ::testing::ElementsAre;

// A program of constants that is folded as it is built.
class FoldTest : public ::testing::Test {
 protected:
  ValueId Vector(ElementType element, const Dims& values) {
    const ValueId wide = b.Constant(IntegerVector(values));
    return b.Convert(wide, element);
  }

  Dims Value(ValueId value) {
    KnownConstants known;
    for (const Operation& operation : program.body.operations) {
      std::optional<Literal> literal = Fold(program, operation, known);
      if (literal.has_value()) known.emplace(operation.results[0], *literal);
    }
    Dims values;
    const auto it = known.find(value);
    if (it == known.end()) return {-12345};
    for (int64_t i = 0; i < it->second.type().num_elements(); ++i) {
      values.push_back(it->second.IntegerAt(i));
    }
    return values;
  }

  Program program;
  Builder b{&program, &program.body};
};

TEST_F(FoldTest, ArithmeticWrapsToItsType) {
  const ValueId x = Vector(kI8, {127, -128, 5});
  EXPECT_THAT(Value(b.Binary(kAdd, x, x)), ElementsAre(-2, 0, 10));
  EXPECT_THAT(Value(b.Unary(kNegate, x)), ElementsAre(-127, -128, -5));
  const ValueId u = Vector(kU4, {15, 1, 8});
  EXPECT_THAT(Value(b.Binary(kMultiply, u, u)), ElementsAre(1, 1, 0));
  EXPECT_THAT(Value(b.Unary(kNot, u)), ElementsAre(0, 14, 7));
}

TEST_F(FoldTest, DivisionNeverTraps) {
  const ValueId x = Vector(kI64, {7, INT64_MIN, -7});
  EXPECT_THAT(Value(b.Binary(kDivide, x, Vector(kI64, {0, -1, 2}))),
              ElementsAre(-1, INT64_MIN, -3));
  EXPECT_THAT(Value(b.Binary(kRemainder, x, Vector(kI64, {0, -1, 2}))),
              ElementsAre(7, 0, -1));
  EXPECT_THAT(Value(b.Binary(kDivide, Vector(kU8, {200}), Vector(kU8, {0}))),
              ElementsAre(255));
}

TEST_F(FoldTest, ShiftsBeyondTheWidthShiftEverythingOut) {
  const ValueId x = Vector(kI8, {-128, 1, 64});
  EXPECT_THAT(Value(b.Binary(kShiftLeft, x, Vector(kI8, {8, 7, 1}))),
              ElementsAre(0, -128, -128));
  EXPECT_THAT(Value(b.Binary(kShiftRightArithmetic, x, Vector(kI8, {-1, 8, 3}))),
              ElementsAre(-1, 0, 8));
  EXPECT_THAT(Value(b.Binary(kShiftRightLogical, x, Vector(kI8, {7, 0, 9}))),
              ElementsAre(1, 1, 0));
}

TEST_F(FoldTest, ComparisonsHonourTheSign) {
  const ValueId x = Vector(kI8, {-1, 1});
  EXPECT_THAT(Value(b.Compare("LT", x, Vector(kI8, {0, 0}))), ElementsAre(1, 0));
  const ValueId u = Vector(kU64, {-1, 1});
  EXPECT_THAT(Value(b.Compare("LT", u, Vector(kU64, {0, 2}))), ElementsAre(0, 1));
  EXPECT_THAT(Value(b.Binary(kMaximum, u, Vector(kU64, {5, 5}))), ElementsAre(-1, 5));
}

TEST_F(FoldTest, MovesMove) {
  const ValueId x = b.Reshape(Vector(kI32, {1, 2, 3, 4, 5, 6}), {2, 3});
  EXPECT_THAT(Value(b.Transpose(x, {1, 0})), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(Value(b.Slice(x, {0, 1}, {2, 3})), ElementsAre(2, 3, 5, 6));
  EXPECT_THAT(Value(b.Concatenate({x, x}, 1)),
              ElementsAre(1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6));
  EXPECT_THAT(Value(b.Broadcast(Vector(kI32, {8, 9}), {0}, {2, 2})),
              ElementsAre(8, 8, 9, 9));
  EXPECT_THAT(Value(b.Iota(1, {kI32, {2, 2}})), ElementsAre(0, 1, 0, 1));
  const ValueId zero = b.IntegerSplat(0, Scalar(kI32));
  EXPECT_THAT(Value(b.Reduce(kAdd, x, zero, {1})), ElementsAre(6, 15));
}

TEST_F(FoldTest, WhatIsNotIntegerOrTooLargeIsLeftAlone) {
  EXPECT_THAT(Value(b.Splat(1.0, {kF32, {2}})), ElementsAre(-12345));
  EXPECT_THAT(Value(b.Iota(0, {kI32, {1025}})), ElementsAre(-12345));
}

}  // namespace
}  // namespace tilewright::ir
