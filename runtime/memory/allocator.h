// A device's memory: blocks of size classes that are kept for the next one who wants
// them, counted against the HBM of a chip.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/memory/block.h"
#include "support/fork.h"
#include "support/spinning.h"

namespace tilewright::runtime {

// Thread-safe, a forked child's included. Blocks outlive no allocator.
//
// Sizes are rounded up to a class: multiples of 64 bytes up to 512, from there on four
// classes to a doubling. Small classes are cut out of slabs, which stay; larger blocks
// are mapped, and are kept while all memory is not far above the most that blocks had at
// a time; those that nobody has used for longest go first. Those of which a huge page has
// room for several are cut out of one, since to touch new memory page by page takes
// several times as long, but for the first ones. What counts as used is what was asked
// for, exactly.
class Allocator : public std::enable_shared_from_this<Allocator> {
 public:
  struct Options {
    std::string name;      // "HBM of v5e"; for messages
    int64_t capacity = 0;  // bytes
    bool guarded = false;  // every block alone, between unreadable pages; none is reused
  };
  explicit Allocator(Options options);
  ~Allocator();
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;

  // `what` names the block in messages ("temporary memory"), and is asked for them only.
  using What = absl::FunctionRef<std::string()>;

  // ResourceExhausted when capacity or the machine's memory is not enough,
  // InvalidArgument for a negative size. The content is undefined; kPoison in a guarded
  // one.
  absl::StatusOr<Block> Allocate(int64_t bytes, What what);
  // The same for a moment: in a larger block where one is kept and none of its size.
  absl::StatusOr<Block> AllocateTemporary(int64_t bytes, What what);

  // Counts bytes that lie elsewhere, or nowhere yet. ResourceExhausted, with nothing
  // taken, when they do not fit; InvalidArgument when negative.
  absl::Status Reserve(int64_t bytes, What what);
  // A block for bytes that Reserve took: whoever frees it gives them back.
  // ResourceExhausted when the machine's memory is not enough.
  absl::StatusOr<Block> Back(int64_t bytes, What what);
  // Gives back what Reserve took.
  void Release(int64_t bytes);

  // Gives blocks that nobody uses back to the system.
  void ReleaseKept();
  // Whether large blocks that nobody uses make room for new ones, the oldest first: new
  // memory takes time, and so no more of it is exchanged than a small part of what is
  // asked for.
  void SetThrifty(bool thrifty);

  int64_t capacity() const { return options_.capacity; }
  bool guarded() const { return options_.guarded; }
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  // The largest used() so far, or since ResetPeak.
  int64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  void ResetPeak();
  // The size of a block for so many bytes, which are no more than kMaxBlockBytes.
  static int64_t RoundedBytes(int64_t bytes) { return ClassOf(bytes).bytes; }
  // Bytes of large blocks that are kept for later.
  int64_t kept() const { return kept_.load(std::memory_order_relaxed); }

 private:
  friend class Block;
  // A block that nobody uses; it lies at its start.
  struct Kept {
    Kept* next;  // freed before it
    Kept* prev;
    void* mapping;
    size_t mapped_bytes;
    uint64_t order;  // in which they were freed
  };
  // Of one class, the one that was freed last first.
  struct KeptList {
    Kept* first = nullptr;
    Kept* last = nullptr;
    void Push(Kept* kept);
    Kept* PopFirst();
    Kept* PopLast();
  };
  struct SizeClass {
    int index;
    int64_t bytes;
  };
  static constexpr int kClasses = 168;
  static SizeClass ClassOf(int64_t bytes);  // from 0 to kMaxBlockBytes
  static int64_t BytesOf(int index);

  void Free(Block* block);
  struct Wish {
    int64_t bytes = 0;
    bool counted = false;    // already
    bool temporary = false;  // a larger block will do
  };
  absl::StatusOr<Block> Allocate(const Wish& wish, What what);
  // False when what is to be counted does not fit, or the machine has no memory.
  bool Find(const Wish& wish, Block* block);
  // New memory; false when the machine has none.
  bool Make(int64_t bytes, Block* block);
  bool CutSlab(const SizeClass& size_class, Block* block);
  bool CutHugePage(size_t bytes, Block* block);
  // Where the machine has no memory left, what is kept is given up for it.
  bool MapReleasing(size_t bytes, Block* block);
  // Under lock_: counts bytes, unless they do not fit; takes what is kept.
  bool Take(int64_t bytes);
  bool Pop(int size_class, Block* block);
  int LargerKept(int size_class) const;
  Kept* Exchange(int64_t bytes);
  // Under lock_: kept blocks, those that were freed first, until `bytes` of them are
  // left.
  Kept* UnlinkKept(int64_t bytes);
  // The one of more than `least` bytes that was freed first, if there is one, is put
  // before `list`.
  bool UnlinkOldest(int64_t least, Kept** list);
  static void Unmap(Kept* list);
  absl::Status Full(int64_t bytes, What what) const;

  const Options options_;
  mutable SpinLock lock_;
  // All guarded by lock_; the atomics are read without it.
  std::array<KeptList, kClasses> free_{};
  std::vector<Block> slabs_;
  Block rest_;  // of the huge page that was cut last
  std::atomic<int64_t> used_{0};
  std::atomic<int64_t> peak_{0};
  std::atomic<int64_t> kept_{0};
  int64_t lent_ = 0, most_lent_ = 0, all_lent_ = 0;  // of blocks, now, at most, in all
  uint64_t freed_ = 0;                               // how often
  bool thrifty_ = false;
  int64_t exchanged_ = 0;

  const ForkHook fork_hook_{[this] { lock_.lock(); }, [this] { lock_.unlock(); }};
};

// Bytes that are counted while it lives.
class Reservation {
 public:
  static absl::StatusOr<Reservation> Make(std::shared_ptr<Allocator> allocator,
                                          int64_t bytes, Allocator::What what);
  Reservation(Reservation&& other) noexcept
      : allocator_(std::move(other.allocator_)), bytes_(other.bytes_) {}
  ~Reservation() {
    if (allocator_ != nullptr) allocator_->Release(bytes_);
  }

 private:
  Reservation(std::shared_ptr<Allocator> allocator, int64_t bytes)
      : allocator_(std::move(allocator)), bytes_(bytes) {}

  std::shared_ptr<Allocator> allocator_;
  int64_t bytes_;
};

}  // namespace tilewright::runtime
