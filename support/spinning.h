// Waiting without sleeping, for moments.
#pragma once

#include <atomic>
#include <chrono>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tilewright {

// Tells the processor that this is a loop that waits.
inline void Pause() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// The right to spin. Of all threads of the process together at most one less than there
// are processors have it: whoever they wait for runs, too.
class SpinTurn {
 public:
  SpinTurn();
  ~SpinTurn();
  SpinTurn(const SpinTurn&) = delete;
  SpinTurn& operator=(const SpinTurn&) = delete;
  bool granted() const { return granted_; }

 private:
  const bool granted_;
};

// Calls `ready` until it holds or the time is over; what it said last. Whoever has no
// turn and gets none in an instant stops: what is waited for may be about to give its own
// up.
template <typename Ready>
bool SpinUntil(int microseconds, Ready ready) {
  using Clock = std::chrono::steady_clock;
  constexpr int kInstant = 48;  // pauses: one to three microseconds
  for (int i = 0; i < kInstant; ++i) {
    if (ready()) return true;
    const SpinTurn turn;
    if (!turn.granted()) {
      Pause();
      continue;
    }
    const Clock::time_point end = Clock::now() + std::chrono::microseconds(microseconds);
    do {
      for (int pauses = 0; pauses < 32; ++pauses) {
        if (ready()) return true;
        Pause();
      }
    } while (Clock::now() < end);
    return ready();
  }
  return ready();
}

// For critical sections of a few instructions. Meets std::lock_guard's wishes.
class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) WaitUntilFree();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  void WaitUntilFree() const;

  std::atomic<bool> taken_{false};
};

}  // namespace tilewright
