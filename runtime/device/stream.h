// Work in order: a queue with a thread of its own.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "support/fork.h"
#include "support/spinning.h"

namespace tilewright::runtime {

// How a job ended.
struct Outcome {
  absl::Status status;
  // The error is that of a job before, on which this one depends: it is reported as that
  // one's.
  bool inherited = false;
};

// What a stream runs.
class Job {
 public:
  virtual ~Job() = default;
  virtual Outcome Run() = 0;
};

// Jobs have numbers from 1 on, in the order in which they are appended, and run in that
// order. A number has passed when its job has ended. Thread-safe. The thread starts with
// the first job; it spins for moments before it sleeps.
class Stream {
 public:
  Stream() = default;
  // Every job has passed, or this is a forked child, or the thread at hand is the
  // stream's.
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // `mark` is told the number before the job can run; it may not block. Waits while the
  // ring is full, but for the stream's own thread. FailedPrecondition in a forked child.
  template <typename Mark>
  absl::Status Append(std::shared_ptr<Job> job, const Mark& mark) {
    absl::Status ready = BeforeAppend();
    if (!ready.ok()) return ready;
    // More than one for one that comes: there are never many. They go without the lock.
    std::array<std::shared_ptr<Job>, 2> ended;
    {
      const std::lock_guard<SpinLock> lock(state_->lock);
      mark(state_->appended.load(std::memory_order_relaxed) + 1);
      Push(std::move(job));
      for (auto& one : ended) {
        if (state_->ended.empty()) break;
        one = std::move(state_->ended.back());
        state_->ended.pop_back();
      }
    }
    WakeConsumer();
    return absl::OkStatus();
  }

  // The number of a job that has ended already, on some other thread, with this error.
  uint64_t AppendFailed(absl::Status error);

  // The last number so far.
  uint64_t appended() const { return state_->appended.load(std::memory_order_acquire); }
  bool Passed(uint64_t number) const {
    return state_->passed.load(std::memory_order_acquire) >= number;
  }
  // Until it has passed. FailedPrecondition instead of waiting for ever: on the stream's
  // own thread, and in a forked child.
  absl::Status Await(uint64_t number) const;
  // Until all jobs so far have passed and what they hold is let go of.
  absl::Status Settle() const;
  // How it ended. Requires Passed(number).
  absl::Status StatusOf(uint64_t number) const {
    if (number < state_->first_failed.load(std::memory_order_acquire)) {
      return absl::OkStatus();
    }
    return FindStatus(number);
  }
  // Whether the calling thread is that of the stream.
  bool OnOwnThread() const;
  // Called once it has passed, at once where it has: on the stream's thread, or on this.
  void OnPassed(uint64_t number, std::function<void()> callback);
  // Errors that no call of this has given yet, inherited ones left out.
  std::vector<absl::Status> TakeErrors();

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  // Numbers that ended with one error.
  struct Failure {
    uint64_t first;
    uint64_t last;
    absl::Status status;
    bool reported;
  };
  // Shared with the thread, which may outlive the stream.
  struct State {
    // Apart from what is watched: who fills the ring keeps its lines.
    alignas(64) mutable SpinLock lock;
    std::vector<std::shared_ptr<Job>> ring;  // guarded by lock; a power of two
    // Jobs that have ended, guarded by lock. While there is more to do, who appends lets
    // go of them: what they hold was made on that thread.
    std::vector<std::shared_ptr<Job>> ended;
    alignas(64) std::atomic<uint64_t> appended{0};  // written under lock
    alignas(64) std::atomic<uint64_t> taken{0};     // written under lock
    std::atomic<uint64_t> settled{0};  // up to here jobs are gone, or in `ended`
    alignas(64) std::atomic<uint64_t> passed{0};
    std::atomic<uint64_t> first_failed{kNever};
    alignas(64) std::atomic<bool> consumer_sleeps{false};
    std::atomic<bool> stopping{false};
    std::atomic<std::thread::id> consumer{};
    // The first number that a sleeper waits for, written under mutex: nobody is woken
    // for what has not happened, as a wake takes a processor away from those who work.
    std::atomic<uint64_t> alarm{kNever};
    std::atomic<int> settlers{0};  // who sleep until jobs are let go of
    std::atomic<int> awaiting{0};  // who wait for a number, asleep or not
    std::atomic<int> callbacks_wanted{0};
    // Held while what was in `ended` goes, so that who settles waits for that.
    std::mutex dropping;
    std::atomic<std::thread::id> dropper{};  // who holds it
    std::mutex mutex;
    std::condition_variable work;
    std::condition_variable progress;
    std::multimap<uint64_t, std::function<void()>> callbacks;  // guarded by mutex
    std::vector<Failure> failures;                             // guarded by mutex
  };
  static void Consume(const std::shared_ptr<State>& state);
  // Hands the `count` jobs over that have ended, and takes as many as there are, up to
  // the size of `jobs`.
  static size_t TakeJobs(State& state, std::vector<std::shared_ptr<Job>>* jobs,
                         size_t count);
  static void Gather(const State& state);
  static void DropEnded(State& state);
  static void SleepUntilPassed(State& state, uint64_t number);
  // Whoever sleeps on sets its alarm again.
  static void WakeSleepers(State& state);
  absl::Status CheckWait() const;
  static void Pass(State& state, uint64_t number, Outcome outcome);
  static void NoteFailure(State& state, uint64_t number, Outcome outcome);
  static void RunCallbacks(State& state);

  absl::Status BeforeAppend();
  void Push(std::shared_ptr<Job> job);
  void WakeConsumer();
  absl::Status FindStatus(uint64_t number) const;

  const std::shared_ptr<State> state_ = std::make_shared<State>();
  const uint64_t generation_ = ForkGeneration();
  std::atomic<bool> started_{false};
  std::mutex start_mutex_;
  std::thread thread_;  // guarded by start_mutex_
  const ForkHook fork_hook_{[this] { Lock(); }, [this] { Unlock(); }};

  void Lock();
  void Unlock();
};

}  // namespace tilewright::runtime
