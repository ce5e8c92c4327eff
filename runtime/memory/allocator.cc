#include "runtime/memory/allocator.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/check.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

constexpr int64_t kSlabBytes = int64_t{256} << 10;
// Blocks up to this are cut out of slabs.
constexpr int64_t kLargestSmall = int64_t{32} << 10;
// Kept whatever was in use.
constexpr int64_t kAlwaysKept = int64_t{256} << 20;

}  // namespace

Allocator::SizeClass Allocator::ClassOf(int64_t bytes) {
  if (bytes <= 512) {
    const int64_t lines = std::max<int64_t>(1, (bytes + 63) / 64);
    return {static_cast<int>(lines - 1), lines * 64};
  }
  const uint64_t last = static_cast<uint64_t>(bytes) - 1;
  const int doubling = std::bit_width(last) - 1;                             // at least 9
  const int64_t quarter = static_cast<int64_t>(last >> (doubling - 2)) + 1;  // 5 to 8
  return {8 + (doubling - 9) * 4 + static_cast<int>(quarter - 5),
          quarter << (doubling - 2)};
}

int64_t Allocator::BytesOf(int index) {
  if (index < 8) return (index + 1) * 64;
  return int64_t{5 + (index - 8) % 4} << ((index - 8) / 4 + 7);
}

Allocator::Allocator(Options options) : options_(std::move(options)) {}

Allocator::~Allocator() { ReleaseKept(); }

absl::Status Allocator::Full(int64_t bytes, What what) const {
  if (bytes < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("size of ", what(), " is negative: ", bytes));
  }
  const int64_t used = this->used();
  if (bytes > capacity() - used) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot allocate ", bytes, " bytes for ", what(), ": ", used,
                     " of the ", capacity(), " bytes of ", options_.name, " are in use"));
  }
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot allocate ", bytes, " bytes for ", what(),
                   ": the machine has not enough memory"));
}

bool Allocator::Take(int64_t bytes) {
  const int64_t used = this->used();
  if (bytes < 0 || bytes > capacity() - used) return false;
  used_.store(used + bytes, std::memory_order_relaxed);
  if (used + bytes > peak()) peak_.store(used + bytes, std::memory_order_relaxed);
  most_used_ = std::max(most_used_, used + bytes);
  return true;
}

bool Allocator::Pop(int size_class, Block* block) {
  Kept* const kept = free_[size_class];
  if (kept == nullptr) return false;
  free_[size_class] = kept->next;
  block->parts_.data = kept;
  block->parts_.mapping = kept->mapping;
  block->parts_.mapped_bytes = kept->mapped_bytes;
  return true;
}

absl::StatusOr<Block> Allocator::Allocate(int64_t bytes, What what) {
  // Filled where it lies: to move what was just written costs as much as the lock.
  absl::StatusOr<Block> result(absl::in_place);
  bool good = bytes >= 0 && bytes <= kMaxBlockBytes;
  bool found = false;
  if (good) {
    const SizeClass size_class = ClassOf(bytes);
    const std::lock_guard<SpinLock> lock(lock_);
    good = Take(bytes);
    found = good && Pop(size_class.index, &*result);
    if (found && size_class.bytes > kLargestSmall) {
      kept_.store(kept() - size_class.bytes, std::memory_order_relaxed);
    }
  }
  if (good && !found && !Make(bytes, &*result)) {
    Release(bytes);
    good = false;
  }
  if (good) {
    result->parts_.size = bytes;
    result->parts_.owner = this;
  } else {
    result = Full(bytes, what);
  }
  return result;
}

bool Allocator::Make(int64_t bytes, Block* block) {
  if (options_.guarded) {
    absl::StatusOr<Block> guarded = Block::Allocate(bytes, "", Block::Kind::kGuarded);
    if (!guarded.ok()) return false;
    *block = *std::move(guarded);
    return true;
  }
  const SizeClass size_class = ClassOf(bytes);
  if (size_class.bytes <= kLargestSmall) return CutSlab(size_class, block);
  const size_t size = static_cast<size_t>(size_class.bytes);
  // Who uses less than that would wait for a whole huge page's zeros.
  const bool cut = size <= kHugePage / 2 && used() > static_cast<int64_t>(kHugePage / 2);
  if (cut) return CutHugePage(size, block);
  return MapReleasing(size, block);
}

