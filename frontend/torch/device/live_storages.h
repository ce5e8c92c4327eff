// Which storages the program holds: their bytes, and where the large ones were made.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

#include "runtime/eager/memory/buffer.h"

namespace tilewright::torch_device {

struct StorageTotals {
  int64_t bytes = 0;      // now
  int64_t peak = 0;       // at most, since it was reset
  int64_t allocated = 0;  // in all, since it was reset
  int64_t count = 0;      // storages now
  int64_t made = 0;       // storages in all
};

// Thread-safe; never destroyed.
class StorageList {
 public:
  void Add(const eager::Buffer& buffer);
  void Remove(const eager::Buffer& buffer);

  StorageTotals totals() const;
  void ResetPeak();
  void ResetAccumulated();

  // For whoever has no memory left: the largest, with the lines that made them.
  std::string Largest() const;

 private:
  // Small ones are counted and not listed: there are many, and they are soon gone.
  static constexpr int64_t kListed = int64_t{1} << 20;

  std::atomic<int64_t> bytes_{0}, peak_{0}, allocated_{0}, count_{0}, made_{0};
  mutable std::mutex mutex_;
  std::unordered_map<const eager::Buffer*, uint32_t> places_;
};

// Of a device.
StorageList& LiveStorages(int device);

}  // namespace tilewright::torch_device
