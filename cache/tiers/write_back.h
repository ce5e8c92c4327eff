// Work that nobody waits for: entries on their way to slow places.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace tilewright::cache {

// One thread, made when it is first needed, does what is queued in order. The queue is
// bounded: what does not fit is not done. Thread-safe.
class WriteBack {
 public:
  struct Options {
    size_t max_jobs = 4096;
    uint64_t max_bytes = uint64_t{256} << 20;
  };

  explicit WriteBack(const Options& options) : options_(options) {}
  // As Stop.
  ~WriteBack();
  WriteBack(const WriteBack&) = delete;
  WriteBack& operator=(const WriteBack&) = delete;

  // False when there is no room, or after Stop. `bytes` is what `job` holds in memory.
  bool Add(uint64_t bytes, std::function<void()> job);
  // Waits until nothing is left to do; false if `limit` passes before.
  bool Flush(std::chrono::milliseconds limit);
  // Drops what has not begun and waits for what has.
  void Stop();

 private:
  struct Job {
    uint64_t bytes = 0;
    std::function<void()> work;
  };
  void Run();

  const Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;  // guarded by mutex_, as the rest
  uint64_t bytes_ = 0;    // of jobs_ and of the one under way
  bool busy_ = false;
  bool stopped_ = false;
  std::thread thread_;
  pid_t process_ = 0;  // that thread_ is in: a fork does not bring it along
};

}  // namespace tilewright::cache
