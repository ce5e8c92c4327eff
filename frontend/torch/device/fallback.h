// Whether operations without a kernel may run on the CPU, and which did.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tilewright::torch_device {

// Thread-safe.
class Fallback {
 public:
  bool allowed() const { return allowed_.load(std::memory_order_relaxed); }
  void Allow(bool allowed) { allowed_.store(allowed, std::memory_order_relaxed); }

  void Count(std::string operation) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++counts_[std::move(operation)];
  }
  std::map<std::string, int64_t> SoFar() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counts_;
  }
  void Forget() {
    const std::lock_guard<std::mutex> lock(mutex_);
    counts_.clear();
  }

 private:
  std::atomic<bool> allowed_{false};
  mutable std::mutex mutex_;
  std::map<std::string, int64_t> counts_;
};

inline Fallback& CpuFallback() {
  static Fallback& fallback = *new Fallback;
  return fallback;
}

}  // namespace tilewright::torch_device
