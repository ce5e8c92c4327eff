#include "ir/size/prove.h"

#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/size/text.h"
#include "tests/ir/size/random_size.h"

namespace tilewright::ir {
namespace {

using ::testing::HasSubstr;

class ProveTest : public ::testing::Test {
 protected:
  SymbolList symbols;
  Size b = Size::OfSymbol(symbols.Add("b", {1}));
  Size t = Size::OfSymbol(symbols.Add("t", {8, 4096, 8}));
  Size n = Size::OfSymbol(symbols.Add("n", {2, 100}));
};

TEST_F(ProveTest, BoundsFollowFromSymbolsAndTheirDistanceFromTheirLeast) {
  const auto bounds = [&](const Size& size) {
    const SizeBounds found = BoundsOf(size, symbols);
    const auto text = [](const std::optional<int64_t>& end) {
      return end ? std::to_string(*end) : std::string("?");
    };
    return text(found.low) + ".." + text(found.high);
  };
  EXPECT_EQ(bounds(b), "1..?");
  EXPECT_EQ(bounds(2 * n + 1), "5..201");
  EXPECT_EQ(bounds(b * n - b), "1..?");
  EXPECT_EQ(bounds(FloorDivide(n, 3)), "0..33");
  EXPECT_EQ(bounds(Remainder(b, 4)), "0..3");
  EXPECT_EQ(bounds(Remainder(b, n)), "0..99");
  EXPECT_EQ(bounds(Max({b, n})), "2..?");
  EXPECT_EQ(bounds(Min({b, n})), "1..100");
  EXPECT_EQ(bounds(7), "7..7");
}

TEST_F(ProveTest, WhatFollowsIsProvedAndWhatDoesNotIsUnknown) {
  EXPECT_EQ(ProveEqual(b * t, t * b, symbols), Proof::kYes);
  EXPECT_EQ(ProveEqual(b, b + 1, symbols), Proof::kNo);
  EXPECT_EQ(ProveEqual(b, n, symbols), Proof::kUnknown);
  EXPECT_EQ(ProveEqual(2 * b, 2 * n + 1, symbols), Proof::kNo);
  EXPECT_EQ(ProveEqual(b + n, 0, symbols), Proof::kNo);
  EXPECT_EQ(ProveEqual(FloorDivide(t, 8) * 8, t, symbols), Proof::kYes);
  EXPECT_EQ(ProveEqual(Max({n, 2}), n, symbols), Proof::kYes);
  EXPECT_EQ(ProveEqual(FloorDivide(n, 101), 0, symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(b + n, 3, symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(b, 2, symbols), Proof::kUnknown);
  EXPECT_EQ(ProveAtLeast(n, 101, symbols), Proof::kNo);
  EXPECT_EQ(ProveAtLeast(b * t, b, symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(b, FloorDivide(b, 2), symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(FloorDivide(b, 2), b, symbols), Proof::kNo);
  EXPECT_EQ(ProveAtLeast(FloorDivide(b, 2) + 1, b, symbols), Proof::kUnknown);
  EXPECT_EQ(ProveAtLeast(FloorDivide(b, 3), b + 1, symbols), Proof::kNo);
  EXPECT_EQ(ProveAtLeast(b - 1, Remainder(-3, b), symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(b - Remainder(3, b), 1, symbols), Proof::kYes);
  EXPECT_EQ(ProveAtLeast(b - Remainder(n, b), 2, symbols), Proof::kUnknown);
  EXPECT_EQ(ProveDivisible(t * b + 16, 8, symbols), Proof::kYes);
  EXPECT_EQ(ProveDivisible(t + 4, 8, symbols), Proof::kNo);
  EXPECT_EQ(ProveDivisible(b, 8, symbols), Proof::kUnknown);
  EXPECT_EQ(ProveEqual(Size::Refused("x"), Size::Refused("x"), symbols), Proof::kUnknown);
}

TEST_F(ProveTest, WhatIsProvedHoldsAtEveryValue) {
  std::mt19937_64 random(RandomSeed());
  const std::vector<Size> all = {b, t, n};
  int proved = 0;
  for (int i = 0; i < 1000; ++i) {
    const RandomSize one = MakeRandomSize(&random, all, 3);
    const RandomSize two = MakeRandomSize(&random, all, 3);
    if (one.size.refused() || two.size.refused()) continue;
    const SizeBounds bounds = BoundsOf(one.size, symbols);
    const Proof equal = ProveEqual(one.size, two.size, symbols);
    const Proof at_least = ProveAtLeast(one.size, two.size, symbols);
    const Proof even = ProveDivisible(one.size, 2, symbols);
    const Size simple = Simplify(one.size, symbols);
    for (int k = 0; k < 6; ++k) {
      const std::vector<int64_t> values = {1 + static_cast<int64_t>(random() % 20),
                                           8 * (1 + static_cast<int64_t>(random() % 9)),
                                           2 + static_cast<int64_t>(random() % 99)};
      ASSERT_TRUE(symbols.Check(values).ok());
      const std::optional<int64_t> x = one.value(values), y = two.value(values);
      if (!x || !y) continue;
      if (bounds.low) {
        ASSERT_GE(*x, *bounds.low) << one.text;
      }
      if (bounds.high) {
        ASSERT_LE(*x, *bounds.high) << one.text;
      }
      const std::string both = one.text + " and " + two.text;
      if (equal != Proof::kUnknown) {
        ASSERT_EQ(*x == *y, equal == Proof::kYes) << both;
      }
      if (at_least != Proof::kUnknown) {
        ASSERT_EQ(*x >= *y, at_least == Proof::kYes) << both;
        ++proved;
      }
      if (even != Proof::kUnknown) {
        ASSERT_EQ(*x % 2 == 0, even == Proof::kYes) << one.text;
      }
      if (!simple.refused()) {
        ASSERT_EQ(*Evaluate(simple, symbols, values), *x) << one.text;
      }
    }
  }
  EXPECT_GT(proved, 300);
}

TEST(Facts, OfASymbolAddUpOrContradict) {
  SymbolList symbols;
  const SymbolId b = symbols.Add("batch");
  ASSERT_TRUE(symbols.Learn(b, {3}).ok());
  ASSERT_TRUE(symbols.Learn(b, {0, 50, 4}).ok());
  ASSERT_TRUE(symbols.Learn(b, {0, SymbolFacts::kUnbounded, 6}).ok());
  EXPECT_EQ(symbols[b].facts, (SymbolFacts{12, 48, 12}));
  EXPECT_EQ(symbols.Find("batch"), b);
  EXPECT_EQ(symbols.Find("b"), -1);
  EXPECT_EQ(symbols.Learn(b, {49}).message(),
            "no value of the size 'batch' keeps both: >= 12, <= 48, multiple of 12 and "
            ">= 49");
  EXPECT_EQ(symbols[b].facts, (SymbolFacts{12, 48, 12}));
}

TEST(Facts, AValueThatBreaksOneIsNamed) {
  SymbolList symbols;
  symbols.Add("b", {1});
  symbols.Add("length", {4, 64, 4});
  EXPECT_TRUE(symbols.Check({1, 64}).ok());
  EXPECT_EQ(symbols.Check({0, 4}).message(), "the size 'b' is 0, but is at least 1");
  EXPECT_EQ(symbols.Check({1, 68}).message(),
            "the size 'length' is 68, but is at most 64");
  EXPECT_EQ(symbols.Check({1, 6}).message(),
            "the size 'length' is 6, but is a multiple of 4");
  EXPECT_EQ(symbols.Check({1}).message(), "the size 'length' has no value");
}

}  // namespace
}  // namespace tilewright::ir
