#include "runtime/memory/unchanged_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilewright::runtime {
namespace {

TEST(UnchangedCheck, NamesTheBlockThatWasWritten) {
  std::vector<char> a(1000, 1);
  std::vector<char> b(10, 2);
  UnchangedCheck check(
      {{a.data(), 1000, "input 0"}, {b.data(), 10, "input 1"}, {nullptr, 0, "input 2"}});
  EXPECT_TRUE(check.Verify().ok());
  b[9] = 3;
  absl::Status status = check.Verify();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("input 1"));
}

}  // namespace
}  // namespace tilewright::runtime
