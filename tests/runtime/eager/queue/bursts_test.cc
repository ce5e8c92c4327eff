#include "runtime/eager/queue/bursts.h"

#include <chrono>

#include "gtest/gtest.h"

namespace tilewright::eager {
namespace {

using std::chrono::microseconds;

Bursts::Time now{0};

// Records so many operations in that time, from the first one's on, and stops.
uint64_t Turn(Bursts* bursts, uint64_t from, uint64_t count, microseconds taken) {
  for (uint64_t i = 0; i < count; ++i) {
    bursts->Record(from + i);
    now += taken / count;
  }
  bursts->Stop(from + count);
  return from + count;
}

TEST(Bursts, OneIsExpectedBehindTwo) {
  Bursts bursts([] { return now; });
  uint64_t last = Turn(&bursts, 0, 8, microseconds(30));
  EXPECT_EQ(bursts.last(), last);
  now += microseconds(5000);  // what lies between them counts for nothing
  last = Turn(&bursts, last, 8, microseconds(30));
  EXPECT_EQ(bursts.last(), last + 8);
  last = Turn(&bursts, last, 6, microseconds(30));
  EXPECT_EQ(bursts.last(), last + 6);
  // Who stops again behind the same operation says nothing new.
  bursts.Stop(last);
  EXPECT_EQ(bursts.last(), last + 6);
}

TEST(Bursts, WhatIsLongIsNone) {
  Bursts bursts([] { return now; });
  uint64_t last = Turn(&bursts, 0, 8, microseconds(30));
  last = Turn(&bursts, last, 8, microseconds(30));
  last = Turn(&bursts, last, 8, microseconds(800));
  EXPECT_EQ(bursts.last(), last);
  last = Turn(&bursts, last, 8, microseconds(30));
  EXPECT_EQ(bursts.last(), last + 8);
  last = Turn(&bursts, last, 1000, microseconds(0));
  EXPECT_EQ(bursts.last(), last);
}

TEST(Bursts, OneThatIsNoneAmongManyIsLittle) {
  Bursts bursts([] { return now; });
  uint64_t last = 0;
  for (int i = 0; i < 100; ++i) last = Turn(&bursts, last, 8, microseconds(30));
  last = Turn(&bursts, last, 8, microseconds(800));
  EXPECT_EQ(bursts.last(), last + 8);
  for (int i = 0; i < 100; ++i) last = Turn(&bursts, last, 8, microseconds(800));
  EXPECT_EQ(bursts.last(), last);
}

}  // namespace
}  // namespace tilewright::eager
