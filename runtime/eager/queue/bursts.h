// What a program records in a moment and then waits for.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tilewright::eager {

// Where the program stops again and again a moment after it began to record, nothing is
// gained by running the first of these operations while the others are recorded: one
// thread more wants a processor, and has to be woken. The thread that stops runs them
// all. It decides who runs what, but no result. Any thread: where several record and
// stop, what is thought of them is worth less.
class Bursts {
 public:
  using Time = std::chrono::steady_clock::duration;  // since any moment

  explicit Bursts(Time (*now)() = &Now) : now_(now) {}
  // An operation will be recorded behind operation `appended`, the last one until now.
  void Record(uint64_t appended) {
    if (appended != stop_.load(std::memory_order_relaxed)) return;
    began_.store(now_().count(), std::memory_order_relaxed);
  }
  // The program waits behind operation `last`.
  void Stop(uint64_t last);
  // Up to which operation what comes behind the last stop is for who stops next; that of
  // the stop where it is not.
  uint64_t last() const {
    const bool likely = alike_.load(std::memory_order_relaxed) >= kLikely;
    return stop_.load(std::memory_order_relaxed) +
           (likely ? length_.load(std::memory_order_relaxed) : 0);
  }

 private:
  // While operations are recorded, those before them run on one thread less. So half of
  // this is lost at most, which is what it takes to wake a thread and be woken by it.
  static constexpr Time kMoment = std::chrono::microseconds(120);
  static constexpr uint64_t kMost = 64;  // operations
  // So many more bursts than others of late, and one more is expected.
  static constexpr int kLikely = 2;
  static constexpr int kMostAlike = 2 * kLikely;

  static Time Now() { return std::chrono::steady_clock::now().time_since_epoch(); }

  Time (*const now_)();
  std::atomic<uint64_t> stop_{0};    // the operation behind which it stopped last
  std::atomic<uint64_t> length_{0};  // of the last burst
  std::atomic<Time::rep> began_{0};  // when the first one behind it was recorded
  std::atomic<int> alike_{0};  // how many more bursts than others, from 0 to kMostAlike
};

}  // namespace tilewright::eager
