#include "runtime/eager/history/intervals.h"

#include <chrono>

#include "gtest/gtest.h"

namespace tilewright::eager {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Intervals, OneIsShortIfWhatItIsLikeWas) {
  Intervals intervals;
  auto pass = [&, number = uint64_t{0}](uint32_t last, int operations,
                                        microseconds taken) mutable {
    intervals.Take(number + 1, /*held=*/true);
    intervals.Add(taken);
    intervals.End(last, number += operations);
  };
  EXPECT_FALSE(intervals.is_short());
  pass(7, 4, microseconds(3));  // behind nothing
  EXPECT_FALSE(intervals.is_short());
  EXPECT_FALSE(intervals.begins_held());
  pass(7, 6, microseconds(3));
  EXPECT_TRUE(intervals.is_short());
  EXPECT_TRUE(intervals.begins_held());
  EXPECT_EQ(intervals.last(), uint64_t{4 + 6 + 6});
  // Behind another operation nothing is known; once it is, it is long.
  pass(8, 6, microseconds(3));
  EXPECT_FALSE(intervals.is_short());
  pass(8, 6, milliseconds(3));
  EXPECT_FALSE(intervals.is_short());
  pass(7, 6, milliseconds(3));
  // One slow run says little, several do.
  EXPECT_TRUE(intervals.is_short());
  for (int i = 0; i < 64; ++i) pass(7, 6, milliseconds(3));
  EXPECT_FALSE(intervals.is_short());
  // To look at many takes long, too.
  for (int i = 0; i < 64; ++i) pass(9, 1000, microseconds(1));
  EXPECT_FALSE(intervals.is_short());
}

TEST(Intervals, WhatIsLostIsForgotten) {
  Intervals intervals;
  intervals.End(3, 10);
  intervals.Lose();
  intervals.End(3, 20);
  EXPECT_FALSE(intervals.is_short());
  intervals.End(3, 30);
  EXPECT_TRUE(intervals.is_short());
}

}  // namespace
}  // namespace tilewright::eager