bool Allocator::MapReleasing(size_t bytes, Block* block) {
  if (block->MapPlain(bytes)) return true;
  ReleaseKept();
  return block->MapPlain(bytes);
}

bool Allocator::CutHugePage(size_t bytes, Block* block) {
  {
    const std::lock_guard<SpinLock> lock(lock_);
    if (rest_.CutFront(bytes, block)) return true;
  }
  Block page;
  if (!MapReleasing(kHugePage, &page)) return false;
  TW_CHECK(page.CutFront(bytes, block));
  const std::lock_guard<SpinLock> lock(lock_);
  // The smaller rest goes back to the system.
  if (page.size() > rest_.size()) std::swap(page, rest_);
  return true;
}

bool Allocator::CutSlab(const SizeClass& size_class, Block* block) {
  absl::StatusOr<Block> slab = Block::Allocate(kSlabBytes, "");
  if (!slab.ok()) return false;
  char* const start = static_cast<char*>(slab->data());
  const std::lock_guard<SpinLock> lock(lock_);
  for (int64_t at = kSlabBytes - size_class.bytes; at >= 0; at -= size_class.bytes) {
    free_[size_class.index] = new (start + at) Kept{free_[size_class.index], nullptr, 0};
  }
  slabs_.push_back(*std::move(slab));
  return Pop(size_class.index, block);
}

void Allocator::Free(Block* block) {
  const int64_t bytes = block->parts_.size;
  if (options_.guarded) {
    block->Unmap();
    return Release(bytes);
  }
  const SizeClass size_class = ClassOf(bytes);
  Kept* superfluous = nullptr;
  {
    const std::lock_guard<SpinLock> lock(lock_);
    used_.store(used() - bytes, std::memory_order_relaxed);
    Kept*& first = free_[size_class.index];
    first = new (block->parts_.data)
        Kept{first, block->parts_.mapping, block->parts_.mapped_bytes};
    if (size_class.bytes > kLargestSmall) {
      const int64_t kept = this->kept() + size_class.bytes;
      kept_.store(kept, std::memory_order_relaxed);
      const int64_t most = most_used_ + most_used_ / 4 + kAlwaysKept - used();
      if (kept > most) superfluous = UnlinkKept(most);
    }
  }
  Unmap(superfluous);
}

absl::Status Allocator::Reserve(int64_t bytes, What what) {
  bool fits = false;
  {
    const std::lock_guard<SpinLock> lock(lock_);
    fits = Take(bytes);
  }
  return fits ? absl::OkStatus() : Full(bytes, what);
}

void Allocator::Release(int64_t bytes) {
  const std::lock_guard<SpinLock> lock(lock_);
  TW_CHECK(bytes >= 0 && used() >= bytes);
  used_.store(used() - bytes, std::memory_order_relaxed);
}

void Allocator::ResetPeak() {
  const std::lock_guard<SpinLock> lock(lock_);
  peak_.store(used(), std::memory_order_relaxed);
}

Allocator::Kept* Allocator::UnlinkKept(int64_t bytes) {
  Kept* unlinked = nullptr;
  for (int index = kClasses - 1; index >= 0 && kept() > bytes; --index) {
    const int64_t size = BytesOf(index);
    if (size <= kLargestSmall) break;
    while (free_[index] != nullptr && kept() > bytes) {
      Kept* const block = free_[index];
      free_[index] = block->next;
      block->next = unlinked;
      unlinked = block;
      kept_.store(kept() - size, std::memory_order_relaxed);
    }
  }
  return unlinked;
}

void Allocator::Unmap(Kept* list) {
  while (list != nullptr) {
    Block block;
    block.parts_.data = list;
    block.parts_.mapping = list->mapping;
    block.parts_.mapped_bytes = list->mapped_bytes;
    list = list->next;  // before its memory goes
  }
}

void Allocator::ReleaseKept() {
  Kept* all = nullptr;
  {
    const std::lock_guard<SpinLock> lock(lock_);
    all = UnlinkKept(0);
  }
  Unmap(all);
}

absl::StatusOr<Reservation> Reservation::Make(std::shared_ptr<Allocator> allocator,
                                              int64_t bytes, Allocator::What what) {
  TW_RETURN_IF_ERROR(allocator->Reserve(bytes, what));
  return Reservation(std::move(allocator), bytes);
}

}  // namespace tilewright::runtime
