// What is known of sums and products in any order.
#include "tests/reference/sums.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilewright::reference {
namespace {

constexpr ElementType kF32 = ElementType::kF32;

Wide SumOf(const std::vector<double>& terms, Numerics numerics = Numerics::kIeee) {
  Sum sum(kF32, numerics);
  for (double term : terms) sum.Add({term, 0});
  return sum.Total();
}

Wide ProductOf(const std::vector<double>& factors) {
  Product product(kF32);
  for (double factor : factors) product.Add({factor, 0});
  return product.Total();
}

TEST(Sums, OfMultiplesOfAPowerOfTwoAreExactInAnyOrder) {
  const Wide x = SumOf({0.125, -3, 1000, 2.5});
  EXPECT_EQ(x.value, 999.625L);
  EXPECT_EQ(x.radius, 0);
}

TEST(Sums, ThatHaveToBeRoundedOnTheWayAreWithinTheirBound) {
  const Wide x = SumOf({1, 0x1p-24, -1});
  EXPECT_EQ(x.value, 0x1p-24L);
  // Both 0 and 2^-24 are what some order gives.
  EXPECT_GE(x.radius, 0x1p-24L);
  EXPECT_LE(x.radius, 16 * 0x1p-24L);
}

TEST(Sums, AreMinusZeroWhereAllTermsAre) {
  EXPECT_TRUE(std::signbit(SumOf({-0.0, -0.0}).value));
  EXPECT_FALSE(std::signbit(SumOf({-0.0, 0.0}).value));
  EXPECT_FALSE(std::signbit(SumOf({2, -2}).value));
}

TEST(Sums, KnowInfinitiesAndWhatMayOverflow) {
  EXPECT_EQ(SumOf({INFINITY, 1}).value, INFINITY);
  EXPECT_TRUE(std::isnan(SumOf({INFINITY, -INFINITY}).value));
  EXPECT_TRUE(std::isnan(SumOf({NAN, 1}).value));
  EXPECT_EQ(SumOf({3e38, 3e38, -3e38}).radius, kUnknownRadius);
}

TEST(Sums, OfSubnormalTermsAreNotExactInTpuNumerics) {
  EXPECT_EQ(SumOf({0x1p-140, 0x1p-140}).radius, 0);
  EXPECT_GE(SumOf({0x1p-140, 0x1p-140}, Numerics::kTpu).radius, 0x1p-139);
}

TEST(Sums, TakeTheErrorsOfTheirTerms) {
  Sum sum(kF32, Numerics::kIeee);
  sum.Add({1, 0.5});
  sum.AddProduct({2, 0.25}, {3, 0});
  const Wide x = sum.Total();
  EXPECT_EQ(x.value, 7);
  EXPECT_NEAR(static_cast<double>(x.radius), 1.25, 1e-5);
}

TEST(Sums, OfProductsWithFewDigitsAreExact) {
  Sum sum(kF32, Numerics::kIeee);
  sum.AddProduct({1.5, 0}, {2.25, 0});
  sum.AddProduct({-0.125, 0}, {8, 0});
  EXPECT_EQ(sum.Total().value, 2.375L);
  EXPECT_EQ(sum.Total().radius, 0);
}

TEST(Products, OfFewDigitsAreExactInAnyOrder) {
  EXPECT_EQ(ProductOf({1.5, -3, 0.25}).value, -1.125L);
  EXPECT_EQ(ProductOf({1.5, -3, 0.25}).radius, 0);
  EXPECT_GT(ProductOf({1.1f, 1.3f}).radius, 0);
}

TEST(Products, KnowZerosInfinitiesAndTheirRange) {
  EXPECT_EQ(ProductOf({0, -2}).value, 0);
  EXPECT_TRUE(std::signbit(ProductOf({0, -2}).value));
  EXPECT_EQ(ProductOf({-INFINITY, 2}).value, -INFINITY);
  EXPECT_TRUE(std::isnan(ProductOf({INFINITY, 0}).value));
  EXPECT_EQ(ProductOf({1e30, 1e30, 1e-30}).radius, kUnknownRadius);
  // What may be zero beside an infinity may make anything.
  Product product(kF32);
  product.Add({INFINITY, 0});
  product.Add({0, 0.5});
  EXPECT_EQ(product.Total().radius, kUnknownRadius);
}

}  // namespace
}  // namespace tilewright::reference
