#include "runtime/run/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace tilewright::runtime {
namespace {

// How often each of `steps` steps runs, and whether begin < end held.
std::vector<int> Runs(ThreadPool& pool, int64_t steps, int threads) {
  std::unique_ptr<std::atomic<int>[]> counts(new std::atomic<int>[steps]());
  pool.ParallelFor(steps, threads, [&](int64_t begin, int64_t end, int worker, bool) {
    EXPECT_LT(begin, end);
    EXPECT_GE(worker, 0);
    EXPECT_LT(worker, ThreadPool::ThreadCount(threads));
    for (int64_t i = begin; i < end; ++i) counts[i].fetch_add(1);
  });
  return std::vector<int>(counts.get(), counts.get() + steps);
}

TEST(ThreadPool, RunsEveryStepOnce) {
  ThreadPool pool;
  for (int threads : {0, 1, 2, 3, 7, 16}) {
    for (int64_t steps : {1, 2, 3, 5, 7, 8, 31, 64, 1000, 4097}) {
      EXPECT_EQ(Runs(pool, steps, threads), std::vector<int>(steps, 1))
          << steps << " steps on " << threads << " threads";
    }
  }
}

TEST(ThreadPool, NoStepsRunNothing) {
  ThreadPool pool;
  for (int64_t steps : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    pool.ParallelFor(steps, 4, [](int64_t, int64_t, int, bool) { FAIL(); });
  }
}

TEST(ThreadPool, StepCountsNearTheLargestIntegerAreCovered) {
  ThreadPool pool;
  constexpr int64_t kSteps = std::numeric_limits<int64_t>::max();
  std::atomic<uint64_t> covered = 0;
  pool.ParallelFor(kSteps, 3, [&](int64_t begin, int64_t end, int, bool) {
    covered.fetch_add(static_cast<uint64_t>(end - begin));
  });
  EXPECT_EQ(covered.load(), static_cast<uint64_t>(kSteps));
}

TEST(ThreadPool, AWorkerIndexBelongsToOneThreadAtATime) {
  ThreadPool pool;
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> inside[8] = {};
    pool.ParallelFor(64, 7, [&](int64_t, int64_t, int worker, bool) {
      EXPECT_EQ(inside[worker].fetch_add(1), 0);
      std::this_thread::yield();
      inside[worker].fetch_sub(1);
    });
  }
}

TEST(ThreadPool, WritesOfAllWorkersAreSeenAfterTheLoop) {
  ThreadPool pool;
  std::vector<int64_t> values(10'000);  // not atomic on purpose
  for (int64_t round = 1; round <= 300; ++round) {
    pool.ParallelFor(10'000, 3, [&](int64_t begin, int64_t end, int, bool) {
      for (int64_t i = begin; i < end; ++i) values[i] += i * round;
    });
  }
  for (int64_t i = 0; i < 10'000; ++i) ASSERT_EQ(values[i], i * 300 * 301 / 2);
}

TEST(ThreadPool, AllThreadsTakePart) {
  ThreadPool pool;
  std::atomic<int> present = 0;
  // Each of the steps waits until all four are running.
  pool.ParallelFor(4, 4, [&](int64_t begin, int64_t end, int, bool) {
    for (int64_t i = begin; i < end; ++i) {
      present.fetch_add(1);
      while (present.load() < 4) std::this_thread::yield();
    }
  });
  EXPECT_EQ(present.load(), 4);
}

// What a kernel has left in its scratch is its own only then.
TEST(ThreadPool, ACallResumesWhereItsWorkersLastCallOfTheLoopEnded) {
  ThreadPool pool;
  for (int round = 0; round < 100; ++round) {
    int64_t ended[3] = {-1, -1, -1};
    std::atomic<int> resumed = 0;
    pool.ParallelFor(48, 3, [&](int64_t begin, int64_t end, int worker, bool resumes) {
      EXPECT_EQ(resumes, begin == ended[worker]) << "worker " << worker;
      if (resumes) resumed.fetch_add(1);
      ended[worker] = end;
    });
    EXPECT_GT(resumed.load(), 0);
  }
}

TEST(ThreadPool, ALoopInsideAStepRunsThere) {
  ThreadPool pool;
  std::atomic<int> inner_steps = 0;
  pool.ParallelFor(8, 4, [&](int64_t begin, int64_t end, int, bool) {
    for (int64_t i = begin; i < end; ++i) {
      std::thread::id here = std::this_thread::get_id();
      pool.ParallelFor(5, 4, [&](int64_t b, int64_t e, int worker, bool) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        EXPECT_EQ(worker, 0);
        inner_steps.fetch_add(static_cast<int>(e - b));
      });
    }
  });
  EXPECT_EQ(inner_steps.load(), 40);
}

