#include "runtime/eager/queue/bursts.h"

#include <algorithm>

namespace tilewright::eager {

void Bursts::Stop(uint64_t last) {
  const uint64_t before = stop_.load(std::memory_order_relaxed);
  if (last <= before) return;
  const uint64_t length = last - before;
  const Time taken = now_() - Time(began_.load(std::memory_order_relaxed));
  const bool is_burst = taken <= kMoment && length <= kMost;
  const int alike = alike_.load(std::memory_order_relaxed);
  alike_.store(std::clamp(alike + (is_burst ? 1 : -1), 0, kMostAlike),
               std::memory_order_relaxed);
  if (is_burst) length_.store(length, std::memory_order_relaxed);
  stop_.store(last, std::memory_order_relaxed);
}

}  // namespace tilewright::eager
