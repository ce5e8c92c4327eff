// Storages of the device.
#pragma once

#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Storage.h>

#include "frontend/torch/door/door.h"
#include "runtime/eager/memory/buffer.h"

namespace tilewright::torch_device {

// The process's eager device.
eager::Recorder& TheRecorder();
const torch_door::Door& TheDoor();

c10::DeviceAllocator& TheAllocator();
// A storage that is one buffer; on the current device.
c10::Storage StorageOf(eager::BufferRef buffer);

// A storage's buffer. Memory that PyTorch has made a storage of by itself, such as a
// pointer into one of ours, is wrapped: whoever records something on it waits for that.
struct StorageBuffer {
  eager::BufferRef buffer;
  bool foreign = false;
};
StorageBuffer BufferOf(const c10::Storage& storage);
// The same without an owner more; null for foreign memory.
eager::Buffer* FindBuffer(const c10::Storage& storage);

// Into host memory, once all before has run: counted as a wait for `cause`, a literal.
void ReadStorage(const char* cause, const c10::Storage& storage, int64_t offset,
                 int64_t bytes, void* host);

// Its bytes stay, as far as there is room.
void ResizeStorage(const c10::Storage& storage, size_t bytes);

}  // namespace tilewright::torch_device
