// Buffers by whose memory they have.
#pragma once

#include <cstdint>
#include <utility>

#include "runtime/eager/memory/buffer.h"
#include "runtime/memory/block.h"

namespace tilewright::eager {

// A block of its own.
class DeviceBuffer final : public Buffer {
 public:
  DeviceBuffer(runtime::Block block, int device)
      : Buffer(static_cast<uint8_t*>(block.data()), block.size()),
        block_(std::move(block)) {
    SetDevice(device);
  }
  Buffer* owner() override { return this; }

 private:
  const runtime::Block block_;
};

// In memory of another one, whose content nobody wants any more.
class SuccessorBuffer final : public Buffer {
 public:
  explicit SuccessorBuffer(HandedOn::Memory memory)
      : Buffer(memory.owner->data(), memory.owner->bytes()),
        owner_(std::move(memory.owner)) {
    SetUsed(memory.used);
  }
  Buffer* owner() override { return owner_.get(); }

 private:
  const BufferRef owner_;
};

// Memory of somebody else's.
class ForeignBuffer final : public Buffer {
 public:
  ForeignBuffer(void* memory, int64_t bytes)
      : Buffer(static_cast<uint8_t*>(memory), bytes) {}
  bool foreign() const override { return true; }
};

}  // namespace tilewright::eager
