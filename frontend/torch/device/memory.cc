#include "frontend/torch/device/memory.h"

#include <c10/core/DeviceGuard.h>

#include <cstring>

#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

void ReleaseBuffer(void* context) { static_cast<eager::Buffer*>(context)->Release(); }

c10::DataPtr DataOf(eager::BufferRef buffer) {
  void* const data = buffer->data();
  return {data, buffer.release(), &ReleaseBuffer, c10::Device(kTpu, 0)};
}

class TpuAllocator final : public c10::DeviceAllocator {
 public:
  c10::DataPtr allocate(size_t bytes) override {
    return DataOf(ValueOrThrow(TheRecorder().Allocate(static_cast<int64_t>(bytes))));
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  // Of copies on write, in the order of the program: both lie in buffers of ours.
  void copy_data(void* to, const void* from, size_t bytes) const override {
    ThrowIfError(TheRecorder().Synchronize());
    std::memcpy(to, from, bytes);
  }

  bool initialized() override { return TheRecorder().started(); }
  void emptyCache(c10::MempoolId_t) override { TheRecorder().ReleaseKept(); }
  void recordStream(const c10::DataPtr&, c10::Stream) override {}  // one queue
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex) override {
    const eager::Recorder::Memory memory = TheRecorder().memory();
    c10::CachingDeviceAllocator::DeviceStats stats;
    const auto set = [](c10::CachingAllocator::Stat& stat, int64_t current,
                        int64_t peak) {
      stat.current = current;
      stat.peak = peak;
      stat.allocated = peak;
      stat.freed = peak - current;
    };
    constexpr auto kAll = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    set(stats.allocated_bytes[kAll], memory.used, memory.peak);
    set(stats.requested_bytes[kAll], memory.used, memory.peak);
    set(stats.active_bytes[kAll], memory.used, memory.peak);
    set(stats.reserved_bytes[kAll], memory.used + memory.kept, memory.peak);
    return stats;
  }
  void resetAccumulatedStats(c10::DeviceIndex) override {}
  void resetPeakStats(c10::DeviceIndex) override { TheRecorder().ResetPeak(); }
  std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex) override {
    const eager::Recorder::Memory memory = TheRecorder().memory();
    return {memory.capacity - memory.used, memory.capacity};
  }
};

TpuAllocator& Allocator() {
  static TpuAllocator& allocator = *new TpuAllocator;
  return allocator;
}

REGISTER_ALLOCATOR(kTpu, &Allocator());

}  // namespace

const torch_door::Door& TheDoor() {
  static const torch_door::Door& door = [&]() -> const torch_door::Door& {
    const torch_door::Door& found = *tilewright_torch_door();
    TORCH_CHECK(std::strcmp(found.version, torch_door::kDoorVersion) == 0,
                "libtilewright.so is \"", found.version, "\", this is \"",
                torch_door::kDoorVersion, "\": both come from one build");
    return found;
  }();
  return door;
}

eager::Recorder& TheRecorder() {
  static eager::Recorder& recorder = *TheDoor().recorder;
  return recorder;
}

c10::DeviceAllocator& TheAllocator() { return Allocator(); }

eager::Buffer* FindBuffer(const c10::Storage& storage) {
  const c10::DataPtr& data = storage.data_ptr();
  if (data.get_deleter() != &ReleaseBuffer) return nullptr;
  return static_cast<eager::Buffer*>(data.get_context());
}

StorageBuffer BufferOf(const c10::Storage& storage) {
  if (eager::Buffer* const buffer = FindBuffer(storage); buffer != nullptr) {
    return {eager::BufferRef::Share(buffer)};
  }
  // Of a copy on write this makes it one.
  void* const data = storage.mutable_data();
  if (eager::Buffer* const buffer = FindBuffer(storage); buffer != nullptr) {
    return {eager::BufferRef::Share(buffer)};
  }
  return {TheRecorder().Wrap(data, static_cast<int64_t>(storage.nbytes())), true};
}

void ResizeStorage(const c10::Storage& storage, size_t bytes) {
  TORCH_CHECK(storage.resizable(), "Trying to resize storage that is not resizable");
  const StorageBuffer before = BufferOf(storage);
  eager::BufferRef after =
      ValueOrThrow(TheRecorder().Allocate(static_cast<int64_t>(bytes)));
  const int64_t kept = std::min<int64_t>(before.buffer->bytes(), bytes);
  ThrowIfError(TheRecorder().Copy(before.buffer.get(), after.get(), kept));
  if (before.foreign) ThrowIfError(TheRecorder().Synchronize());
  storage.set_data_ptr_noswap(DataOf(std::move(after)));
  storage.set_nbytes(bytes);
}

}  // namespace tilewright::torch_device
