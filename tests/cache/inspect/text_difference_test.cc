#include "cache/inspect/text_difference.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::cache {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kText[] =
    "0 = load r0 : tensor<4xf32>\n"
    "1 = scalar stablehlo.add (0, 0) : tensor<4xf32>\n"
    "2 = scalar stablehlo.tanh (1) : tensor<4xf32>\n"
    "store r1 <- 2\n";

TEST(TextDifference, OfEqualTextsIsNothing) {
  EXPECT_THAT(FirstDifference(kText, kText, 3), IsEmpty());
  EXPECT_EQ(Similarity(kText, kText), 1);
  EXPECT_EQ(Similarity("", ""), 1);
}

TEST(TextDifference, ShowsTheLineThatChanged) {
  const std::string other =
      "0 = load r0 : tensor<4xf32>\n"
      "1 = scalar stablehlo.add (0, 0) : tensor<4xf32>\n"
      "2 = scalar stablehlo.exponential (1) : tensor<4xf32>\n"
      "store r1 <- 2\n";
  EXPECT_THAT(FirstDifference(kText, other, 3),
              ElementsAre("- 3: 2 = scalar stablehlo.tanh (1) : tensor<4xf32>",
                          "+ 3: 2 = scalar stablehlo.exponential (1) : tensor<4xf32>"));
  EXPECT_EQ(Similarity(kText, other), 0.75);
}

TEST(TextDifference, NumbersOfValuesAfterAnOperationThatWasAddedDoNotCount) {
  const std::string other =
      "0 = load r0 : tensor<4xf32>\n"
      "1 = scalar stablehlo.negate (0) : tensor<4xf32>\n"
      "2 = scalar stablehlo.add (1, 1) : tensor<4xf32>\n"
      "3 = scalar stablehlo.tanh (2) : tensor<4xf32>\n"
      "store r1 <- 3\n";
  EXPECT_THAT(FirstDifference(kText, other, 3),
              ElementsAre("+ 2: 1 = scalar stablehlo.negate (0) : tensor<4xf32>"));
}

TEST(TextDifference, OperandsThatChangedAreShownWhereNothingElseDid) {
  const std::string a = "%1 = \"stablehlo.subtract\"(%a0, %a1) : f32\n";
  const std::string b = "%1 = \"stablehlo.subtract\"(%a1, %a0) : f32\n";
  EXPECT_EQ(FirstDifference(a, b, 3).size(), 2u);
}

TEST(TextDifference, TextsWithNothingInCommonAreCutToTheLimit) {
  EXPECT_THAT(FirstDifference("a\nb\nc\n", "x\ny\nz\n", 2),
              ElementsAre("- 1: a", "- 2: b", "+ 1: x", "+ 2: y"));
  EXPECT_THAT(FirstDifference("", "x\n", 2), ElementsAre("+ 1: x"));
}

}  // namespace
}  // namespace tilewright::cache
