#include "support/spinning.h"

#include <thread>

#include "support/on_threads.h"

namespace tilewright {
namespace {

std::atomic<int> spinners{0};

bool TakeTurn() {
  static const int limit = ProcessorCount() - 1;
  int now = spinners.load(std::memory_order_relaxed);
  while (now < limit) {
    if (spinners.compare_exchange_weak(now, now + 1, std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

}  // namespace

SpinTurn::SpinTurn() : granted_(TakeTurn()) {}

SpinTurn::~SpinTurn() {
  if (granted_) spinners.fetch_sub(1, std::memory_order_relaxed);
}

void SpinLock::WaitUntilFree() const {
  for (int tries = 0; taken_.load(std::memory_order_relaxed); ++tries) {
    // Its holder may have been stopped: where there are fewer processors than threads,
    // waiting is for the scheduler.
    if (tries < 64) {
      Pause();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace tilewright
