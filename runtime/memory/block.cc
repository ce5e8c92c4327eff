#include "runtime/memory/block.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "runtime/memory/allocator.h"
#include "support/abi.h"
#include "support/environment.h"
#include "support/round.h"

namespace tilewright::runtime {
namespace {

// Anonymous memory; null when there is none.
void* Map(size_t bytes) {
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

// Of a block's bytes, from its start, those that lie in huge pages: all, but for a last
// page that is less than three quarters used. It would take up to 2 MB for a few bytes,
// block by block; what it costs to take it as small pages is paid once, as blocks are
// kept.
size_t HugeBytes(size_t bytes) {
  const size_t last = bytes % kHugePage;
  return last < kHugePage / 4 * 3 ? bytes - last : RoundUp(bytes, kHugePage);
}

}  // namespace

bool GuardFromEnvironment() { return Environment("TILEWRIGHT_GUARD") == "1"; }

bool Block::MapPlain(size_t bytes) {
  parts_.size = static_cast<int64_t>(bytes);
  if (bytes <= kHugePage / 2) {
    // At least one byte, so that the address is a valid one; whole lines, so
    // that two blocks never share one.
    const size_t room = RoundUp(bytes == 0 ? size_t{1} : bytes, TW_BUFFER_ALIGNMENT);
    parts_.data = std::aligned_alloc(TW_BUFFER_ALIGNMENT, room);
    return parts_.data != nullptr;
  }
  // One huge page more than needed, to have a boundary inside.
  parts_.mapped_bytes = RoundUp(bytes, kHugePage) + kHugePage;
  parts_.mapping = Map(parts_.mapped_bytes);
  if (parts_.mapping == nullptr) return false;
  parts_.data = reinterpret_cast<void*>(
      RoundUp(reinterpret_cast<uintptr_t>(parts_.mapping), kHugePage));
  // Advice: where huge pages are switched off it fails, and small ones do.
  (void)madvise(parts_.data, HugeBytes(bytes), MADV_HUGEPAGE);
  return true;
}

bool Block::CutFront(size_t bytes, Block* front) {
  if (parts_.size < static_cast<int64_t>(bytes)) return false;
  char* const cut = static_cast<char*>(parts_.data) + bytes;
  const size_t before = static_cast<size_t>(cut - static_cast<char*>(parts_.mapping));
  front->parts_.data = parts_.data;
  front->parts_.mapping = parts_.mapping;
  front->parts_.mapped_bytes = before;
  parts_.data = parts_.mapping = cut;
  parts_.mapped_bytes -= before;
  parts_.size -= static_cast<int64_t>(bytes);
  return true;
}

bool Block::MapGuarded(size_t bytes) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inside = RoundUp(bytes, page);
  parts_.mapped_bytes = inside + 2 * page;
  parts_.mapping = Map(parts_.mapped_bytes);
  if (parts_.mapping == nullptr) return false;
  char* const first = static_cast<char*>(parts_.mapping) + page;
  parts_.data = first + inside - bytes;
  return mprotect(parts_.mapping, page, PROT_NONE) == 0 &&
         mprotect(first + inside, page, PROT_NONE) == 0;
}

absl::StatusOr<Block> Block::Allocate(int64_t bytes, absl::string_view what, Kind kind) {
  if (bytes < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("size of ", what, " is negative: ", bytes));
  }
  Block block;
  const size_t size = static_cast<size_t>(bytes);
  const bool guarded = kind == Kind::kGuarded;
  if (bytes > kMaxBlockBytes ||
      !(guarded ? block.MapGuarded(size) : block.MapPlain(size))) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate ", bytes, " bytes for ", what,
                     ": the machine has not enough memory"));
  }
  block.parts_.size = bytes;
  if (guarded && size > 0) std::memset(block.parts_.data, kPoison, size);
  return block;
}

void Block::Free() {
  if (parts_.owner != nullptr) {
    parts_.owner->Free(this);
  } else {
    Unmap();
  }
}

void Block::Unmap() {
  if (parts_.mapping != nullptr) {
    munmap(parts_.mapping, parts_.mapped_bytes);
  } else {
    std::free(parts_.data);
  }
  parts_.data = nullptr;
}

}  // namespace tilewright::runtime
