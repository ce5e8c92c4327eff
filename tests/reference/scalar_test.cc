// Elementwise operations on single elements, checked by hand.
#include "tests/reference/scalar.h"

#include <cmath>

#include "tests/reference/harness.h"

namespace tilewright::reference {
namespace {

using ir::OpKind;

constexpr ElementType kBF16 = ElementType::kBF16;
constexpr ElementType kF64 = ElementType::kF64;
constexpr ElementType kI8 = ElementType::kI8;
constexpr ElementType kU8 = ElementType::kU8;

Element Of(OpKind kind, ElementType type, const std::vector<Element>& values,
           ElementType result, int64_t a = 0, int64_t b = 0,
           Numerics numerics = Numerics::kIeee) {
  std::vector<Operand> operands;
  for (const Element& x : values) operands.push_back({type, x});
  const absl::StatusOr<Element> x = Apply({kind, a, b}, operands, result, numerics);
  EXPECT_TRUE(x.ok()) << x.status();
  return x.ok() ? *x : kUnknown;
}

// Of numbers, as a number.
double Value(OpKind kind, ElementType type, const Numbers& values, int64_t a = 0,
             int64_t b = 0) {
  std::vector<Element> elements;
  for (double value : values) elements.push_back(ElementOf(type, value));
  const bool truth = kind == OpKind::kCompare || kind == OpKind::kIsFinite;
  const ElementType result = truth ? kI1 : type;
  return NumberOf(result, Of(kind, type, elements, result, a, b));
}

TEST(Scalar, IntegersWrapDivideTowardsZeroAndNeverTrap) {
  EXPECT_EQ(Value(OpKind::kAdd, kI8, {100, 100}), -56);
  EXPECT_EQ(Value(OpKind::kDivide, kI8, {-7, 2}), -3);
  EXPECT_EQ(Value(OpKind::kRemainder, kI8, {-7, 2}), -1);
  EXPECT_EQ(Value(OpKind::kDivide, kI8, {-7, 0}), -1);
  EXPECT_EQ(Value(OpKind::kRemainder, kI8, {-7, 0}), -7);
  EXPECT_EQ(Value(OpKind::kDivide, kI8, {-128, -1}), -128);
  EXPECT_EQ(Value(OpKind::kDivide, kU8, {200, 3}), 66);
  EXPECT_EQ(Value(OpKind::kMulhi, kU8, {200, 200}), 156);
  EXPECT_EQ(Value(OpKind::kMulhi, kI8, {-128, 127}), -64);
  EXPECT_EQ(Value(OpKind::kAbs, kI8, {-128}), -128);
  EXPECT_EQ(Value(OpKind::kSign, kI8, {-9}), -1);
  EXPECT_EQ(Value(OpKind::kPopcnt, kI8, {-1}), 8);
  EXPECT_EQ(Value(OpKind::kCountLeadingZeros, ElementType::kI4, {1}), 3);
  EXPECT_EQ(Value(OpKind::kPower, kI8, {3, 5}), -13);
  EXPECT_EQ(Value(OpKind::kPower, kI8, {-1, -3}), -1);
  EXPECT_EQ(Value(OpKind::kPower, kI8, {2, -3}), 0);
  EXPECT_EQ(Value(OpKind::kClamp, kI8, {-2, 9, 5}), 5);
}

TEST(Scalar, ShiftsByTheWidthAndMoreGiveWhatIsLeft) {
  EXPECT_EQ(Value(OpKind::kShiftLeft, kI8, {3, 7}), -128);
  EXPECT_EQ(Value(OpKind::kShiftLeft, kI8, {3, 8}), 0);
  EXPECT_EQ(Value(OpKind::kShiftRightLogical, kI8, {-1, 4}), 15);
  EXPECT_EQ(Value(OpKind::kShiftRightArithmetic, kI8, {-128, 9}), -1);
  EXPECT_EQ(Value(OpKind::kShiftRightArithmetic, kU8, {128, 1}), 192);
}

TEST(Scalar, BooleansAddByOrAndMultiplyByAnd) {
  EXPECT_EQ(Value(OpKind::kAdd, kI1, {1, 1}), 1);
  EXPECT_EQ(Value(OpKind::kMultiply, kI1, {1, 0}), 0);
  EXPECT_EQ(Value(OpKind::kNot, kI1, {0}), 1);
  EXPECT_EQ(Value(OpKind::kXor, kI1, {1, 1}), 0);
  EXPECT_EQ(Value(OpKind::kCompare, kI1, {0, 1}, tile::kLt, tile::kUnsignedOrder), 1);
}

TEST(Scalar, ArithmeticOfNarrowFloatsIsRoundedToThem) {
  EXPECT_EQ(Value(OpKind::kAdd, kBF16, {256, 1}), 256);
  EXPECT_EQ(Value(OpKind::kAdd, kBF16, {256, 3}), 260);
  EXPECT_EQ(Value(OpKind::kAdd, kF32, {16777216, 1}), 16777216);
  EXPECT_EQ(Value(OpKind::kDivide, kF64, {1, 3}), 1.0 / 3);
  EXPECT_EQ(Value(OpKind::kMultiply, ElementType::kF8E4M3FN, {3.5, 3.5}), 12);
}

TEST(Scalar, MaximumKeepsNaNAndPutsMinusZeroBelowZero) {
  EXPECT_TRUE(std::isnan(Value(OpKind::kMaximum, kF32, {1, NAN})));
  EXPECT_FALSE(std::signbit(Value(OpKind::kMaximum, kF32, {-0.0, 0.0})));
  EXPECT_TRUE(std::signbit(Value(OpKind::kMinimum, kF32, {0.0, -0.0})));
}

TEST(Scalar, ComparisonsKnowNaNAndTheTotalOrder) {
  EXPECT_EQ(Value(OpKind::kCompare, kF32, {NAN, 1}, tile::kNe, tile::kFloatOrder), 1);
  EXPECT_EQ(Value(OpKind::kCompare, kF32, {NAN, 1}, tile::kGe, tile::kFloatOrder), 0);
  EXPECT_EQ(Value(OpKind::kCompare, kF32, {NAN, 1}, tile::kGt, tile::kTotalOrder), 1);
  EXPECT_EQ(Value(OpKind::kCompare, kF32, {-0.0, 0.0}, tile::kEq, tile::kFloatOrder), 1);
  EXPECT_EQ(Value(OpKind::kCompare, kF32, {-0.0, 0.0}, tile::kLt, tile::kTotalOrder), 1);
}

TEST(Scalar, FunctionsAreWithinTheDocumentedError) {
  const Element x = Of(OpKind::kExponential, kF32, {ElementOf(kF32, 1)}, kF32);
  EXPECT_NEAR(RealOf(kF32, x.re), 2.718281828459045, 2e-7);
  EXPECT_NEAR(x.radius, 3 * 0x1p-22, 0x1p-22);  // 3 ULP of 2.7
  const Element tpu =
      Of(OpKind::kExponential, kF32, {ElementOf(kF32, 1)}, kF32, 0, 0, Numerics::kTpu);
  EXPECT_NEAR(tpu.radius, 8 * 0x1p-22, 0x1p-22);
  // bf16 is rounded so much that the error does not matter, but beside a tie.
  EXPECT_TRUE(IsExact(Of(OpKind::kExponential, kBF16, {ElementOf(kBF16, 1)}, kBF16)));
  EXPECT_NEAR(Value(OpKind::kLogistic, kF64, {0.5}), 0.6224593312018546, 1e-15);
  EXPECT_NEAR(Value(OpKind::kErfInv, kF64, {0.5}), 0.4769362762044699, 1e-15);
  EXPECT_NEAR(Value(OpKind::kDigamma, kF64, {0.25}), -4.2274535333762654, 1e-14);
  EXPECT_NEAR(Value(OpKind::kDigamma, kF32, {-0.5}), 0.03648997397857652, 1e-7);
  EXPECT_NEAR(Value(OpKind::kDigamma, kF32, {-1e-30}) / 1e30, 1, 1e-6);
  EXPECT_NEAR(Value(OpKind::kBesselI1e, kF64, {1}), 0.2079104153497085, 1e-15);
  EXPECT_NEAR(Value(OpKind::kBesselI1e, kF64, {300}), 0.023004122040268946, 1e-16);
  EXPECT_NEAR(Value(OpKind::kLgamma, kF64, {0.5}), 0.5723649429247001, 1e-15);
}

TEST(Scalar, WhatRoundsToIntegersDoesSoAsItIsNamed) {
  EXPECT_EQ(Value(OpKind::kRoundNearestAfz, kF32, {-2.5}), -3);
  EXPECT_EQ(Value(OpKind::kRoundNearestEven, kF32, {-2.5}), -2);
  EXPECT_EQ(Value(OpKind::kRemainder, kF32, {-7.5, 2}), -1.5);
  EXPECT_EQ(Value(OpKind::kNextAfter, kF32, {1, 2}), 1 + 0x1p-23);
  EXPECT_EQ(Value(OpKind::kNextAfter, kF32, {0, -1}), -0x1p-149);
  EXPECT_EQ(Value(OpKind::kReducePrecision, kF32, {1 + 0x1p-7 + 0x1p-8}, 8, 7),
            1 + 0x1p-6);
  EXPECT_EQ(Value(OpKind::kReducePrecision, kF32, {1e6}, 5, 10), INFINITY);
  EXPECT_EQ(Value(OpKind::kReducePrecision, kF32, {1e-6}, 5, 10), 0);
}

TEST(Scalar, ConversionsSaturateAndTruncate) {
  const auto converted = [](ElementType from, double value, ElementType to) {
    return NumberOf(to, Convert({from, ElementOf(from, value)}, to, Numerics::kIeee));
  };
  EXPECT_EQ(converted(kF32, -1.9, kI8), -1);
  EXPECT_EQ(converted(kF32, 1000, kI8), 127);
  EXPECT_EQ(converted(kF32, -5, kU8), 0);
  EXPECT_EQ(converted(kF32, NAN, kI8), 0);
  EXPECT_EQ(converted(kF32, NAN, kI1), 1);
  EXPECT_EQ(converted(kI32, 300, kI8), 44);
  EXPECT_EQ(converted(kI32, 300, kI1), 1);
  EXPECT_EQ(converted(kI32, 16777217, kF32), 16777216);
  EXPECT_EQ(converted(kI32, 257, kBF16), 256);
}

TEST(Scalar, ComplexNumbersAreMultipliedByParts) {
  const ElementType c64 = ElementType::kC64;
  const auto number = [](double re, double im) {
    return Element{Nearest(kF32, re), Nearest(kF32, im), 0};
  };
  const auto parts = [](const Element& x) {
    return std::pair(RealOf(kF32, x.re), RealOf(kF32, x.im));
  };
  const Element x = number(1, 2), y = number(3, -1);
  EXPECT_EQ(parts(Of(OpKind::kMultiply, c64, {x, y}, c64)), std::pair(5.0, 5.0));
  EXPECT_EQ(parts(Of(OpKind::kAdd, c64, {x, y}, c64)), std::pair(4.0, 1.0));
  EXPECT_EQ(parts(Of(OpKind::kConj, c64, {x}, c64)), std::pair(1.0, -2.0));
  EXPECT_EQ(RealOf(kF32, Of(OpKind::kAbs, c64, {number(3, 4)}, kF32).re), 5);
  EXPECT_EQ(RealOf(kF32, Of(OpKind::kImag, c64, {x}, kF32).re), 2);
  const Element root = Of(OpKind::kSqrt, c64, {number(-4, 0)}, c64);
  EXPECT_NEAR(RealOf(kF32, root.im), 2, 1e-6);
  EXPECT_EQ(Of(OpKind::kCompare, c64, {x, x}, kI1, tile::kEq).re, 1u);
}

TEST(Scalar, ErrorsGoOnThroughWhatIsComputedOfThem) {
  Element x = ElementOf(kF32, 2), y = ElementOf(kF32, 3);
  x.radius = 0.25;
  const Element sum = Of(OpKind::kAdd, kF32, {x, y}, kF32);
  EXPECT_NEAR(sum.radius, 0.25, 1e-6);
  const Element product = Of(OpKind::kMultiply, kF32, {x, y}, kF32);
  EXPECT_NEAR(product.radius, 0.75, 1e-6);
  const Element sine = Of(OpKind::kSine, kF32, {x}, kF32);
  EXPECT_NEAR(sine.radius, 0.25, 1e-6);
  // A root of a number that may be negative, a quotient by one that may be zero.
  x.radius = 3;
  EXPECT_TRUE(IsUnknown(Of(OpKind::kSqrt, kF32, {x}, kF32)));
  EXPECT_TRUE(IsUnknown(Of(OpKind::kDivide, kF32, {y, x}, kF32)));
}

TEST(Scalar, AnUncertainComparisonIsUnknownAndWhatItChoosesLiesBetween) {
  Element x = ElementOf(kF32, 2);
  x.radius = 0.25;
  const auto less = [&](double y) {
    return Of(OpKind::kCompare, kF32, {x, ElementOf(kF32, y)}, kI1, tile::kLt);
  };
  EXPECT_TRUE(IsExact(less(3)));
  EXPECT_TRUE(IsUnknown(less(2.125)));
  const auto chosen = [&](const Element& on_true, const Element& on_false) {
    const Operand operands[] = {{kI1, less(2.125)}, {kF32, on_true}, {kF32, on_false}};
    return *Apply({OpKind::kSelect}, operands, kF32, Numerics::kIeee);
  };
  EXPECT_TRUE(IsExact(chosen(ElementOf(kF32, 7), ElementOf(kF32, 7))));
  EXPECT_NEAR(chosen(ElementOf(kF32, 7), ElementOf(kF32, 9)).radius, 2, 1e-6);
  EXPECT_TRUE(IsUnknown(chosen(ElementOf(kF32, 7), ElementOf(kF32, INFINITY))));
  // A known operand may decide.
  EXPECT_EQ(Of(OpKind::kAnd, kI1, {less(2.125), ElementOf(kI1, 0)}, kI1).radius, 0);
  EXPECT_TRUE(IsUnknown(Of(OpKind::kAnd, kI1, {less(2.125), ElementOf(kI1, 1)}, kI1)));
}

TEST(Scalar, AnOperationWithoutADefinitionIsNamed) {
  const Operand operands[] = {{kF32, {}}, {kF32, {}}};
  const auto result = Apply({OpKind::kXor}, operands, kF32, Numerics::kIeee);
  EXPECT_EQ(result.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(result.status().message()),
              ::testing::HasSubstr("stablehlo.xor on f32"));
}

}  // namespace
}  // namespace tilewright::reference
