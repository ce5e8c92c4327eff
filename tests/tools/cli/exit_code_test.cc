#include "tools/cli/exit_code.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

TEST(ExitCodes, AreListedByNumber) {
  int next = 0;
  for (const ExitCodeWords& row : kExitCodes) EXPECT_EQ(row.code, next++);
  EXPECT_EQ(next, kInternal + 1);
}

TEST(ExitCodes, TellRefusalsMistakesOfOursAndFilesFromOtherFailures) {
  EXPECT_EQ(CodeOf(absl::UnimplementedError("x")), kRefused);
  EXPECT_EQ(CodeOf(absl::InternalError("x")), kInternal);
  EXPECT_EQ(CodeOf(absl::NotFoundError("x")), kInputOutput);
  EXPECT_EQ(CodeOf(absl::PermissionDeniedError("x")), kInputOutput);
  EXPECT_EQ(CodeOf(absl::UnavailableError("x")), kInputOutput);
  EXPECT_EQ(CodeOf(absl::InvalidArgumentError("x")), kFailed);
  EXPECT_EQ(CodeOf(absl::ResourceExhaustedError("x")), kFailed);
}

TEST(Describe, SaysWhatKindOfErrorItIsInWords) {
  EXPECT_EQ(Describe(absl::UnimplementedError("x")), "not supported: x");
  EXPECT_EQ(Describe(absl::ResourceExhaustedError("x")), "not enough: x");
  EXPECT_EQ(Describe(absl::InternalError("x")), "internal error: x");
  EXPECT_EQ(Describe(absl::InternalError("internal error in y")), "internal error in y");
  EXPECT_EQ(Describe(absl::InvalidArgumentError("x")), "x");
}

TEST(FailureOf, HasAllThatIsRefused) {
  EXPECT_THAT(FailureOf(absl::UnimplementedError("a\nb")).refusals,
              ::testing::ElementsAre("a"));
  EXPECT_THAT(FailureOf(absl::InternalError("a")).refusals, ::testing::IsEmpty());
}

}  // namespace
}  // namespace tilewright::tools
