// Memory of the simulated device: host memory, counted against a chip's HBM.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace tilewright::runtime {

// How much of a chip's HBM is taken. Thread-safe.
class HbmLimit {
 public:
  // Bytes. `chip` names the chip in messages.
  HbmLimit(std::string chip, int64_t capacity)
      : chip_(std::move(chip)), capacity_(capacity) {}
  HbmLimit(const HbmLimit&) = delete;
  HbmLimit& operator=(const HbmLimit&) = delete;

  // Takes `bytes` for `what` ("the arena of 'main'"). ResourceExhausted, with
  // nothing taken, when they do not fit; InvalidArgument when negative.
  absl::Status Reserve(int64_t bytes, absl::string_view what);
  // Gives back what Reserve took.
  void Release(int64_t bytes);

  int64_t capacity() const { return capacity_; }
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  // The largest used() so far, or since ResetPeak.
  int64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  void ResetPeak() { peak_.store(used(), std::memory_order_relaxed); }

 private:
  const std::string chip_;
  const int64_t capacity_;
  std::atomic<int64_t> used_{0};
  std::atomic<int64_t> peak_{0};
};

// Whether TILEWRIGHT_GUARD=1 is set.
bool GuardFromEnvironment();

struct AllocationOptions {
  // Counts the buffer while it lives; must outlive it. Null: not counted.
  HbmLimit* limit = nullptr;
  // An unreadable page lies right after the last byte, and another somewhere
  // before the first. The start then lies where the size puts it: it is a
  // multiple of the largest power of two, up to a page, that divides the size,
  // so every element is aligned to its own size, and nothing to 64 bytes.
  bool guard = false;
  // Fills the buffer with kPoison. Otherwise its content is undefined.
  bool poison = false;
};

// What poisoned memory is filled with: NaN in every IEEE type, -1 in signed
// integers, an i1 that is neither 0 nor 1.
inline constexpr unsigned char kPoison = 0xFF;

// A block of memory and its owner. Without guard the start is aligned to
// TW_BUFFER_ALIGNMENT bytes, and blocks of 2 MiB and more to 2 MiB, where huge
// pages are asked for. A block of size 0 has a valid address that may not be
// read.
class Buffer {
 public:
  Buffer() = default;
  ~Buffer() { Free(); }
  Buffer(Buffer&& other) noexcept { Swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Swap(other);
    return *this;
  }

  // ResourceExhausted when the limit or the machine has not enough memory,
  // InvalidArgument for a negative size. `what` names the buffer in messages.
  static absl::StatusOr<Buffer> Allocate(int64_t bytes, absl::string_view what,
                                         const AllocationOptions& options = {});

  void* data() const { return data_; }
  int64_t size() const { return size_; }

 private:
  void Swap(Buffer& other);
  void Free();

  void* data_ = nullptr;
  int64_t size_ = 0;
  void* mapping_ = nullptr;  // of mmap; null when data_ is of the heap
  size_t mapped_bytes_ = 0;
  HbmLimit* limit_ = nullptr;
};

// Says whether memory that a run only reads was written: takes checksums when
// made, compares them when asked. The memory is the caller's and must stay.
class UnchangedCheck {
 public:
  struct Block {
    const void* data;
    int64_t bytes;
    std::string name;  // "input 2"
  };
  explicit UnchangedCheck(std::vector<Block> blocks);
  // Internal, naming the first block that is not what it was.
  absl::Status Verify() const;

 private:
  std::vector<Block> blocks_;
  std::vector<std::string> checksums_;
};

}  // namespace tilewright::runtime
