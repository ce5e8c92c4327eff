#include "cache/remote/circuit_breaker.h"

#include <gtest/gtest.h>

namespace tilewright::cache {
namespace {

class CircuitBreakerTest : public ::testing::Test {
 protected:
  int64_t now_ = 1000;
  CircuitBreaker breaker_{{.failures = 3, .first_pause_ms = 100, .longest_pause_ms = 350},
                          [this] { return now_; }};

  void FailThrice() {
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(breaker_.Allow());
      breaker_.Failed();
    }
  }
};

TEST_F(CircuitBreakerTest, FailuresInARowOpenIt) {
  FailThrice();
  EXPECT_TRUE(breaker_.is_open());
  EXPECT_FALSE(breaker_.Allow());
}

TEST_F(CircuitBreakerTest, ASuccessBetweenFailuresStartsTheCountAnew) {
  breaker_.Failed();
  breaker_.Failed();
  breaker_.Succeeded();
  breaker_.Failed();
  breaker_.Failed();
  EXPECT_TRUE(breaker_.Allow());
}

TEST_F(CircuitBreakerTest, OneTimeOutOpensIt) {
  ASSERT_TRUE(breaker_.Allow());
  breaker_.TimedOut();
  EXPECT_FALSE(breaker_.Allow());
}

TEST_F(CircuitBreakerTest, AfterThePauseOneCallerTries) {
  FailThrice();
  now_ += 99;
  EXPECT_FALSE(breaker_.Allow());
  now_ += 1;
  EXPECT_TRUE(breaker_.Allow());
  EXPECT_FALSE(breaker_.Allow());
  breaker_.Succeeded();
  EXPECT_TRUE(breaker_.Allow());
  EXPECT_FALSE(breaker_.is_open());
}

TEST_F(CircuitBreakerTest, EachFailedTryDoublesThePauseUpToTheLongest) {
  FailThrice();
  for (int64_t pause : {100, 200, 350, 350}) {
    now_ += pause - 1;
    EXPECT_FALSE(breaker_.Allow()) << pause;
    now_ += 1;
    EXPECT_TRUE(breaker_.Allow()) << pause;
    breaker_.Failed();
  }
}

TEST_F(CircuitBreakerTest, CallsThatFailTogetherAreOneFailure) {
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(breaker_.Allow());
  for (int i = 0; i < 8; ++i) breaker_.TimedOut();
  now_ += 100;
  EXPECT_TRUE(breaker_.Allow());
}

TEST_F(CircuitBreakerTest, ASuccessAfterAPauseMakesTheNextPauseShortAgain) {
  FailThrice();
  now_ += 100;
  ASSERT_TRUE(breaker_.Allow());
  breaker_.Failed();
  now_ += 200;
  ASSERT_TRUE(breaker_.Allow());
  breaker_.Succeeded();
  FailThrice();
  now_ += 100;
  EXPECT_TRUE(breaker_.Allow());
}

}  // namespace
}  // namespace tilewright::cache
