// Buffers: typed memory that programs read and write.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tilewright/device.h"
#include "tilewright/export.h"
#include "tilewright/types.h"

namespace tilewright {

// A handle, cheap to copy; copies are the same memory, which lives as long as
// the last of them, and as runs that are queued to use it. Thread-compatible: who writes
// while an execution reads races.
//
// A buffer that a queued run failed to write is poisoned: whoever reads it, Wait() and
// later runs included, gets that run's error, until something else is written to it.
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
  // InvalidArgument when null, unless there are no bytes, and when it is not aligned to
  // an element (to a component of a complex one).
  static absl::StatusOr<Buffer> Wrap(const Device& device, TensorType type, void* memory);
  // Part of this buffer's memory, from byte `offset` on, as a buffer that shares it.
  // InvalidArgument when it reaches beyond the end or is not aligned to an element.
  absl::StatusOr<Buffer> View(TensorType type, int64_t offset) const;

  const TensorType& type() const;
  int64_t byte_size() const;
  // The memory, whether or not what is queued to write it has done so: see Wait(). Null,
  // and no bytes, when the buffer was deleted or donated.
  uint8_t* data();
  const uint8_t* data() const;
  absl::Span<const uint8_t> bytes() const;
  // True when the device owns the memory.
  bool device_owned() const;

  // Waits until the content is there. The error of the run that failed to write it;
  // FailedPrecondition when the buffer was deleted or donated.
  absl::Status Wait() const;
  // The content, after Wait(). InvalidArgument unless there is room for byte_size()
  // bytes.
  absl::Status CopyToHost(absl::Span<uint8_t> bytes) const;
  // Gives the memory back without waiting for the last handle. Later uses of this buffer
  // and its views are errors; runs that are queued go on.
  void Delete();

  struct Impl;
  explicit Buffer(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<Impl>& impl() const { return impl_; }

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace tilewright
