#include "frontend/torch/device/memory.h"

#include <c10/core/DeviceGuard.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/live_storages.h"
#include "frontend/torch/device/memory_share.h"
#include "frontend/torch/device/types.h"
#include "frontend/torch/device/waiting.h"

namespace tilewright::torch_device {
namespace {

// Storages as the program sees them: the queue may keep a buffer longer.
void ReleaseBuffer(void* context) {
  auto* const buffer = static_cast<eager::Buffer*>(context);
  if (!buffer->captured()) LiveStorages(buffer->device()).Remove(*buffer);
  TheRecorder().LetGo(buffer);
}

c10::DataPtr DataOf(eager::BufferRef buffer) {
  void* const data = buffer->bytes() > 0 ? buffer->handle() : nullptr;
  if (!buffer->captured()) LiveStorages(buffer->device()).Add(*buffer);
  return {data, buffer.release(), &ReleaseBuffer, Here()};
}

std::array<std::atomic<int64_t>, kMostDevices> refused{};  // allocations

bool Full(size_t bytes) {
  const eager::Recorder::Memory memory = TheRecorder().memory(CurrentDevice());
  const auto allowed =
      static_cast<int64_t>(MemoryShare().load() * static_cast<double>(memory.capacity));
  return memory.used + static_cast<int64_t>(bytes) > allowed;
}

// The recorder waits for the queue, too, where memory is full, but hears no signals.
void WaitIfFull(size_t bytes) {
  constexpr size_t kLarge = size_t{1} << 20;
  if (bytes < kLarge || !TheRecorder().started()) return;
  if (Full(bytes) && !TheRecorder().Passed(TheRecorder().recorded())) {
    WaitFor("memory", 0);
  }
}

[[noreturn]] void Refuse(absl::string_view message) {
  ++refused[CurrentDevice()];
  Throw(absl::ResourceExhaustedError(
      absl::StrCat(message, LiveStorages(CurrentDevice()).Largest())));
}

eager::BufferRef NewBuffer(size_t bytes) {
  WaitIfFull(bytes);
  WaitForMemory(LiveStorages(CurrentDevice()).totals().bytes);
  if (MemoryShare().load() < 1 && Full(bytes)) {
    Refuse(absl::StrCat(bytes, " bytes: out of memory. The process may take ",
                        MemoryShare().load(), " of HBM."));
  }
  absl::StatusOr<eager::BufferRef> buffer =
      TheRecorder().AllocateInOrder(static_cast<int64_t>(bytes), CurrentDevice());
  if (absl::IsResourceExhausted(buffer.status())) Refuse(buffer.status().message());
  return ValueOrThrow(std::move(buffer));
}

class TpuAllocator final : public c10::DeviceAllocator {
 public:
  c10::DataPtr allocate(size_t bytes) override { return DataOf(NewBuffer(bytes)); }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  // Of copies on write, in the order of the program: both lie in buffers of ours.
  void copy_data(void* to, const void* from, size_t bytes) const override {
    TORCH_CHECK(to != nullptr && from != nullptr,
                "a copy on write inside of a graph that is being captured");
    WaitForAll("copy on write");
    const auto size = static_cast<int64_t>(bytes);
    const eager::BufferRef target = ValueOrThrow(TheRecorder().Wrap(to, size));
    const eager::BufferRef source =
        ValueOrThrow(TheRecorder().Wrap(const_cast<void*>(from), size));
    std::memcpy(target->data(), source->data(), bytes);
  }

  bool initialized() override { return TheRecorder().started(); }
  void emptyCache(c10::MempoolId_t) override { TheRecorder().ReleaseKept(); }
  void recordStream(const c10::DataPtr&, c10::Stream) override {}  // one queue
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(
      c10::DeviceIndex device) override {
    device = CheckIndex(device);
    const eager::Recorder::Memory memory = TheRecorder().memory(device);
    const StorageTotals live = LiveStorages(device).totals();
    c10::CachingDeviceAllocator::DeviceStats stats;
    const auto set = [](c10::CachingAllocator::StatArray& stat, int64_t current,
                        int64_t peak, int64_t allocated) {
      constexpr auto kAll =
          static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);
      stat[kAll].current = current;
      stat[kAll].peak = peak;
      stat[kAll].allocated = allocated;
      stat[kAll].freed = allocated - current;
    };
    set(stats.allocated_bytes, live.bytes, live.peak, live.allocated);
    set(stats.requested_bytes, live.bytes, live.peak, live.allocated);
    set(stats.active_bytes, live.bytes, live.peak, live.allocated);
    set(stats.allocation, live.count, live.count, live.made);
    const int64_t reserved = memory.used + memory.kept;
    set(stats.reserved_bytes, reserved, std::max(memory.peak, reserved),
        std::max(memory.peak, reserved));
    stats.num_ooms = refused[device];
    return stats;
  }
  void resetAccumulatedStats(c10::DeviceIndex device) override {
    device = CheckIndex(device);
    LiveStorages(device).ResetAccumulated();
    refused[device] = 0;
  }
  void resetPeakStats(c10::DeviceIndex device) override {
    device = CheckIndex(device);
    LiveStorages(device).ResetPeak();
    TheRecorder().ResetPeak(device);
  }
  std::pair<size_t, size_t> getMemoryInfo(c10::DeviceIndex device) override {
    const eager::Recorder::Memory memory = TheRecorder().memory(CheckIndex(device));
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
                "the packages tilewright (", found.version, ") and tilewright-torch (",
                torch_door::kDoorVersion, ") are not of one revision");
    return found;
  }();
  return door;
}

eager::Recorder& TheRecorder() {
  static eager::Recorder& recorder = *TheDoor().recorder;
  return recorder;
}

c10::DeviceAllocator& TheAllocator() { return Allocator(); }

std::atomic<double>& MemoryShare() {
  static std::atomic<double> share{1};
  return share;
}

c10::Storage StorageOf(eager::BufferRef buffer) {
  const int64_t bytes = buffer->bytes();
  return c10::Storage(c10::Storage::use_byte_size_t(), bytes, DataOf(std::move(buffer)),
                      &Allocator(), /*resizable=*/true);
}

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
  return {ValueOrThrow(TheRecorder().Wrap(data, static_cast<int64_t>(storage.nbytes()))),
          true};
}

void ReadStorage(const char* cause, const c10::Storage& storage, int64_t offset,
                 int64_t bytes, void* host) {
  const StorageBuffer found = BufferOf(storage);
  if (found.foreign) WaitForAll("foreign memory");
  WaitForContent(cause, *found.buffer);
  ThrowIfError(TheRecorder().CopyToHost(found.buffer.get(), offset, bytes, host));
}

void ResizeStorage(const c10::Storage& storage, size_t bytes) {
  TORCH_CHECK(storage.resizable(), "Trying to resize storage that is not resizable");
  const OnDevice its(storage.device().index());
  const StorageBuffer before = BufferOf(storage);
  eager::BufferRef after = NewBuffer(bytes);
  const int64_t kept = std::min<int64_t>(before.buffer->bytes(), bytes);
  ThrowIfError(TheRecorder().Copy(before.buffer.get(), after.get(), kept));
  if (before.foreign) WaitForAll("foreign memory");
  storage.set_data_ptr_noswap(DataOf(std::move(after)));
  storage.set_nbytes(bytes);
}

}  // namespace tilewright::torch_device
