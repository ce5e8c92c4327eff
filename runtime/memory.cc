#include "runtime/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "support/abi.h"
#include "support/check.h"
#include "support/environment.h"
#include "support/hash.h"
#include "support/round.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kHugePage = int64_t{2} << 20;

// No request near this can be met, and sums with a page or two stay in int64.
constexpr int64_t kMaxAllocation = int64_t{1} << 47;

absl::Status OutOfMemory(int64_t bytes, absl::string_view what) {
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot allocate ", bytes, " bytes for ", what,
                   ": the machine has not enough memory"));
}

// Anonymous memory; null when there is none.
void* Map(size_t bytes) {
  void* mapping = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : mapping;
}

}  // namespace

absl::Status HbmLimit::Reserve(int64_t bytes, absl::string_view what) {
  if (bytes < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("size of ", what, " is negative: ", bytes));
  }
  int64_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > capacity_ - used) {
      return absl::ResourceExhaustedError(
          absl::StrCat("cannot allocate ", bytes, " bytes for ", what, ": ", used,
                       " of the ", capacity_, " bytes of HBM of ", chip_, " are in use"));
    }
  } while (!used_.compare_exchange_weak(used, used + bytes));
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < used + bytes && !peak_.compare_exchange_weak(peak, used + bytes)) {
  }
  return absl::OkStatus();
}

void HbmLimit::Release(int64_t bytes) {
  int64_t before = used_.fetch_sub(bytes);
  TW_CHECK(bytes >= 0 && before >= bytes);
}

bool GuardFromEnvironment() { return Environment("TILEWRIGHT_GUARD") == "1"; }

absl::StatusOr<Buffer> Buffer::Allocate(int64_t bytes, absl::string_view what,
                                        const AllocationOptions& options) {
  if (bytes < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("size of ", what, " is negative: ", bytes));
  }
  if (bytes > kMaxAllocation) return OutOfMemory(bytes, what);
  Buffer buffer;
  if (options.limit != nullptr) {
    absl::Status reserved = options.limit->Reserve(bytes, what);
    if (!reserved.ok()) return reserved;
    buffer.limit_ = options.limit;
    buffer.size_ = bytes;  // what the destructor gives back
  }
  size_t size = static_cast<size_t>(bytes);
  if (options.guard) {
    size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_t inside = RoundUp(size, page);
    buffer.mapped_bytes_ = inside + 2 * page;
    buffer.mapping_ = Map(buffer.mapped_bytes_);
    if (buffer.mapping_ == nullptr) return OutOfMemory(bytes, what);
    char* first = static_cast<char*>(buffer.mapping_) + page;
    if (mprotect(buffer.mapping_, page, PROT_NONE) != 0 ||
        mprotect(first + inside, page, PROT_NONE) != 0) {
      return OutOfMemory(bytes, what);
    }
    buffer.data_ = first + inside - size;
  } else if (bytes >= kHugePage) {
    // One huge page more than needed, to have a boundary inside.
    buffer.mapped_bytes_ = RoundUp(size, kHugePage) + kHugePage;
    buffer.mapping_ = Map(buffer.mapped_bytes_);
    if (buffer.mapping_ == nullptr) return OutOfMemory(bytes, what);
    uintptr_t start = RoundUp(reinterpret_cast<uintptr_t>(buffer.mapping_), kHugePage);
    buffer.data_ = reinterpret_cast<void*>(start);
    // Advice: where huge pages are switched off it fails, and small ones do.
    (void)madvise(buffer.data_, RoundUp(size, kHugePage), MADV_HUGEPAGE);
  } else {
    // At least one byte, so that the address is a valid one; whole lines, so
    // that two buffers never share one.
    size_t room = RoundUp(size == 0 ? 1 : size, TW_BUFFER_ALIGNMENT);
    buffer.data_ = std::aligned_alloc(TW_BUFFER_ALIGNMENT, room);
    if (buffer.data_ == nullptr) return OutOfMemory(bytes, what);
  }
  buffer.size_ = bytes;
  if (options.poison && size > 0) std::memset(buffer.data_, kPoison, size);
  return buffer;
}

void Buffer::Swap(Buffer& other) {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_bytes_, other.mapped_bytes_);
  std::swap(limit_, other.limit_);
}

void Buffer::Free() {
  if (mapping_ != nullptr) {
    munmap(mapping_, mapped_bytes_);
  } else {
    std::free(data_);
  }
  if (limit_ != nullptr) limit_->Release(size_);
}

UnchangedCheck::UnchangedCheck(std::vector<Block> blocks) : blocks_(std::move(blocks)) {
  for (const Block& block : blocks_) {
    checksums_.push_back(Xxh3Hex(absl::string_view(static_cast<const char*>(block.data),
                                                   static_cast<size_t>(block.bytes))));
  }
}

absl::Status UnchangedCheck::Verify() const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    std::string now = Xxh3Hex(absl::string_view(static_cast<const char*>(block.data),
                                                static_cast<size_t>(block.bytes)));
    if (now != checksums_[i]) {
      return absl::InternalError(absl::StrCat("the run has written to ", block.name,
                                              ", which it may only read"));
    }
  }
  return absl::OkStatus();
}

}  // namespace tilewright::runtime
