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

constexpr size_t kHugePage = size_t{2} << 20;

// Anonymous memory; null when there is none.
void* Map(size_t bytes) {
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

}  // namespace

bool GuardFromEnvironment() { return Environment("TILEWRIGHT_GUARD") == "1"; }

bool Block::MapPlain(size_t bytes) {
  if (bytes < kHugePage) {
    // At least one byte, so that the address is a valid one; whole lines, so
    // that two blocks never share one.
    const size_t room = RoundUp(bytes == 0 ? size_t{1} : bytes, TW_BUFFER_ALIGNMENT);
    data_ = std::aligned_alloc(TW_BUFFER_ALIGNMENT, room);
    return data_ != nullptr;
  }
  // One huge page more than needed, to have a boundary inside.
  mapped_bytes_ = RoundUp(bytes, kHugePage) + kHugePage;
  mapping_ = Map(mapped_bytes_);
  if (mapping_ == nullptr) return false;
  data_ =
      reinterpret_cast<void*>(RoundUp(reinterpret_cast<uintptr_t>(mapping_), kHugePage));
  // Advice: where huge pages are switched off it fails, and small ones do.
  (void)madvise(data_, RoundUp(bytes, kHugePage), MADV_HUGEPAGE);
  return true;
}

bool Block::MapGuarded(size_t bytes) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inside = RoundUp(bytes, page);
  mapped_bytes_ = inside + 2 * page;
  mapping_ = Map(mapped_bytes_);
  if (mapping_ == nullptr) return false;
  char* const first = static_cast<char*>(mapping_) + page;
  data_ = first + inside - bytes;
  return mprotect(mapping_, page, PROT_NONE) == 0 &&
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
  block.size_ = bytes;
  if (guarded && size > 0) std::memset(block.data_, kPoison, size);
  return block;
}

void Block::Free() {
  if (owner_ != nullptr) {
    owner_->Free(this);
  } else {
    Unmap();
  }
}

void Block::Unmap() {
  if (mapping_ != nullptr) {
    munmap(mapping_, mapped_bytes_);
  } else {
    std::free(data_);
  }
  data_ = nullptr;
}

}  // namespace tilewright::runtime
