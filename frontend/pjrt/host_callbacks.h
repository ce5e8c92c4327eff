// A caller's callbacks for what a program sends to its host, and waits for from there.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "frontend/pjrt/abi/execute.h"
#include "runtime/run/executable.h"

namespace tilewright::pjrt {

// What a callback fills, a chunk after the other. Shared by the run that waits and by the
// callback, which may do so on another thread, later. Thread-safe.
class Arrival {
 public:
  Arrival(void* data, int64_t bytes)
      : data_(static_cast<uint8_t*>(data)), bytes_(bytes) {}

  // InvalidArgument for more than there is room for.
  absl::Status Add(const void* chunk, size_t size);
  // Nothing more comes; an error where that is not all.
  void End();
  // Until all is there.
  absl::Status Await();
  int64_t total() const { return bytes_; }
  int64_t arrived() const;

 private:
  uint8_t* data_;  // guarded by mutex_; null when nobody waits any more
  const int64_t bytes_;
  mutable std::mutex mutex_;
  std::condition_variable progress_;
  int64_t arrived_ = 0;
  bool ended_ = false;
};

struct PJRT_CopyToDeviceStream {
  std::shared_ptr<Arrival> arrival;
};

class HostCallbacks : public runtime::HostTransfers {
 public:
  // `channels`: the caller's numbers, of the program's own 0, 1, .... Of callbacks that
  // the options have for the one device. InvalidArgument for null pointers.
  static absl::StatusOr<std::shared_ptr<HostCallbacks>> Make(
      const std::vector<int64_t>& channels, const PJRT_ExecuteOptions* options);

  absl::Status Send(int64_t channel, const ir::TensorType& type,
                    const void* data) override;
  absl::Status Receive(int64_t channel, const ir::TensorType& type, void* data) override;

 private:
  // By the program's channels; those without a callback have none.
  std::vector<PJRT_SendCallbackInfo> sends_;
  std::vector<PJRT_RecvCallbackInfo> receives_;
};

}  // namespace tilewright::pjrt
