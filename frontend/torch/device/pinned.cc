#include "frontend/torch/device/pinned.h"

#include <ATen/core/CachingHostAllocator.h>

#include <map>
#include <mutex>

#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

// Begin and end of each block.
struct Blocks {
  std::mutex mutex;
  std::map<uintptr_t, uintptr_t> ends;
};

Blocks& AllBlocks() {
  static Blocks& blocks = *new Blocks;
  return blocks;
}

void Release(void* memory) {
  {
    Blocks& blocks = AllBlocks();
    const std::lock_guard<std::mutex> lock(blocks.mutex);
    blocks.ends.erase(reinterpret_cast<uintptr_t>(memory));
  }
  c10::GetAllocator(c10::DeviceType::CPU)->raw_deallocate(memory);
}

class PinnedAllocator final : public at::HostAllocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    const c10::Device cpu(c10::DeviceType::CPU);
    if (bytes == 0) return {nullptr, cpu};
    void* const memory = c10::GetAllocator(c10::DeviceType::CPU)->raw_allocate(bytes);
    Blocks& blocks = AllBlocks();
    const std::lock_guard<std::mutex> lock(blocks.mutex);
    const auto begin = reinterpret_cast<uintptr_t>(memory);
    blocks.ends[begin] = begin + bytes;
    return {memory, memory, &Release, cpu};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &Release; }
  void copy_data(void* to, const void* from, size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

  // Copies have read it when they return.
  bool record_event(void*, void*, c10::Stream) override { return true; }
  void empty_cache() override {}
  at::HostStats get_stats() override { return {}; }
  void reset_accumulated_stats() override {}
  void reset_peak_stats() override {}
};

PinnedAllocator& Allocator() {
  static PinnedAllocator& allocator = *new PinnedAllocator;
  return allocator;
}

REGISTER_HOST_ALLOCATOR(kTpu, &Allocator());

}  // namespace

c10::Allocator& ThePinnedMemory() { return Allocator(); }

bool IsPinned(const void* data) {
  Blocks& blocks = AllBlocks();
  const std::lock_guard<std::mutex> lock(blocks.mutex);
  auto found = blocks.ends.upper_bound(reinterpret_cast<uintptr_t>(data));
  if (found == blocks.ends.begin()) return false;
  --found;
  return reinterpret_cast<uintptr_t>(data) < found->second;
}

}  // namespace tilewright::torch_device
