#include "support/environment.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "support/on_threads.h"

namespace tilewright {
namespace {

constexpr char kName[] = "TILEWRIGHT_TEST_OF_ENVIRONMENT";

TEST(Environment, ThreadsOfOursReadWhatWasKept) {
  setenv(kName, "first", 1);
  KeepEnvironment();
  setenv(kName, "second", 1);
  EXPECT_EQ(Environment(kName), "second");
  std::thread([] {
    SetReadsKeptEnvironment(true);
    EXPECT_EQ(Environment(kName), "first");
    EXPECT_EQ(Environment("TILEWRIGHT_TEST"), "");
    // So do those that help it.
    std::atomic<int> others = 0;
    RunOnThreads(3, [&] {
      EXPECT_EQ(Environment(kName), "first");
      ++others;
    });
    EXPECT_EQ(others, 3);
    KeepEnvironment();
    EXPECT_EQ(Environment(kName), "second");
  }).join();
  unsetenv(kName);
  EXPECT_EQ(Environment(kName), "");
}

// With getenv() the reader meets memory that was given back.
TEST(Environment, ChangesWhileThreadsOfOursReadIt) {
  setenv(kName, "kept", 1);
  KeepEnvironment();
  std::atomic<bool> ends = false;
  std::thread reader([&] {
    SetReadsKeptEnvironment(true);
    while (!ends) ASSERT_EQ(Environment(kName), "kept");
  });
  for (int i = 0; i < 3000; ++i) setenv(absl::StrCat(kName, i).c_str(), "x", 1);
  ends = true;
  reader.join();
  for (int i = 0; i < 3000; ++i) unsetenv(absl::StrCat(kName, i).c_str());
}

}  // namespace
}  // namespace tilewright
