// Memory that a buffer gets when it is first needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/eager/memory/buffer.h"
#include "runtime/memory/allocator.h"
#include "support/fork.h"
#include "support/spinning.h"

namespace tilewright::eager {

// Makes buffers whose bytes count from the start, and that have memory once they are
// bound: of what a segment never stores, none. Until then, and for as long as they live,
// a *handle* stands for their first byte: an address in a range that is kept free for
// that and cannot be touched, so that those of different buffers are as far apart as
// their bytes want. Thread-safe; never destroyed before its buffers.
class LaterMemory {
 public:
  // Smaller ones take longer to make than they are worth.
  static constexpr int64_t kLeastBytes = int64_t{4} << 10;

  explicit LaterMemory(std::shared_ptr<runtime::Allocator> memory);

  // Requires kLeastBytes. None where the range has no room for it.
  absl::StatusOr<std::optional<BufferRef>> Make(int64_t bytes);
  // Whether an address stands for memory, now or ever: it cannot be touched.
  bool Covers(const void* address) const {
    const auto* const byte = static_cast<const uint8_t*>(address);
    return range_ != nullptr && byte >= range_ && byte < range_ + kRangeBytes;
  }
  // Whose handle this is, or lies behind that within its bytes; null: nobody's.
  Buffer* Find(const void* address) const;
  // The memory that such an address stands for, which gets there by that. InvalidArgument
  // where no buffer has so many bytes from there on, ResourceExhausted.
  absl::StatusOr<void*> Reach(const void* address, int64_t bytes) const;

 private:
  class LaterBuffer;
  // Where a buffer's addresses begin, and the buffer that has them now, if one does.
  struct Handle {
    uint8_t* begin = nullptr;
    LaterBuffer* buffer = nullptr;
  };
  // Addresses, many times what any chip's HBM has.
  static constexpr size_t kRangeBytes = size_t{1} << 42;

  // The number of one for so many bytes that no buffer has. Requires the lock.
  std::optional<size_t> TakeHandle(int64_t bytes);

  const std::shared_ptr<runtime::Allocator> memory_;
  mutable SpinLock lock_;
  uint8_t* range_ = nullptr;  // none where the system refuses it
  uint8_t* next_ = nullptr;
  std::vector<Handle> handles_;  // all that there ever were, by address
  // Numbers of those without a buffer, by the size of the blocks that they stand for.
  absl::flat_hash_map<int64_t, std::vector<size_t>> free_;
  const ForkHook fork_hook_{[this] { lock_.lock(); }, [this] { lock_.unlock(); }};
};

}  // namespace tilewright::eager
