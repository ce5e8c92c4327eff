// Worker threads that run ranges of grid steps.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"

namespace tilewright::runtime {

// One fork and join at a time. The steps are cut into as many contiguous shares
// as there are threads, so that equal loops give equal steps to equal workers
// and find their data in cache; who has finished a share takes chunks of the
// others'. Workers join a loop when they see it and are never waited for before
// they do: a worker that sleeps too long costs nothing but its help.
//
// Thread-safe. A loop that is started while another runs, by another thread or
// from inside a step, runs on its calling thread alone. Which thread runs which
// step must therefore never show in a result. In a forked child loops run on their
// calling threads alone.
class ThreadPool {
 public:
  // More threads than this are never used.
  static constexpr int kMaxThreads = 256;

  struct Options {
    // How long an idle worker watches for work before it sleeps, where it is one of those
    // that may (support/spinning.h).
    int spin_microseconds = 30;
    // Workers are never waited for: for a pool that lives as long as its process.
    bool detached = false;
  };

  // body(begin, end, worker, resumes) runs steps [begin, end), never empty. `worker` is
  // in [0, threads) and belongs to one thread for the time of a loop: it indexes
  // scratch memory. `resumes`: the last call in this loop with the same `worker` ended at
  // `begin`. Bodies may not throw.
  using Body =
      absl::FunctionRef<void(int64_t begin, int64_t end, int worker, bool resumes)>;

  ThreadPool() : ThreadPool(Options{}) {}
  explicit ThreadPool(Options options);
  // Waits for the workers. No loop may be running, and no worker be detached.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // The one pool of the process, never destroyed: a loop may still run on some
  // thread while the process exits. Threads are started by the first loop that
  // wants them.
  static ThreadPool& Process();

  // The number of threads that a loop asking for `requested` may use: as many
  // as the machine has processors for 0 or less, at most kMaxThreads.
  static int ThreadCount(int requested);

  // Runs `body` over [0, steps) on at most ThreadCount(max_threads) threads, of
  // which the caller is one, and returns when all steps have run. Allocates
  // nothing unless threads are started.
  void ParallelFor(int64_t steps, int max_threads, Body body);

  // Whether loops are known to come soon, from a thread that has no other work for the
  // processors meanwhile: idle workers watch for them much longer then.
  void ExpectLoops(bool expected) {
    expected_.store(expected, std::memory_order_relaxed);
  }

  // For a thread that waits until `ready` holds, which a loop of another thread may bring
  // about: it takes part in loops as a worker does. No worker is woken for what it can
  // do. False where nothing was to be done for so long.
  bool HelpUntil(int microseconds, absl::FunctionRef<bool()> ready);

 private:
  // One thread's share of the steps: [next, end), taken from the front.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
  };

  void StartWorkers(int count);
  void WorkerMain();
  bool JoinLoop();
  void RunShares(int worker);
  void WakeWorkers(int count);
  void WaitForJoined(int joined);

  const Options options_;
  const uint64_t generation_;  // of forks

  // The loop that runs, written by its caller while no worker is joined.
  const Body* body_ = nullptr;
  int threads_ = 0;
  int64_t chunk_ = 1;
  std::unique_ptr<Share[]> shares_;

  // From the low bits up: how many workers have joined the running loop; how
  // many may, 0 when it is closed; the number of the loop, so that no two loops
  // have equal states.
  alignas(64) std::atomic<uint64_t> state_{0};
  alignas(64) std::atomic<int> finished_{0};
  std::atomic<bool> caller_sleeps_{false};
  alignas(64) std::atomic<bool> busy_{false};
  std::atomic<int> sleepers_{0};
  std::atomic<int> helpers_{0};  // that look for loops
  std::atomic<bool> expected_{false};
  std::atomic<bool> stop_{false};

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable done_;
  std::vector<std::thread> workers_;  // guarded by busy_
};

}  // namespace tilewright::runtime
