// Memory for generated code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tilewright::jit {

// Ranges of whole pages out of slabs of at least kSlabBytes. A range is
// readable and writable while code is written to it and, once sealed, readable
// and executable: never writable and executable at once. Neighbouring sealed
// ranges are one mapping to the system, so the number of mappings grows with
// slabs and not with kernels. The memory is private: after a fork parent and
// child go on by themselves. Thread-safe.
class SlabMemory {
 public:
  static constexpr size_t kSlabBytes = size_t{1} << 20;

  struct Range {
    char* start = nullptr;  // of a page
    size_t bytes = 0;       // whole pages
  };

  SlabMemory();
  ~SlabMemory();
  SlabMemory(const SlabMemory&) = delete;
  SlabMemory& operator=(const SlabMemory&) = delete;

  // Writable memory of undefined content. ResourceExhausted with the system's
  // reason.
  absl::StatusOr<Range> Allocate(size_t bytes);
  // From writable to executable.
  absl::Status Seal(const Range& range);
  // Slabs that become empty go back to the system, but for one.
  void Free(const Range& range);

  int64_t mapped_bytes() const;

 private:
  struct Slab {
    char* start = nullptr;
    size_t bytes = 0;
    // Offset to length; neighbouring free ranges are always merged.
    std::map<size_t, size_t> free;
  };

  const size_t page_bytes_;
  mutable std::mutex mutex_;
  std::map<const char*, Slab> slabs_;  // by start
};

}  // namespace tilewright::jit