TEST(ThreadPool, LoopsOfManyCallersDoNotMix) {
  ThreadPool pool;
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&pool, c] {
      for (int round = 0; round < 500; ++round) {
        int64_t steps = 1 + (round * 7 + c) % 50;
        EXPECT_EQ(Runs(pool, steps, 2 + c), std::vector<int>(steps, 1));
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(ThreadPool, SleepingWorkersWakeUp) {
  ThreadPool pool({.spin_microseconds = 0});
  for (int round = 0; round < 50; ++round) {
    std::this_thread::sleep_for(std::chrono::microseconds(round * 20));
    EXPECT_EQ(Runs(pool, 100, 3), std::vector<int>(100, 1));
  }
}

TEST(ThreadPool, WhoWaitsTakesPart) {
  ThreadPool pool;
  std::atomic<bool> done = false, took_part = false;
  const std::thread::id self = std::this_thread::get_id();
  std::thread other([&] {
    for (int round = 0; round < 10'000 && !took_part; ++round) {
      std::vector<std::atomic<int>> counts(64);
      pool.ParallelFor(64, 2, [&](int64_t begin, int64_t end, int worker, bool) {
        EXPECT_LT(worker, 2);
        if (std::this_thread::get_id() == self) took_part = true;
        for (int64_t i = begin; i < end; ++i) counts[i].fetch_add(1);
        std::this_thread::yield();
      });
      for (const std::atomic<int>& count : counts) EXPECT_EQ(count, 1);
    }
    done = true;
  });
  while (!pool.HelpUntil(1000, [&] { return done.load(); })) std::this_thread::yield();
  other.join();
  // A machine of one processor has nobody who looks for something to do.
  EXPECT_TRUE(took_part || ThreadPool::ThreadCount(0) == 1);
}

TEST(ThreadPool, WhoWaitsForNothingToDoComesBack) {
  ThreadPool pool;
  EXPECT_FALSE(pool.HelpUntil(10, [] { return false; }));
  EXPECT_TRUE(pool.HelpUntil(10, [] { return true; }));
}

TEST(ThreadPool, PoolsComeAndGo) {
  for (int round = 0; round < 50; ++round) {
    ThreadPool pool;
    if (round % 2 == 0) Runs(pool, 10, 1 + round % 5);
  }
}

TEST(ThreadPool, ThreadCountIsBounded) {
  EXPECT_GE(ThreadPool::ThreadCount(0), 1);
  EXPECT_EQ(ThreadPool::ThreadCount(-3), ThreadPool::ThreadCount(0));
  EXPECT_EQ(ThreadPool::ThreadCount(7), 7);
  EXPECT_EQ(ThreadPool::ThreadCount(1 << 30), ThreadPool::kMaxThreads);
}

TEST(ThreadPool, TheProcessHasOne) {
  EXPECT_EQ(&ThreadPool::Process(), &ThreadPool::Process());
  EXPECT_EQ(Runs(ThreadPool::Process(), 33, 3), std::vector<int>(33, 1));
}

}  // namespace
}  // namespace tilewright::runtime
