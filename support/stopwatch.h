// Times of parts of a compilation.
#pragma once

#include <chrono>

namespace tilewright::jit {

using Clock = std::chrono::steady_clock;

inline double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Adds the time from its making until it goes to a counter, in milliseconds.
class Stopwatch {
 public:
  explicit Stopwatch(double* total_ms) : total_ms_(total_ms), start_(Clock::now()) {}
  ~Stopwatch() { *total_ms_ += MillisecondsSince(start_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double* const total_ms_;
  const Clock::time_point start_;
};

}  // namespace tilewright::jit
