#include "ir/size/size.h"

#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "absl/hash/hash.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/size/expression.h"
#include "ir/size/facts.h"
#include "ir/size/text.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;

class SizeTest : public ::testing::Test {
 protected:
  SymbolList symbols;
  Size b = Size::OfSymbol(symbols.Add("b"));
  Size t = Size::OfSymbol(symbols.Add("t"));
  Size n = Size::OfSymbol(symbols.Add("n"));

  std::string Text(const Size& size) { return NamedText(size, symbols); }
};

TEST_F(SizeTest, PolynomialsThatAreEqualAreTheSameSize) {
  EXPECT_EQ((b + t) * (b - t), b * b - t * t);
  EXPECT_EQ(b * t * 2 - t * b, t * b);
  EXPECT_EQ(b - b, Size(0));
  EXPECT_TRUE((b + 3 - b).is_number(3));
  EXPECT_EQ(absl::Hash<Size>()(b * (t + 1)), absl::Hash<Size>()(b + t * b));
  EXPECT_FALSE(b == t);
  EXPECT_EQ((b + 0).symbol(), 0);
  EXPECT_EQ((b + 1).symbol(), std::nullopt);
}

TEST_F(SizeTest, DivisionTakesOutWhatIsAMultipleOfTheDivisor) {
  EXPECT_EQ(FloorDivide(6 * b + 9, 3), 2 * b + 3);
  EXPECT_EQ(FloorDivide(6 * b + 8, 4), FloorDivide(b, 2) + b + 2);
  EXPECT_EQ(FloorDivide(b * t + b * n + n, b), t + n + FloorDivide(n, b));
  EXPECT_EQ(FloorDivide(b * b - t * t, b + t), b - t);
  EXPECT_EQ(FloorDivide(b * t, b * n), FloorDivide(t, n));
  EXPECT_EQ(FloorDivide(FloorDivide(b, 2) + 1, 3), FloorDivide(b + 2, 6));
  EXPECT_EQ(FloorDivide(b, -2), FloorDivide(-b, 2));
  EXPECT_EQ(FloorDivide(-7, 2), Size(-4));
  EXPECT_EQ(Remainder(-7, 2), Size(1));
  EXPECT_EQ(CeilDivide(b + 7, 8), FloorDivide(b + 14, 8));
}

TEST_F(SizeTest, ADividendIsQuotientTimesDivisorAndRemainder) {
  for (const Size& divisor : {Size(2), t, t + 1, 3 * n, b * t}) {
    const Size dividend = b * t + 5 * n + 7;
    EXPECT_EQ(FloorDivide(dividend, divisor) * divisor + Remainder(dividend, divisor),
              dividend)
        << Text(divisor);
  }
}

TEST_F(SizeTest, MaximaHaveNoOrderAndWhatIsCommonIsOutside) {
  EXPECT_EQ(Max({b, t}), Max({t, b}));
  EXPECT_EQ(Max({b + n, t + n}), Max({b, t}) + n);
  EXPECT_EQ(Max({2 * b, 2 * t}), 2 * Max({b, t}));
  EXPECT_EQ(Max({b, Max({t, n})}), Max({Max({b, t}), n}));
  EXPECT_EQ(Max({b, b + 3}), b + 3);
  EXPECT_EQ(Max({b, b}), b);
  EXPECT_EQ(Min({b, t}) + Max({b, t}), b + t);
  EXPECT_EQ(Min({b, t, n}), Min({n, Min({b, t})}));
  EXPECT_EQ(Max({4, 9, 2}), Size(9));
}

