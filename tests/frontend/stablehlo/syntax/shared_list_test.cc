#include "frontend/stablehlo/syntax/shared_list.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SharedList, WhoChangesItHasACopyOfItsOwn) {
  SharedList<int> list = {1, 2};
  SharedList<int> other = list;
  EXPECT_EQ(&list[0], &other[0]);
  other.push_back(3);
  EXPECT_THAT(list, ElementsAre(1, 2));
  EXPECT_THAT(other, ElementsAre(1, 2, 3));
  (*list.Own())[0] = 7;
  EXPECT_THAT(list, ElementsAre(7, 2));
  EXPECT_THAT(other, ElementsAre(1, 2, 3));
}

TEST(SharedList, OneThatIsNotSharedIsChangedInPlace) {
  SharedList<int> list = std::vector<int>{1, 2};
  const int* const first = &list[0];
  (*list.Own())[1] = 5;
  EXPECT_EQ(&list[0], first);
}

TEST(SharedList, BeginsEmpty) {
  SharedList<int> list;
  EXPECT_THAT(list, IsEmpty());
  list.emplace_back(4);
  EXPECT_THAT(list, ElementsAre(4));
}

}  // namespace
}  // namespace tilewright::stablehlo
