// Memory of an eager device, shared by the tensors that lie in it and the operations that
// are still to run on it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "support/spinning.h"

namespace tilewright::eager {

// Counts its owners in itself, so that a front end can keep it behind one plain pointer.
// Who waits for its content asks the recorder; all members are thread-safe.
class Buffer {
 public:
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void Retain() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void Release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  // Null where it has no memory yet: whoever works on its content binds it before.
  uint8_t* data() const { return data_.load(std::memory_order_acquire); }
  // Gets memory for it. ResourceExhausted.
  absl::Status Bind() { return data() != nullptr ? absl::OkStatus() : BindNow(); }
  // What stands for its first byte with those who compare addresses and touch nothing.
  virtual void* handle() const { return data(); }
  int64_t bytes() const { return bytes_; }
  // Whether its memory is somebody else's, which other buffers may lie over.
  virtual bool foreign() const { return false; }
  // Who frees the memory, where another buffer may get it: null otherwise.
  virtual Buffer* owner() { return nullptr; }

  // Whose HBM it is in, of several devices; told by who allocates it there.
  int device() const { return device_; }
  void SetDevice(int device) { device_ = device; }
  // Whether somebody beside one owner and recorded operations has held it.
  bool shared() const { return shared_.load(std::memory_order_acquire); }
  void SetShared() { shared_.store(true, std::memory_order_release); }
  // Whether it stands for memory that a captured program will have: it has no content.
  virtual bool captured() const { return false; }

  // Numbers of the last operations that were recorded to use it at all, and to write it.
  uint64_t used() const { return used_.load(std::memory_order_acquire); }
  uint64_t written() const { return written_.load(std::memory_order_acquire); }
  void SetUsed(uint64_t number) { used_.store(number, std::memory_order_release); }
  void SetWritten(uint64_t number) {
    written_.store(number, std::memory_order_release);
    SetUsed(number);
  }

  // When the program let go of it: behind the operation of this number, which was the
  // last one recorded.
  void SetLetGo(uint64_t number) { let_go_.store(number + 1, std::memory_order_release); }
  // Whether somebody besides so many recorded operations owned it when the operation
  // behind this one was recorded, which has been recorded, or never will be: whenever
  // this is asked, the answer is the same.
  bool OwnedBehind(uint64_t number, int64_t operations) const {
    if (owners_.load(std::memory_order_acquire) > operations) return true;
    return let_go_.load(std::memory_order_acquire) > number + 1;
  }

  // Why its content is not what it should be; null when it is. Errors live as long as the
  // process.
  const absl::Status* poison() const { return poison_.load(std::memory_order_acquire); }
  void SetPoison(const absl::Status* error) {
    poison_.store(error, std::memory_order_release);
  }

  // Where the queue's thread last met it: for that thread alone.
  struct Mark {
    uint64_t number = 0;  // of the operation; 0: nowhere
    uint32_t operand = 0;
    uint32_t element = 0;  // its type's number and 1; 0: unknown
    int64_t offset = 0;    // in bytes
  };
  Mark mark;

 protected:
  // What has no memory of its own has nothing to bind.
  virtual absl::Status BindNow() { return absl::OkStatus(); }
  void SetData(uint8_t* data) { data_.store(data, std::memory_order_release); }

  // With one owner: who makes it.
  Buffer(uint8_t* data, int64_t bytes) : data_(data), bytes_(bytes) {}
  virtual ~Buffer() = default;

 private:
  std::atomic<int64_t> owners_{1};
  std::atomic<bool> shared_{false};
  std::atomic<uint8_t*> data_;
  const int64_t bytes_;
  int device_ = 0;
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> written_{0};
  std::atomic<uint64_t> let_go_{0};  // and 1; 0: nobody has
  std::atomic<const absl::Status*> poison_{nullptr};
};

// One owner of a buffer.
class BufferRef {
 public:
  BufferRef() = default;
  // Takes the ownership over that `buffer` was made with, or released with.
  static BufferRef Take(Buffer* buffer) { return BufferRef(buffer); }
  static BufferRef Share(Buffer* buffer) {
    if (buffer != nullptr) {
      buffer->Retain();
      buffer->SetShared();
    }
    return BufferRef(buffer);
  }
  BufferRef(const BufferRef& other) : BufferRef(Share(other.buffer_)) {}
  BufferRef(BufferRef&& other) noexcept
      : buffer_(std::exchange(other.buffer_, nullptr)) {}
  BufferRef& operator=(BufferRef other) noexcept {
    std::swap(buffer_, other.buffer_);
    return *this;
  }
  ~BufferRef() {
    if (buffer_ != nullptr) buffer_->Release();
  }

  Buffer* get() const { return buffer_; }
  Buffer* operator->() const { return buffer_; }
  Buffer& operator*() const { return *buffer_; }
  // Gives the ownership up without letting go of it.
  Buffer* release() { return std::exchange(buffer_, nullptr); }

 private:
  explicit BufferRef(Buffer* buffer) : buffer_(buffer) {}
  Buffer* buffer_ = nullptr;
};

// Memory that the program has let go of, and that recorded operations are still to use.
// Operations run in the order in which they are recorded. So memory that only recorded
// ones use may be that of a result that is recorded next: it is still in the caches, and
// a program that runs ahead needs no more of it than one that waits. Thread-safe.
class HandedOn {
 public:
  struct Memory {
    BufferRef owner;    // who frees it
    uint64_t used = 0;  // number of the last operation that uses it
  };
  // Whether it is worth it: small ones are soon found again, and stay in the caches.
  static constexpr int64_t kLeastBytes = int64_t{64} << 10;

  // Operations up to `passed` have run: who waits for no others keeps nothing here.
  void Add(Memory memory, uint64_t passed) {
    std::vector<Memory> free;
    const std::lock_guard<SpinLock> lock(lock_);
    free = TakePassed(passed);
    if (memory_.size() < kMost) memory_.push_back(std::move(memory));
  }
  // What was let go of last of exactly this size.
  std::optional<Memory> Take(int64_t bytes, uint64_t passed) {
    std::vector<Memory> free;
    std::optional<Memory> taken;
    const std::lock_guard<SpinLock> lock(lock_);
    const auto fits = [&](const Memory& memory) {
      return memory.owner->bytes() == bytes;
    };
    const auto last = std::find_if(memory_.rbegin(), memory_.rend(), fits);
    if (last != memory_.rend()) {
      taken = std::move(*last);
      memory_.erase(std::next(last).base());
    }
    free = TakePassed(passed);
    return taken;
  }
  void Forget(uint64_t passed) {
    std::vector<Memory> free;
    const std::lock_guard<SpinLock> lock(lock_);
    free = TakePassed(passed);
  }

 private:
  // What a program holds at a time of temporary values.
  static constexpr size_t kMost = 64;

  // Under lock_: those that nothing uses any more, to be released without it.
  std::vector<Memory> TakePassed(uint64_t passed) {
    std::vector<Memory> found;
    size_t kept = 0;
    for (Memory& memory : memory_) {
      if (memory.used <= passed) {
        found.push_back(std::move(memory));
      } else if (Memory& to = memory_[kept++]; &to != &memory) {
        to = std::move(memory);
      }
    }
    memory_.resize(kept);
    return found;
  }

  SpinLock lock_;
  std::vector<Memory> memory_;  // in the order in which the program let go
};

}  // namespace tilewright::eager
