#include "frontend/torch/device/live_storages.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/place.h"

namespace tilewright::torch_device {
namespace {

constexpr size_t kShown = 8;

std::string InMebibytes(int64_t bytes) {
  const int64_t tenths = (bytes * 10 + (1 << 19)) >> 20;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

}  // namespace

void StorageList::Add(const eager::Buffer& buffer) {
  const int64_t size = buffer.bytes();
  const int64_t now = bytes_.fetch_add(size, std::memory_order_relaxed) + size;
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now)) {
  }
  allocated_.fetch_add(size, std::memory_order_relaxed);
  count_.fetch_add(1, std::memory_order_relaxed);
  made_.fetch_add(1, std::memory_order_relaxed);
  if (size < kListed) return;
  const uint32_t place = PlaceNow();
  const std::lock_guard<std::mutex> lock(mutex_);
  places_.emplace(&buffer, place);
}

void StorageList::Remove(const eager::Buffer& buffer) {
  bytes_.fetch_sub(buffer.bytes(), std::memory_order_relaxed);
  count_.fetch_sub(1, std::memory_order_relaxed);
  if (buffer.bytes() < kListed) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  places_.erase(&buffer);
}

StorageTotals StorageList::totals() const {
  return {bytes_.load(), peak_.load(), allocated_.load(), count_.load(), made_.load()};
}

void StorageList::ResetPeak() { peak_.store(bytes_.load()); }

void StorageList::ResetAccumulated() {
  allocated_.store(bytes_.load());
  made_.store(count_.load());
}

std::string StorageList::Largest() const {
  // Alike ones, made by one line, are one row.
  std::map<std::pair<int64_t, uint32_t>, int> alike;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [buffer, place] : places_) ++alike[{buffer->bytes(), place}];
  }
  std::vector<std::pair<int64_t, std::string>> rows;
  for (const auto& [key, count] : alike) {
    std::string row = "\n  ";
    if (count > 1) row += std::to_string(count) + " of ";
    row += InMebibytes(key.first);
    if (const std::string line = PlaceText(key.second); !line.empty()) row += ", " + line;
    rows.emplace_back(key.first * count, std::move(row));
  }
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  if (rows.empty()) return "";
  std::string text = "\nThe largest tensors that live, " + InMebibytes(bytes_.load()) +
                     " in all, by the lines that made them:";
  for (size_t i = 0; i < std::min(rows.size(), kShown); ++i) text += rows[i].second;
  return text;
}

StorageList& LiveStorages(int device) {
  static auto& lists = *new std::array<StorageList, kMostDevices>;
  return lists[device];
}

}  // namespace tilewright::torch_device
