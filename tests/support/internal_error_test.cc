#include "support/internal_error.h"

#include "gtest/gtest.h"

namespace tilewright {
namespace {

TEST(InternalErrorIn, SaysOnceWhereItComesFromAndWhatMayServe) {
  const absl::Status status =
      InternalErrorIn("stablehlo.add (m.py:3:1)", absl::InternalError("no memory"));
  EXPECT_EQ(status, absl::InternalError(
                        "internal error in stablehlo.add (m.py:3:1); --cluster=off may "
                        "serve meanwhile: no memory"));
  EXPECT_EQ(InternalErrorIn("stablehlo.while (m.py:1:1)", status), status);
  EXPECT_EQ(InternalErrorIn("", absl::InternalError("x")),
            absl::InternalError("internal error; --cluster=off may serve meanwhile: x"));
}

TEST(InternalErrorIn, LeavesEveryOtherStatusAlone) {
  EXPECT_EQ(InternalErrorIn("x", absl::OkStatus()), absl::OkStatus());
  EXPECT_EQ(InternalErrorIn("x", absl::UnimplementedError("y")),
            absl::UnimplementedError("y"));
}

}  // namespace
}  // namespace tilewright
