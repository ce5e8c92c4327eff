// Rounding, with radii.
#include "tests/reference/element.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilewright::reference {
namespace {

constexpr ElementType kF32 = ElementType::kF32;
constexpr ElementType kBF16 = ElementType::kBF16;
constexpr ElementType kF16 = ElementType::kF16;
constexpr Numerics kIeee = Numerics::kIeee;

TEST(Element, IntegersWrapAndAreExtendedToTheirBytes) {
  EXPECT_EQ(FromInteger(ElementType::kI8, 200).re, 200u);
  EXPECT_EQ(IntegerOf(ElementType::kI8, FromInteger(ElementType::kI8, 200)), -56);
  EXPECT_EQ(FromInteger(ElementType::kI4, 9).re, 0xf9u);
  EXPECT_EQ(IntegerOf(ElementType::kI4, FromInteger(ElementType::kI4, 9)), -7);
  EXPECT_EQ(FromInteger(ElementType::kU4, 17).re, 1u);
  EXPECT_EQ(IntegerOf(ElementType::kI1, FromInteger(ElementType::kI1, 3)), 1);
  EXPECT_EQ(IntegerOf(ElementType::kU64, FromInteger(ElementType::kU64, -1)), -1);
}

TEST(Element, AnExactResultIsRoundedToNearestEven) {
  const Element x = Rounded(kF32, {1 + 0x1p-24L, 0}, kIeee);
  EXPECT_EQ(RealOf(kF32, x.re), 1);
  EXPECT_TRUE(IsExact(x));
  EXPECT_EQ(RealOf(kF32, Rounded(kF32, {1 + 0x3p-24L, 0}, kIeee).re), 1 + 0x1p-22);
}

TEST(Element, AConversionIsRoundedOnceWhereAResultIsRoundedToF32First) {
  // Above half way between 1 and 1 + 2^-7 by less than f32 can tell.
  const long double x = 1 + 0x1p-8L + 0x1p-40L;
  EXPECT_EQ(RealOf(kBF16, RoundedOnce(kBF16, {x, 0}).re), 1 + 0x1p-7);
  EXPECT_EQ(RealOf(kBF16, Rounded(kBF16, {x, 0}, kIeee).re), 1);
}

TEST(Element, ARadiusThatDoesNotReachTheNextNumberVanishes) {
  EXPECT_TRUE(IsExact(Rounded(kBF16, {1, 0x1p-20L}, kIeee)));
  const Element x = Rounded(kBF16, {1 + 0x1p-8L, 0x1p-20L}, kIeee);
  EXPECT_EQ(x.radius, 0x1p-7);
}

TEST(Element, ANumberThatMayOverflowIsUnknown) {
  EXPECT_TRUE(IsUnknown(Rounded(kF16, {65519, 2}, kIeee)));
  EXPECT_TRUE(IsExact(Rounded(kF16, {1e9L, 2}, kIeee)));  // infinity either way
}

TEST(Element, ANaNThatIsComputedMayBeAnyNaN) {
  const Element x = Rounded(kF32, {NAN, 0}, kIeee);
  EXPECT_TRUE(std::isnan(RealOf(kF32, x.re)));
  EXPECT_FALSE(IsExact(x));
  EXPECT_FALSE(IsUnknown(x));
}

TEST(Element, SubnormalsMayBeZeroInTpuNumericsOnly) {
  const Wide tiny = {0x1p-130L, 0};
  EXPECT_TRUE(IsExact(Rounded(kF32, tiny, kIeee)));
  EXPECT_GE(Rounded(kF32, tiny, Numerics::kTpu).radius, 0x1p-130);
  const Element x = Rounded(kF32, tiny, kIeee);
  EXPECT_EQ(OperandOf(kF32, x, kIeee).radius, 0);
  EXPECT_EQ(OperandOf(kF32, x, Numerics::kTpu).radius, 0x1p-130L);
  // f16 has its subnormals where f32 has none.
  EXPECT_TRUE(IsExact(Rounded(kF16, {0x1p-20L, 0}, Numerics::kTpu)));
}

TEST(Element, UnitsInTheLastPlaceAreThoseOfTheTypeThatIsComputedIn) {
  EXPECT_EQ(UlpOf(kF32, 1.5L), 0x1p-23L);
  EXPECT_EQ(UlpOf(kBF16, 1.5L), 0x1p-23L);
  EXPECT_EQ(UlpOf(ElementType::kF64, 4), 0x1p-50L);
  EXPECT_EQ(UlpOf(kF32, 0), 0x1p-149L);
}

}  // namespace
}  // namespace tilewright::reference
