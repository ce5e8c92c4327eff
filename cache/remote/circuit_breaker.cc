#include "cache/remote/circuit_breaker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tilewright::cache {

CircuitBreaker::CircuitBreaker(const Options& options, Clock clock)
    : options_(options), clock_(std::move(clock)) {}

int64_t CircuitBreaker::SteadyMilliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

bool CircuitBreaker::Allow() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (pause_ms_ == 0) return true;
  if (trying_ || clock_() < open_until_) return false;
  trying_ = true;
  return true;
}

void CircuitBreaker::Succeeded() {
  std::lock_guard<std::mutex> lock(mutex_);
  failures_ = 0;
  pause_ms_ = 0;
  trying_ = false;
}

void CircuitBreaker::Failed() {
  std::lock_guard<std::mutex> lock(mutex_);
  ++failures_;
  if (trying_ || failures_ >= options_.failures) Open(clock_());
}

void CircuitBreaker::TimedOut() {
  std::lock_guard<std::mutex> lock(mutex_);
  Open(clock_());
}

void CircuitBreaker::Open(int64_t now) {
  failures_ = 0;
  // Several that set out together and fail together are one failure.
  if (pause_ms_ != 0 && !trying_) return;
  pause_ms_ = pause_ms_ == 0 ? options_.first_pause_ms
                             : std::min(2 * pause_ms_, options_.longest_pause_ms);
  open_until_ = now + pause_ms_;
  trying_ = false;
}

bool CircuitBreaker::is_open() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return pause_ms_ != 0;
}

}  // namespace tilewright::cache
