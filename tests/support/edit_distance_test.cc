#include "support/edit_distance.h"

#include "gtest/gtest.h"

namespace tilewright {
namespace {

TEST(EditDistance, CountsInsertionsRemovalsReplacementsAndSwaps) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("tanh", "tanh"), 0);
  EXPECT_EQ(EditDistance("", "add"), 3);
  EXPECT_EQ(EditDistance("add", ""), 3);
  EXPECT_EQ(EditDistance("tahn", "tanh"), 1);  // neighbours swapped
  EXPECT_EQ(EditDistance("reduce", "reduce_window"), 7);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

TEST(EditDistance, IsTheSameBothWays) {
  EXPECT_EQ(EditDistance("transpose", "transpos"), EditDistance("transpos", "transpose"));
}

TEST(NearestWord, IsTheNearestWithinAThirdOfTheWordThenThatOfItsLength) {
  const absl::string_view words[] = {"dimension", "dimensions", "k"};
  EXPECT_EQ(NearestWord("dimensoin", words), "dimension");
  EXPECT_EQ(NearestWord("dimensions", words), "dimensions");
  EXPECT_EQ(NearestWord("dim", words), "");
  EXPECT_EQ(NearestWord("x", words), "k");
  EXPECT_EQ(NearestWord("tahn", {"tan", "tanh"}), "tanh");
  EXPECT_EQ(NearestWord(std::string(1000, 'd'), words), "");
}

}  // namespace
}  // namespace tilewright
