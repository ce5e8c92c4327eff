#include "cache/format/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cache/format/label.h"

namespace tilewright::cache {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Profile, IsReadAsItWasWritten) {
  const Profile back = ParseProfile(FormatProfile({.name = "a\nb",
                                                   .emit_us = 3,
                                                   .codegen_us = 4,
                                                   .created = 5,
                                                   .labels = {"x", "y z"}}));
  EXPECT_EQ(back.name, "a b");
  EXPECT_EQ(back.compile_us(), 7);
  EXPECT_EQ(back.created, 5);
  EXPECT_THAT(back.labels, ElementsAre("x", "y z"));
}

TEST(Profile, LabelsThatAreNoneAreNeitherWrittenNorRead) {
  for (const std::string& bad :
       {std::string(), std::string("a,b"), std::string("a\nemit_us=9"), std::string(" a"),
        std::string("\x1b[31m"), std::string(kMaxLabelBytes + 1, 'x')}) {
    EXPECT_FALSE(CheckLabel(bad).ok()) << bad;
    const Profile back = ParseProfile(FormatProfile({.labels = {bad, "good"}}));
    EXPECT_THAT(back.labels, ElementsAre("good"));
    EXPECT_EQ(back.emit_us, 0);
    if (bad.find('\n') != std::string::npos) continue;  // two lines
    EXPECT_THAT(ParseProfile("label=" + bad + "\n").labels, IsEmpty());
  }
}

TEST(Profile, HasFewLabelsAndFitsTheHeadOfAnEntry) {
  std::string text;
  Profile profile = {.name = std::string(1000, 'n')};
  for (int i = 0; i < 100; ++i) {
    profile.labels.push_back(std::string(kMaxLabelBytes - 2, 'x') +
                             std::to_string(i % 10));
    text += "label=l" + std::to_string(i) + "\n";
  }
  EXPECT_LT(FormatProfile(profile).size(), 1400u);
  EXPECT_THAT(ParseProfile(text).labels, SizeIs(kMaxLabels));
}

}  // namespace
}  // namespace tilewright::cache
