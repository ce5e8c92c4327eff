// Recorded operations that are still to run, in the order of the program.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "runtime/eager/call.h"
#include "runtime/eager/node.h"
#include "runtime/run/thread_pool.h"
#include "support/fork.h"
#include "support/spinning.h"

namespace tilewright::eager {

// Any thread appends, one at a time takes. Bounded: who appends waits while it is full.
// Operations have numbers from 1 on; one has passed when the taker says so.
class Ring {
 public:
  // Who waits helps `workers`, which outlive it.
  explicit Ring(runtime::ThreadPool* workers);

  // Writes the node, tells its buffers its number, and returns that. ResourceExhausted
  // for an operation with absurdly many operands.
  absl::Status Append(const Call& call, uint64_t* number);

  // While nothing is queued, `run` runs instead of an operation that would be appended,
  // and nobody else appends or takes. False where something is queued, or `run` gives
  // false: then there was no operation.
  bool RunAtOnce(absl::FunctionRef<bool()> run, uint64_t* number);
  bool idle() const { return passed() == appended(); }

  uint64_t appended() const { return appended_.load(std::memory_order_acquire); }
  uint64_t passed() const { return passed_.load(std::memory_order_acquire); }
  // Until the operation has passed; no time limit.
  void Await(uint64_t number);
  // Tells the taker that somebody would like it to have passed.
  void Want(uint64_t number);
  // Whether it passes within that time.
  bool AwaitFor(uint64_t number, std::chrono::milliseconds limit);
  // Whether the taker is given all that is there within that time.
  bool AwaitGiven(std::chrono::milliseconds limit);
  // Whether there is room for an operation of common size; waits so long for it.
  bool AwaitRoom(std::chrono::milliseconds limit);

  // The rest is for the taker.
  struct Recorded {
    NodeView node;
    uint64_t number = 0;  // 0: there is none
  };
  // From which number on nodes are worth waking the taker for, or taking at once: those
  // before it are for who waits, or for the taker where nobody takes them for a moment.
  // Where nothing was recorded for a while the next node wakes it, whatever was said
  // here.
  void SetDue(uint64_t number);
  // Whether who waits will soon take nodes, and nobody else.
  void ExpectWaiters(bool expected) { workers_->ExpectLoops(expected); }
  // Whether all that is there is for who waits.
  bool is_left() const { return due_.load(std::memory_order_seq_cst) > appended(); }
  // Waits for a node that is due; while the taker holds nodes back, from number `held`
  // on, only until somebody wants one of them, or nothing came for `idle`.
  void AwaitNext(std::optional<uint64_t> held, std::chrono::milliseconds idle);
  // That node, which stays until Pop.
  Recorded Next();
  // For one who asks for an operation and is the taker meanwhile: `take` takes what is
  // there, or gives false. Up to that operation, or `last`.
  void TakeUntil(uint64_t number, uint64_t last, absl::FunctionRef<bool()> take);
  // The last operation that somebody waits for, and the last one that was there when it
  // was asked for.
  uint64_t wanted() const { return wanted_.load(std::memory_order_seq_cst); }
  // Operations that were waited for since it last asked, and the last ones that were
  // there then, up to number `last`, in order.
  struct Place {
    uint64_t number = 0;
    bool wanted = false;
  };
  using Places = absl::InlinedVector<Place, 8>;
  Places TakePlaces(uint64_t last);
  // Whether somebody has asked since the last operation came, and all of them have
  // passed.
  bool is_asked() const { return idle() && asked() == appended(); }
  uint64_t asked() const { return asked_.load(std::memory_order_seq_cst); }
  // How many threads wait.
  const std::atomic<int>& waiters() const { return waiters_; }
  // Whether the taker was given all that is there.
  bool is_given() const { return given() == appended(); }
  uint64_t given() const { return given_.load(std::memory_order_relaxed); }
  // The first node that is there. Its buffers have been released.
  void Pop(const NodeView& node);

 private:
  static constexpr size_t kWords = size_t{1} << 19;
  static constexpr size_t kMostPlaces = 16;  // that are kept apart
  static constexpr uint64_t kNever = ~uint64_t{0};

  // Words that nodes have now.
  size_t Used() const {
    return tail_.load(std::memory_order_relaxed) - head_.load(std::memory_order_acquire);
  }
  // Until half of it is free, and for no longer than that. Nobody says what should have
  // passed then: the taker gets on by itself, and a stream that was cut where the ring is
  // full would be other segments each time.
  bool AwaitHalf(std::chrono::milliseconds limit);
  // Under lock_: a place for so many words, or null.
  uint64_t* Reserve(size_t words);
  bool IsDue() const {
    return tail_.load(std::memory_order_seq_cst) !=
               next_.load(std::memory_order_relaxed) &&
           appended() >= due_.load(std::memory_order_seq_cst);
  }
  // Under `lock`, for the taker: until `ready`, or until nobody has taken for a moment
  // what is there.
  void SleepLightly(std::unique_lock<std::mutex>* lock, absl::FunctionRef<bool()> ready);
  void Ask(uint64_t number);
  void KeepPlace(Place place);
  void LowerFirstPlace(uint64_t number);
  // Under mutex_, as conditions of progress_: whether it holds, and otherwise an alarm is
  // set. Who sleeps is woken when its condition holds, not with each node that passes: a
  // wake takes a processor away from those who work.
  bool HasPassed(uint64_t number);
  bool HasRoom();
  // Wakes all that sleep; whoever sleeps on sets its alarm again.
  void RingAlarms();
  void WakeTaker();

  runtime::ThreadPool* const workers_;
  const std::unique_ptr<uint64_t[]> words_;
  mutable SpinLock lock_;  // of who appends
  // Words since the beginning; their remainders are places.
  alignas(64) std::atomic<uint64_t> tail_{0};
  std::atomic<uint64_t> appended_{0};
  alignas(64) std::atomic<uint64_t> head_{0};
  std::atomic<uint64_t> passed_{0};
  std::atomic<uint64_t> next_{0};   // the taker's: where it looks on,
  std::atomic<uint64_t> given_{0};  // and the last node it was given
  alignas(64) std::atomic<bool> taker_sleeps_{false};
  // 0: it sleeps until there is something, and only it changes that.
  std::atomic<uint64_t> due_{1};
  std::atomic<uint64_t> wanted_{0};
  // Twice the number, and 1 if it is wanted; 0: none.
  std::array<std::atomic<uint64_t>, kMostPlaces> places_{};
  std::atomic<size_t> next_place_{0};
  std::atomic<uint64_t> first_place_{kNever};  // none of them is before it
  std::atomic<uint64_t> asked_{0};
  std::atomic<int> waiters_{0};
  // The first number that a sleeper waits for, and whether one waits for room. Written
  // under mutex_, and before the sleeper looks a last time, as the taker looks at them
  // after a node has passed: one of the two sees the other.
  std::atomic<uint64_t> number_alarm_{kNever};
  std::atomic<bool> room_alarm_{false};
  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable progress_;
  const ForkHook fork_hook_{[this] { lock_.lock(); }, [this] { lock_.unlock(); }};
};

}  // namespace tilewright::eager
