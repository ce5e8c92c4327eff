// Host memory that stands for a device's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::runtime {

class Allocator;

// Whether TILEWRIGHT_GUARD=1 is set.
bool GuardFromEnvironment();

// What poisoned memory is filled with: NaN in every IEEE type, -1 in signed
// integers, an i1 that is neither 0 nor 1.
inline constexpr unsigned char kPoison = 0xFF;

// A block of memory and its owner. The start is aligned to TW_BUFFER_ALIGNMENT bytes, and
// blocks of 2 MiB and more to 2 MiB, where huge pages are asked for. A block of size 0
// has a valid address that may not be read.
class Block {
 public:
  enum class Kind {
    kPlain,
    // Filled with kPoison. An unreadable page lies right after the last byte, and another
    // somewhere before the first. The start then lies where the size puts it: it is a
    // multiple of the largest power of two, up to a page, that divides the size, so every
    // element is aligned to its own size, and nothing to 64 bytes.
    kGuarded,
  };

  Block() = default;
  ~Block() {
    if (data_ != nullptr) Free();
  }
  Block(Block&& other) noexcept { Swap(other); }
  Block& operator=(Block&& other) noexcept {
    Swap(other);
    return *this;
  }

  // Mapped or of the heap, of no allocator's. ResourceExhausted when the machine has not
  // enough memory, InvalidArgument for a negative size. `what` names it in messages.
  static absl::StatusOr<Block> Allocate(int64_t bytes, absl::string_view what,
                                        Kind kind = Kind::kPlain);

  void* data() const { return data_; }
  int64_t size() const { return size_; }

 private:
  friend class Allocator;
  void Swap(Block& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(owner_, other.owner_);
  }
  void Free();
  // Without its allocator, if it has one.
  void Unmap();
  // Both give false where there is no memory.
  bool MapPlain(size_t bytes);
  bool MapGuarded(size_t bytes);

  void* data_ = nullptr;
  int64_t size_ = 0;
  void* mapping_ = nullptr;  // of mmap; null when data_ is of the heap or of a slab
  size_t mapped_bytes_ = 0;
  Allocator* owner_ = nullptr;  // that it goes back to
};

// No request near this can be met, and sums with a page or two stay in int64.
inline constexpr int64_t kMaxBlockBytes = int64_t{1} << 47;

}  // namespace tilewright::runtime
