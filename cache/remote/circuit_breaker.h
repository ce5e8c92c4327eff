// When to leave a server alone.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

namespace tilewright::cache {

// After some failures in a row nothing is asked for a while; then one caller tries,
// and if that fails too, the while doubles. Thread-safe.
class CircuitBreaker {
 public:
  struct Options {
    int failures = 3;  // in a row
    int64_t first_pause_ms = 5000;
    int64_t longest_pause_ms = 300000;
  };
  // Milliseconds of a clock that does not go back.
  using Clock = std::function<int64_t()>;

  explicit CircuitBreaker(const Options& options, Clock clock = SteadyMilliseconds);

  // Whether to ask. Who may must tell how it went, by one of the next three.
  bool Allow();
  void Succeeded();
  void Failed();
  // Costs a user time, where other failures come at once: no second is waited for.
  void TimedOut();

  bool is_open() const;

  static int64_t SteadyMilliseconds();

 private:
  void Open(int64_t now);  // mutex_ is held

  const Options options_;
  const Clock clock_;
  mutable std::mutex mutex_;
  int failures_ = 0;      // guarded by mutex_, as the rest
  int64_t pause_ms_ = 0;  // 0: closed
  int64_t open_until_ = 0;
  bool trying_ = false;  // one caller is out to see whether it is back
};

}  // namespace tilewright::cache
