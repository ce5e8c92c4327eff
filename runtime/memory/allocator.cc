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
// Smaller ones share huge pages.
constexpr int64_t kExchanged = kHugePage / 2;
// What is exchanged is at most as many times what blocks ever had at a time, and of what
// was asked for in all the part of one in so many.
constexpr int64_t kExchangedTimes = 4;
constexpr int64_t kExchangedOneIn = 64;

absl::Status NoneLeft(int64_t bytes, Allocator::What what) {
  return absl::ResourceExhaustedError(
      absl::StrCat("cannot allocate ", bytes, " bytes for ", what(),
                   ": the machine has not enough memory"));
}

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
  return NoneLeft(bytes, what);
}

bool Allocator::Take(int64_t bytes) {
  const int64_t used = this->used();
  if (bytes < 0 || bytes > capacity() - used) return false;
  used_.store(used + bytes, std::memory_order_relaxed);
  if (used + bytes > peak()) peak_.store(used + bytes, std::memory_order_relaxed);
  return true;
}

void Allocator::KeptList::Push(Kept* kept) {
  kept->next = first;
  kept->prev = nullptr;
  (first == nullptr ? last : first->prev) = kept;
  first = kept;
}

Allocator::Kept* Allocator::KeptList::PopFirst() {
  Kept* const kept = first;
  first = kept->next;
  (first == nullptr ? last : first->prev) = nullptr;
  return kept;
}

Allocator::Kept* Allocator::KeptList::PopLast() {
  Kept* const kept = last;
  last = kept->prev;
  (last == nullptr ? first : last->next) = nullptr;
  return kept;
}

bool Allocator::Pop(int size_class, Block* block) {
  if (free_[size_class].first == nullptr) return false;
  Kept* const kept = free_[size_class].PopFirst();
  block->parts_.data = kept;
  block->parts_.mapping = kept->mapping;
  block->parts_.mapped_bytes = kept->mapped_bytes;
  block->parts_.size_class = size_class;
  if (const int64_t bytes = BytesOf(size_class); bytes > kLargestSmall) {
    kept_.store(this->kept() - bytes, std::memory_order_relaxed);
  }
  return true;
}

// The next one of which a block is kept, or this.
int Allocator::LargerKept(int size_class) const {
  if (BytesOf(size_class) <= kLargestSmall) return size_class;
  const auto found =
      std::find_if(free_.begin() + size_class, free_.end(),
                   [](const KeptList& list) { return list.first != nullptr; });
  return found == free_.end() ? size_class : static_cast<int>(found - free_.begin());
}

bool Allocator::Find(const Wish& wish, Block* block) {
  const SizeClass size_class = ClassOf(wish.bytes);
  bool found = false;
  Kept* exchanged = nullptr;
  {
    const std::lock_guard<SpinLock> lock(lock_);
    if (!wish.counted && !Take(wish.bytes)) return false;
    found = Pop(wish.temporary ? LargerKept(size_class.index) : size_class.index, block);
    lent_ += wish.bytes;
    all_lent_ += wish.bytes;
    most_lent_ = std::max(most_lent_, lent_);
    if (!found && thrifty_ && size_class.bytes > kExchanged) {
      exchanged = Exchange(size_class.bytes);
    }
  }
  Unmap(exchanged);
  if (!found && !Make(wish.bytes, block)) {
    const std::lock_guard<SpinLock> lock(lock_);
    lent_ -= wish.bytes;
    if (!wish.counted) used_.store(used() - wish.bytes, std::memory_order_relaxed);
    return false;
  }
  if (!found) block->parts_.size_class = size_class.index;
  block->parts_.size = wish.bytes;
  block->parts_.owner = this;
  return true;
}

absl::StatusOr<Block> Allocator::Allocate(const Wish& wish, What what) {
  // Filled where it lies: to move what was just written costs as much as the lock.
  absl::StatusOr<Block> result(absl::in_place);
  const bool sane = wish.bytes >= 0 && wish.bytes <= kMaxBlockBytes;
  if (!sane || !Find(wish, &*result)) {
    result = wish.counted ? NoneLeft(wish.bytes, what) : Full(wish.bytes, what);
  }
  return result;
}

absl::StatusOr<Block> Allocator::Allocate(int64_t bytes, What what) {
  return Allocate(Wish{bytes}, what);
}
absl::StatusOr<Block> Allocator::AllocateTemporary(int64_t bytes, What what) {
  return Allocate(Wish{.bytes = bytes, .temporary = true}, what);
}
absl::StatusOr<Block> Allocator::Back(int64_t bytes, What what) {
  return Allocate(Wish{.bytes = bytes, .counted = true}, what);
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
    free_[size_class.index].Push(new (start + at) Kept{});
  }
  slabs_.push_back(*std::move(slab));
  return Pop(size_class.index, block);
}

void Allocator::Free(Block* block) {
  const int64_t bytes = block->parts_.size;
  if (options_.guarded) {
    block->Unmap();
    const std::lock_guard<SpinLock> lock(lock_);
    lent_ -= bytes;
    used_.store(used() - bytes, std::memory_order_relaxed);
    return;
  }
  const int index = block->parts_.size_class;
  const int64_t room = BytesOf(index);
  Kept* superfluous = nullptr;
  {
    const std::lock_guard<SpinLock> lock(lock_);
    used_.store(used() - bytes, std::memory_order_relaxed);
    lent_ -= bytes;
    free_[index].Push(new (block->parts_.data)
                          Kept{.mapping = block->parts_.mapping,
                               .mapped_bytes = block->parts_.mapped_bytes,
                               .order = ++freed_});
    if (room > kLargestSmall) {
      const int64_t kept = this->kept() + room;
      kept_.store(kept, std::memory_order_relaxed);
      const int64_t most = most_lent_ + most_lent_ / 4 + kAlwaysKept - lent_;
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

bool Allocator::UnlinkOldest(int64_t least, Kept** list) {
  int oldest = -1;
  for (int index = kClasses - 1; BytesOf(index) > least; --index) {
    const Kept* const kept = free_[index].last;
    if (kept == nullptr) continue;
    if (oldest < 0 || kept->order < free_[oldest].last->order) oldest = index;
  }
  if (oldest < 0) return false;
  Kept* const block = free_[oldest].PopLast();
  block->next = *list;
  *list = block;
  kept_.store(kept() - BytesOf(oldest), std::memory_order_relaxed);
  return true;
}

Allocator::Kept* Allocator::UnlinkKept(int64_t bytes) {
  Kept* unlinked = nullptr;
  // The smaller ones share huge pages: one of them alone gives nothing back.
  while (kept() > bytes && UnlinkOldest(kExchanged, &unlinked)) {
  }
  while (kept() > bytes && UnlinkOldest(kLargestSmall, &unlinked)) {
  }
  return unlinked;
}

// Under lock_: kept blocks in exchange for new ones of so many bytes.
Allocator::Kept* Allocator::Exchange(int64_t bytes) {
  bytes = std::min(
      bytes, kExchangedTimes * most_lent_ + all_lent_ / kExchangedOneIn - exchanged_);
  const int64_t before = kept();
  Kept* unlinked = nullptr;
  while (before - kept() < bytes && UnlinkOldest(kExchanged, &unlinked)) {
  }
  exchanged_ += before - kept();
  return unlinked;
}

void Allocator::SetThrifty(bool thrifty) {
  const std::lock_guard<SpinLock> lock(lock_);
  thrifty_ = thrifty;
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