TEST_F(SizeTest, WhatIsTooLargeIsRefusedByNameAndStaysRefused) {
  const Size large = Size(int64_t{1} << 62) * 4;
  EXPECT_THAT(std::string(large.status().message()), HasSubstr("64 bits"));
  EXPECT_TRUE((b + large).refused());
  EXPECT_TRUE(Max({b, large}).refused());
  EXPECT_TRUE(FloorDivide(large, b).refused());
  EXPECT_TRUE((Size(int64_t{1} << 62) * b * 2).refused());
  Size power = b;
  for (int i = 0; i < SizeLimits::kDegree; ++i) power = power * b;
  EXPECT_THAT(std::string(power.status().message()), HasSubstr("factors in a product"));
  Size sum;
  for (int i = 0; i <= SizeLimits::kTerms; ++i) {
    sum = sum + Size::OfSymbol(symbols.Add("x"));
  }
  EXPECT_THAT(std::string(sum.status().message()), HasSubstr("more than 64 terms"));
  Size nested = b;
  for (int i = 0; i <= SizeLimits::kDepth; ++i) nested = FloorDivide(t, nested + 1);
  EXPECT_THAT(std::string(nested.status().message()), HasSubstr("in each other"));
  EXPECT_THAT(std::string(FloorDivide(b, 0).status().message()),
              HasSubstr("divided by 0"));
  const int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE((b + Size(least)).refused());
  EXPECT_TRUE(FloorDivide(least, -1).refused());
}

TEST_F(SizeTest, EvaluationSaysWhichSymbolsDoNotFit) {
  const auto message = [&](const Size& size, std::vector<int64_t> values) {
    return std::string(Evaluate(size, symbols, values).status().message());
  };
  EXPECT_THAT(message(b * b * b, {int64_t{1} << 62, 1, 1}), HasSubstr("does not fit"));
  const int64_t huge = int64_t{1} << 40;
  EXPECT_EQ(message(b * t + 1, {huge, huge, 1}),
            "a size does not fit into 64 bits: b*t + 1, b = 1099511627776, t = "
            "1099511627776");
  // What is between may be larger than 64 bits.
  EXPECT_EQ(*Evaluate(b * t - b * t + n, symbols, {huge, huge, 1}), 1);
  EXPECT_EQ(*Evaluate(b * t - b * n, symbols, {huge, huge, huge}), 0);
  EXPECT_EQ(message(FloorDivide(b, t), {4, 0, 1}), "a size is divided by 0: t, t = 0");
  EXPECT_EQ(message(b + n, {1, 2}), "the size 'n' has no value");
}

TEST_F(SizeTest, RandomExpressionsHaveTheValuesOfPlainArithmetic) {
  std::mt19937_64 random(RandomSeed());
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    const RandomSize made = MakeRandomSize(&random, {b, t, n});
    if (made.size.refused()) {
      ++refused;
      continue;
    }
    for (int k = 0; k < 8; ++k) {
      const std::vector<int64_t> values = RandomValues(&random, 3);
      const std::optional<int64_t> wanted = made.value(values);
      if (!wanted) continue;  // a divisor that is not positive
      const absl::StatusOr<int64_t> value = Evaluate(made.size, symbols, values);
      ASSERT_TRUE(value.ok()) << value.status() << "\n" << made.text;
      ASSERT_EQ(*value, *wanted)
          << made.text << " = " << Text(made.size) << " at b = " << values[0]
          << ", t = " << values[1] << ", n = " << values[2];
    }
  }
  EXPECT_LT(refused, 100);
}

TEST_F(SizeTest, SubstitutionGivesTheSizeThatWasMeant) {
  std::mt19937_64 random(RandomSeed());
  for (int i = 0; i < 1000; ++i) {
    const RandomSize made = MakeRandomSize(&random, {b, t, n});
    const Size replaced = Substitute(
        made.size, [&](SymbolId id) { return id == 0 ? t + 2 * n : Size(id); });
    const std::vector<int64_t> values = RandomValues(&random, 3);
    const std::optional<int64_t> wanted = made.value({values[1] + 2 * values[2], 1, 2});
    if (!wanted || made.size.refused() || replaced.refused()) continue;
    EXPECT_EQ(*Evaluate(replaced, symbols, values), *wanted) << made.text;
  }
}

}  // namespace
}  // namespace tilewright::ir
