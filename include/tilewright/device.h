// A device: a chip's memory, and a queue that runs programs in order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tilewright/export.h"

namespace tilewright {

// A handle, cheap to copy; copies are the same device. Thread-safe. Buffers
// and executions keep their device alive.
class TILEWRIGHT_EXPORT Device {
 public:
  struct Options {
    std::string chip = "v5e";  // see ChipNames()
    int threads = 0;           // 0: as many as the machine has
  };
  // NotFound, with the names there are, for an unknown chip; InvalidArgument
  // for a negative number of threads.
  static absl::StatusOr<Device> Create(const Options& options);
  // Options{}.
  static absl::StatusOr<Device> Create();

  const std::string& chip() const;
  int threads() const;
  // High-bandwidth memory: capacity, bytes in use now, and their highest since
  // the device was made or ResetPeak() was called. Buffers that the device
  // owns and the temporary memory of running programs count.
  int64_t hbm_bytes() const;
  int64_t used_bytes() const;
  int64_t peak_bytes() const;
  void ResetPeak();

  struct Impl;
  explicit Device(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<Impl>& impl() const { return impl_; }

 private:
  std::shared_ptr<Impl> impl_;
};

TILEWRIGHT_EXPORT std::vector<std::string> ChipNames();

}  // namespace tilewright
