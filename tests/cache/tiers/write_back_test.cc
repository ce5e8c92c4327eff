#include "cache/tiers/write_back.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <vector>

namespace tilewright::cache {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kLong(60000);

TEST(WriteBack, DoesWhatIsQueuedInOrder) {
  std::vector<int> done;
  WriteBack queue({});
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(queue.Add(1, [&done, i] { done.push_back(i); }));
  }
  EXPECT_TRUE(queue.Flush(kLong));
  ASSERT_EQ(done.size(), 100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(done[i], i);
}

TEST(WriteBack, WhatIsEmptyIsFlushedAtOnce) {
  WriteBack queue({});
  EXPECT_TRUE(queue.Flush(milliseconds(0)));
}

// Holds the queue's thread until it is let go.
class Obstacle {
 public:
  explicit Obstacle(WriteBack& queue) {
    EXPECT_TRUE(queue.Add(0, [this] {
      started_.set_value();
      gone_.get_future().wait();
    }));
    started_.get_future().wait();
  }
  void Remove() { gone_.set_value(); }

 private:
  std::promise<void> started_;
  std::promise<void> gone_;
};

TEST(WriteBack, NeitherJobsNorBytesGrowBeyondTheirBounds) {
  WriteBack queue({.max_jobs = 3, .max_bytes = 100});
  Obstacle obstacle(queue);
  EXPECT_TRUE(queue.Add(50, [] {}));
  EXPECT_FALSE(queue.Add(51, [] {}));
  EXPECT_TRUE(queue.Add(50, [] {}));
  EXPECT_FALSE(queue.Add(1, [] {}));
  EXPECT_TRUE(queue.Add(0, [] {}));
  EXPECT_FALSE(queue.Add(0, [] {}));
  obstacle.Remove();
  EXPECT_TRUE(queue.Flush(kLong));
  EXPECT_TRUE(queue.Add(100, [] {}));
}

TEST(WriteBack, FlushWaitsNoLongerThanItsLimit) {
  WriteBack queue({});
  Obstacle obstacle(queue);
  EXPECT_FALSE(queue.Flush(milliseconds(1)));
  obstacle.Remove();
}

TEST(WriteBack, StopDropsWhatHasNotBegun) {
  WriteBack queue({});
  std::atomic<int> done = 0;
  Obstacle obstacle(queue);
  EXPECT_TRUE(queue.Add(1, [&done] { ++done; }));
  std::thread stopper([&queue] { queue.Stop(); });
  while (queue.Add(0, [] {})) std::this_thread::yield();
  obstacle.Remove();
  stopper.join();
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace tilewright::cache
