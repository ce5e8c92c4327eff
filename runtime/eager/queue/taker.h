// Who takes from the queue.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <utility>

#include "absl/functional/function_ref.h"
#include "runtime/eager/fuser.h"
#include "runtime/eager/queue/bursts.h"
#include "runtime/eager/recorder.h"
#include "runtime/eager/ring.h"

namespace tilewright::eager {

// Takes what is recorded, in its order, and has it run: one by one, or, in fused mode, as
// the fuser says, which hears from it where the program stops. One thread at a time has
// the turn: the queue's own, or one that waits.
class Taker {
 public:
  // All of them outlive it. `mode` changes while nothing is queued.
  Taker(const std::atomic<Mode>* mode, Ring* ring, Fuser* fuser, Fuser::RunOne run_one)
      : mode_(mode), ring_(ring), fuser_(fuser), run_one_(std::move(run_one)) {}

  // The queue's own thread.
  [[noreturn]] void TakeForever();

  // A thread records an operation next, and stops behind the one that was recorded last.
  void Record() { bursts_.Record(ring_->appended()); }
  void Stop() { bursts_.Stop(ring_->appended()); }
  // Who waits for operations that are held back, or left to it, takes them: nobody has to
  // be woken. Of what is short, or a burst, all that is there. For so long.
  void TakeUntil(uint64_t number, std::chrono::milliseconds limit);
  // The same where that is short, or has passed; whether it was, and has now.
  bool TakeShort(uint64_t number);
  // Who stopped goes on, in strict mode; in fused mode the last cut has said so.
  void GoOn();

  // The turn, for who may run an operation at once: where others have it, or the stream
  // is to be cut first, it is not owned.
  std::unique_lock<std::mutex> TryTurn();
  // Whether what is recorded next is known to be held back.
  bool HoldsNext() const {
    return held_next_.load(std::memory_order_relaxed) == ring_->appended() + 1;
  }
  // Nothing is known of what is recorded next.
  void ForgetNext();

 private:
  bool is_fused() const { return mode_->load(std::memory_order_acquire) == Mode::kFused; }

  // These are for who has the turn.
  bool Take();
  void TakeCuts();
  void TakePause(uint64_t held);
  void TakeUntil(uint64_t number, uint64_t last, absl::FunctionRef<bool()> more);
  std::unique_lock<std::mutex> TurnOfWaiting();
  bool TakesAll() const;
  void BeginInterval(uint64_t number);
  void LeaveUntil(uint64_t last, bool is_burst);

  const std::atomic<Mode>* const mode_;
  Ring* const ring_;
  Fuser* const fuser_;
  const Fuser::RunOne run_one_;
  Bursts bursts_;
  std::mutex turn_;        // whose the fuser is now, and this:
  uint64_t last_cut_ = 0;  // where the stream was last cut
  // The operation that is held back and need not be tried alone, whoever records it.
  std::atomic<uint64_t> held_next_{0};
};

}  // namespace tilewright::eager
