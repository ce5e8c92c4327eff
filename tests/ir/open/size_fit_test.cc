#include "ir/open/size_fit.h"

#include "gtest/gtest.h"
#include "ir/size/text.h"

namespace tilewright::ir {
namespace {

class SizeFitTest : public ::testing::Test {
 protected:
  // What is found of the numbers that `size` has.
  std::string Found(const Size& size) {
    const std::optional<Size> found = fit_.Find(fit_.ValuesOf(size));
    return found ? NamedText(*found, symbols_) : "nothing";
  }

  SymbolList symbols_;
  const Size a_ = Size::OfSymbol(symbols_.Add("a"));
  const Size b_ = Size::OfSymbol(symbols_.Add("b"));
  SizeFit fit_{&symbols_, {{5, 31}, {17, 4}, {3, 70}, {88, 9}, {29, 127}, {140, 13}}};
};

TEST_F(SizeFitTest, SumsOfProductsAreFound) {
  EXPECT_EQ(Found(7), "7");
  EXPECT_EQ(Found(a_), "a");
  for (const Size& size :
       {a_ * 64, a_ + 1, a_ * b_ * 3 - 5, a_ * a_ - a_, a_ + b_ * 2 + 7,
        a_ * b_ * 48 - b_ * 16 + a_ - 1, a_ * a_ * b_ + b_}) {
    EXPECT_EQ(Found(size), NamedText(size, symbols_));
  }
}

TEST_F(SizeFitTest, NothingElseIs) {
  EXPECT_EQ(fit_.Find({1, 2, 3, 4, 5, 6}), std::nullopt);
  EXPECT_EQ(fit_.Find({5, 17, 3, 88, 29, 141}), std::nullopt);  // a, but for the last
  const Size half = FloorDivide(a_, 2);
  EXPECT_EQ(Found(half), "nothing");
  EXPECT_TRUE(fit_.AddFactor(half));
  EXPECT_EQ(Found(half * b_ + 1), NamedText(half * b_ + 1, symbols_));
}

TEST_F(SizeFitTest, AQuotientIsAFactorHoweverItIsSpelled) {
  for (const int64_t added : {-1, 1}) {
    const Size quotient = FloorDivide(b_ + added, 2);
    EXPECT_TRUE(fit_.AddFactor(quotient));
    EXPECT_EQ(Found(quotient * 2 - b_), NamedText(quotient * 2 - b_, symbols_));
  }
}

TEST_F(SizeFitTest, SumsAreFactorsOfSingleProducts) {
  const Size product = (a_ - 2) * (b_ + 3) * a_ * 32;
  EXPECT_EQ(Found(product), "nothing");
  EXPECT_TRUE(fit_.AddFactor(a_ - 2));
  EXPECT_TRUE(fit_.AddFactor(b_ + 3));
  EXPECT_EQ(Found(product), NamedText(product, symbols_));
}

TEST_F(SizeFitTest, FactorsHaveValues) {
  EXPECT_FALSE(fit_.AddFactor(FloorDivide(a_, b_ - 4)));  // by 0 at a point
}

}  // namespace
}  // namespace tilewright::ir
