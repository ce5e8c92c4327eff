// What devices did while somebody traced: runs of programs, by name and time.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "runtime/device/execute.h"

namespace tilewright::pjrt {

// Runs between Start and Stop. Thread-safe.
class Trace {
 public:
  void Add(int device, absl::string_view name, int64_t begin, int64_t end);
  // The runs as a serialized XSpace, as TensorBoard and jax.profiler.ProfileData read
  // them: a plane for each device, on it one line, "XLA Modules".
  std::string Serialize() const;

 private:
  struct Run {
    std::string name;
    int64_t begin;  // nanoseconds since 1970
    int64_t end;
  };
  mutable std::mutex mutex_;
  std::map<int, std::vector<Run>> runs_;  // guarded by mutex_; by device
};

// Tells the traces that run now of runs of that program; null where there is none, which
// is found without a lock.
std::shared_ptr<runtime::RunObserver> ObserverOf(int device, absl::string_view program);

void StartTrace(const std::shared_ptr<Trace>& trace);
void StopTrace(const std::shared_ptr<Trace>& trace);

}  // namespace tilewright::pjrt
