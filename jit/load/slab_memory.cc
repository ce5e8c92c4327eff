#include "jit/load/slab_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "support/check.h"
#include "support/round.h"

namespace tilewright::jit {
namespace {

constexpr size_t kMostBytes = size_t{1} << 40;

absl::Status MemoryError(absl::string_view call, size_t bytes) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "code memory of ", bytes, " bytes: ", call, ": ", std::strerror(errno)));
}

}  // namespace

SlabMemory::SlabMemory() : page_bytes_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {}

SlabMemory::~SlabMemory() {
  for (const auto& [start, slab] : slabs_) munmap(slab.start, slab.bytes);
}

absl::StatusOr<SlabMemory::Range> SlabMemory::Allocate(size_t bytes) {
  if (bytes > kMostBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("code memory of ", bytes, " bytes: at most ", kMostBytes));
  }
  bytes = RoundUp(std::max<size_t>(bytes, 1), page_bytes_);
  std::lock_guard<std::mutex> lock(mutex_);
  for (auto& [start, slab] : slabs_) {
    for (auto hole = slab.free.begin(); hole != slab.free.end(); ++hole) {
      if (hole->second < bytes) continue;
      const size_t offset = hole->first;
      const size_t left = hole->second - bytes;
      slab.free.erase(hole);
      if (left > 0) slab.free[offset + bytes] = left;
      return Range{slab.start + offset, bytes};
    }
  }
  const size_t slab_bytes = RoundUp(bytes, std::max(kSlabBytes, page_bytes_));
  void* const memory = mmap(nullptr, slab_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return MemoryError("mmap", slab_bytes);
  Slab& slab = slabs_[static_cast<char*>(memory)];
  slab.start = static_cast<char*>(memory);
  slab.bytes = slab_bytes;
  if (slab_bytes > bytes) slab.free[bytes] = slab_bytes - bytes;
  return Range{slab.start, bytes};
}

absl::Status SlabMemory::Seal(const Range& range) {
  if (mprotect(range.start, range.bytes, PROT_READ | PROT_EXEC) != 0) {
    return MemoryError("mprotect", range.bytes);
  }
  // Instruction caches that are not coherent with data need to be told.
  __builtin___clear_cache(range.start, range.start + range.bytes);
  return absl::OkStatus();
}

void SlabMemory::Free(const Range& range) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto owner = slabs_.upper_bound(range.start);
  TW_CHECK(owner != slabs_.begin());
  --owner;
  Slab& slab = owner->second;
  size_t offset = static_cast<size_t>(range.start - slab.start);
  size_t bytes = range.bytes;
  TW_CHECK(offset + bytes <= slab.bytes);
  // At the system's limit of mappings this may fail: the range is then lost
  // until its slab goes, and never handed out while it is not writable.
  if (mprotect(range.start, bytes, PROT_READ | PROT_WRITE) != 0) return;
  const auto next = slab.free.lower_bound(offset);
  TW_CHECK(next == slab.free.end() || offset + bytes <= next->first);
  if (next != slab.free.end() && offset + bytes == next->first) {
    bytes += next->second;
    slab.free.erase(next);
  }
  const auto after = slab.free.lower_bound(offset);
  if (after != slab.free.begin()) {
    const auto before = std::prev(after);
    TW_CHECK(before->first + before->second <= offset);
    if (before->first + before->second == offset) {
      offset = before->first;
      bytes += before->second;
    }
  }
  slab.free[offset] = bytes;
  if (bytes == slab.bytes && slabs_.size() > 1) {
    munmap(slab.start, slab.bytes);
    slabs_.erase(owner);
  }
}

int64_t SlabMemory::mapped_bytes() const {
  std::lock_guard<std::mutex> lock(mutex_);
  int64_t total = 0;
  for (const auto& [start, slab] : slabs_) total += static_cast<int64_t>(slab.bytes);
  return total;
}

}  // namespace tilewright::jit
