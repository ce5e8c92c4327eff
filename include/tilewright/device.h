// Devices: a chip's memory, and queues that run programs in order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tilewright/export.h"

namespace tilewright {

// A handle, cheap to copy; copies are the same device. Thread-safe. Buffers
// and executions keep their device alive, and handles may go in any order, with runs in
// its queues. In a forked child a device that the parent made runs programs at once, on
// the calling thread; what would need its queues is FailedPrecondition.
class TILEWRIGHT_EXPORT Device {
 public:
  struct Options {
    std::string chip = "v5e";  // see ChipNames()
    int threads = 0;           // 0: as many as the machine has
    // Every buffer lies alone, between unreadable pages, and begins as NaNs. Slow.
    // TILEWRIGHT_GUARD=1 sets it, too.
    bool guard = false;
  };
  // NotFound, with the names there are, for an unknown chip; InvalidArgument
  // for a negative number of threads.
  static absl::StatusOr<Device> Create(const Options& options);
  // Options{}.
  static absl::StatusOr<Device> Create();
  // Several devices of one client, each with memory, workers and queues of its own.
  // InvalidArgument for less than 1 or more than 256.
  static absl::StatusOr<std::vector<Device>> CreateSeveral(int count,
                                                           const Options& options);

  // Its place among the devices of its client, from 0 on.
  int id() const;
  const std::string& chip() const;
  int threads() const;
  // High-bandwidth memory: capacity, bytes in use now, and their highest since
  // the device was made or ResetPeak() was called. Buffers that the device
  // owns, constants of programs that ran on it, and the temporary memory of running and
  // bound programs count.
  int64_t hbm_bytes() const;
  int64_t used_bytes() const;
  int64_t peak_bytes() const;
  void ResetPeak();
  // Memory of buffers that are gone is kept for later ones: gives it back to the system.
  void ReleaseUnused();

  // One more queue, by the number that ExecuteOptions::stream takes. It stays as long as
  // the device. ResourceExhausted when there are more than a thousand.
  absl::StatusOr<int> NewStream();
  // Waits for all queues. The errors of queued runs that no Synchronize has told yet.
  absl::Status Synchronize() const;

  struct Impl;
  explicit Device(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<Impl>& impl() const { return impl_; }

 private:
  std::shared_ptr<Impl> impl_;
};

TILEWRIGHT_EXPORT std::vector<std::string> ChipNames();

}  // namespace tilewright
