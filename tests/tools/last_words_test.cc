#include "tools/last_words.h"

#include <signal.h>

#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

const char* Something() { return "stablehlo.add (m.py:3:1)"; }
const char* Nothing() { return ""; }

void Crash(const char* (*work)(), int signal) {
  SayLastWords(work);
  ::raise(signal);
}

TEST(LastWords, ACrashSaysWhatWasCompiledAndEndsTheProcessAsItWouldHave) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGBUS}) {
    EXPECT_EXIT(Crash(&Something, signal), ::testing::KilledBySignal(signal),
                "internal error in stablehlo.add \\(m.py:3:1\\); --cluster=off may serve "
                "meanwhile");
    EXPECT_EXIT(Crash(&Nothing, signal), ::testing::KilledBySignal(signal), "^$");
  }
}

}  // namespace
}  // namespace tilewright::tools
