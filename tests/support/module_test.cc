#include "support/module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace tilewright {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Module, OneThatIsNotThereIsNamedWithWhereItWasLookedFor) {
  const absl::StatusOr<void*> found = FindInModule("nonesuch", "symbol");
  EXPECT_EQ(found.status().code(), absl::StatusCode::kFailedPrecondition);
  const std::string folder =
      std::filesystem::canonical("/proc/self/exe").parent_path().string();
  EXPECT_THAT(std::string(found.status().message()),
              AllOf(HasSubstr("module nonesuch: there is no libtilewright-nonesuch.so."),
                    HasSubstr(" in " + folder + ","), HasSubstr("docs/shipping.md")));
}

TEST(Module, AFunctionThatIsLinkedIsNotLookedFor) {
  static int (*const linked)() = [] { return 7; };
  const auto found = FindModuleFunction(linked, "nonesuch", "symbol");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ((*found)(), 7);
}

}  // namespace
}  // namespace tilewright
