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

inline constexpr size_t kHugePage = size_t{2} << 20;

// Whether TILEWRIGHT_GUARD=1 is set.
bool GuardFromEnvironment();

// What poisoned memory is filled with: NaN in every IEEE type, -1 in signed
// integers, an i1 that is neither 0 nor 1.
inline constexpr unsigned char kPoison = 0xFF;

// A block of memory and its owner. The start is aligned to TW_BUFFER_ALIGNMENT bytes, and
// blocks of more than half a huge page to one, where huge pages are asked for. A block of
// size 0 has a valid address that may not be read.
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
    if (parts_.data != nullptr) Free();
  }
  Block(Block&& other) noexcept : parts_(other.parts_) { other.parts_.data = nullptr; }
  Block& operator=(Block&& other) noexcept {
    std::swap(parts_, other.parts_);
    return *this;
  }

  // Mapped or of the heap, of no allocator's. ResourceExhausted when the machine has not
  // enough memory, InvalidArgument for a negative size. `what` names it in messages.
  static absl::StatusOr<Block> Allocate(int64_t bytes, absl::string_view what,
                                        Kind kind = Kind::kPlain);

  void* data() const { return parts_.data; }
  int64_t size() const { return parts_.size; }

 private:
  friend class Allocator;
  void Free();
  // Without its allocator, if it has one.
  void Unmap();
  // Both give false where there is no memory.
  bool MapPlain(size_t bytes);
  bool MapGuarded(size_t bytes);
  // Of a mapped block: hands over its first bytes, whole pages, as a block that can be
  // unmapped alone. False where it has fewer.
  bool CutFront(size_t bytes, Block* front);

  struct Parts {
    void* data = nullptr;
    int64_t size = 0;
    void* mapping = nullptr;  // of mmap; null when data is of the heap or of a slab
    size_t mapped_bytes = 0;
    Allocator* owner = nullptr;  // that it goes back to,
    int size_class = -1;         // as one of these blocks
  };
  Parts parts_;
};

// No request near this can be met, and sums with a page or two stay in int64.
inline constexpr int64_t kMaxBlockBytes = int64_t{1} << 47;

}  // namespace tilewright::runtime
