// Buffers: typed memory that programs read and write.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/device.h"
#include "tilewright/export.h"
#include "tilewright/types.h"

namespace tilewright {

// A handle, cheap to copy; copies are the same memory, which lives as long as
// the last of them. Thread-compatible: who writes while an execution reads
// races.
class TILEWRIGHT_EXPORT Buffer {
 public:
  // Memory of the device; its content is undefined. ResourceExhausted when the
  // chip's memory cannot hold it.
  static absl::StatusOr<Buffer> Allocate(const Device& device, TensorType type);
  // Memory of the device with a copy of `bytes`, which are row-major. Values
  // that the type does not have (a bool byte of 2) are InvalidArgument.
  static absl::StatusOr<Buffer> FromHost(const Device& device, TensorType type,
                                         absl::Span<const uint8_t> bytes);
  // Memory of the caller, who keeps it alive and of type.byte_size() bytes
  // while any copy of the buffer lives. It does not count as the device's.
  // Memory aligned to 64 bytes is used in place; other memory is copied at
  // each execution. InvalidArgument when null, unless there are no bytes.
  static absl::StatusOr<Buffer> Wrap(const Device& device, TensorType type, void* memory);

  const TensorType& type() const;
  int64_t byte_size() const;
  uint8_t* data();
  const uint8_t* data() const;
  absl::Span<const uint8_t> bytes() const;
  // True when the device owns the memory.
  bool device_owned() const;

  struct Impl;
  explicit Buffer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<Impl>& impl() const { return impl_; }

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace tilewright
