#include "cache/inspect/query.h"

#include "gtest/gtest.h"

namespace tilewright::cache {
namespace {

TEST(Pattern, AStarIsAnyTextAndNothingElseIs) {
  EXPECT_TRUE(MatchesPattern("", ""));
  EXPECT_TRUE(MatchesPattern("*", ""));
  EXPECT_TRUE(MatchesPattern("dot*", "dot_general.3"));
  EXPECT_TRUE(MatchesPattern("*general*", "dot_general.3"));
  EXPECT_TRUE(MatchesPattern("a*b*a", "abaaba"));
  EXPECT_FALSE(MatchesPattern("dot", "dot_general.3"));
  EXPECT_FALSE(MatchesPattern("dot?", "dots"));
  EXPECT_FALSE(MatchesPattern("", "x"));
  EXPECT_FALSE(MatchesPattern("a*b", "abc"));
}

TEST(Pattern, ManyStarsTakeNoExponentialTime) {
  EXPECT_FALSE(MatchesPattern(std::string(40, '*') + "b", std::string(100000, 'a')));
  std::string stars;
  for (int i = 0; i < 40; ++i) stars += "a*";
  EXPECT_FALSE(MatchesPattern(stars + "b", std::string(10000, 'a')));
}

TEST(Condition, HoldsForEqualOrForOtherValues) {
  const absl::StatusOr<Condition> equal = Condition::Parse("llvm=19.*");
  ASSERT_TRUE(equal.ok());
  EXPECT_EQ(equal->field, "llvm");
  EXPECT_TRUE(equal->Holds("19.1.7"));
  EXPECT_FALSE(equal->Holds("20.1"));
  const absl::StatusOr<Condition> other = Condition::Parse("llvm!=19.1.7");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->field, "llvm");
  EXPECT_FALSE(other->Holds("19.1.7"));
  EXPECT_TRUE(other->Holds(""));
}

TEST(Condition, WithoutAFieldOrASignIsAnError) {
  for (const char* text : {"", "llvm", "=19", "!=19"}) {
    EXPECT_FALSE(Condition::Parse(text).ok()) << text;
  }
}

TEST(Condition, TheValueMayHoldSigns) {
  EXPECT_EQ(Condition::Parse("features=*+avx=2*")->pattern, "*+avx=2*");
}

}  // namespace
}  // namespace tilewright::cache
