#include "support/refusals.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Refusals, AreOneErrorInTheirOrderAndCountedWhereTheirCauseIsTheSame) {
  Refusals refusals;
  EXPECT_TRUE(refusals.ToStatus().ok());
  refusals.Add(absl::UnimplementedError("f:1:2: error: no a\n  line\n  ^"));
  refusals.Add(absl::UnimplementedError("f:3:4: error: no b"));
  refusals.Add(absl::UnimplementedError("f:5:6: error: no a"));
  const absl::Status status = refusals.ToStatus();
  EXPECT_EQ(status.message(),
            "f:1:2: error: no a\n  line\n  ^\n  (the same 1 more time)\n"
            "f:3:4: error: no b");
  EXPECT_THAT(RefusalsIn(status),
              ElementsAre("f:1:2: error: no a", "f:3:4: error: no b"));
}

TEST(Refusals, OfAnyOtherErrorAreItsFirstLineOrNone) {
  EXPECT_THAT(RefusalsIn(absl::UnimplementedError("no c\nat d")), ElementsAre("no c"));
  EXPECT_THAT(RefusalsIn(absl::InvalidArgumentError("bad")), IsEmpty());
  EXPECT_THAT(RefusalsIn(absl::OkStatus()), IsEmpty());
}

TEST(Refusals, AreShownUpToALimitAndListedWithout) {
  Refusals refusals;
  for (int i = 0; i < 100; ++i) {
    refusals.Add(absl::UnimplementedError("f:1:1: error: no " + std::to_string(i)));
  }
  const absl::Status status = refusals.ToStatus();
  EXPECT_THAT(std::string(status.message()), ::testing::EndsWith("no 39\nand 60 more"));
  EXPECT_EQ(RefusalsIn(status).size(), 100u);
}

}  // namespace
}  // namespace tilewright
