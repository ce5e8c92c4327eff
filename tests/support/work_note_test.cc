#include "support/work_note.h"

#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "support/check.h"

namespace tilewright {
namespace {

TEST(WorkNote, TheInnermostIsWhatTheThreadIsAt) {
  EXPECT_STREQ(WorkInProgress(), "");
  {
    const WorkNote outer("stablehlo.while (m.py:1:1)");
    {
      const WorkNote inner("stablehlo.add");
      EXPECT_STREQ(WorkInProgress(), "stablehlo.add");
    }
    EXPECT_STREQ(WorkInProgress(), "stablehlo.while (m.py:1:1)");
    std::thread([] { EXPECT_STREQ(WorkInProgress(), ""); }).join();
  }
  EXPECT_STREQ(WorkInProgress(), "");
}

TEST(WorkNote, LongWordsAreShortened) {
  const WorkNote note(std::string(10000, 'x'));
  EXPECT_EQ(std::string(WorkInProgress()), std::string(239, 'x'));
}

TEST(WorkNote, AFailedCheckSaysWhatItWasAtAndWhatMayServe) {
  EXPECT_DEATH(TW_CHECK(1 + 1 == 3), "internal error: 1 \\+ 1 == 3");
  const WorkNote note("stablehlo.add (m.py:3:1)");
  EXPECT_DEATH(TW_CHECK(1 + 1 == 3),
               "internal error in stablehlo.add \\(m.py:3:1\\); --cluster=off may serve "
               "meanwhile: 1 \\+ 1 == 3");
}

}  // namespace
}  // namespace tilewright
