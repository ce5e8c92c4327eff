#include "runtime/eager/memory/later_memory.h"

#include <sys/mman.h>

#include <mutex>
#include <string>
#include <utility>

#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

// Addresses, many times what any chip's HBM has.
constexpr size_t kRangeBytes = size_t{1} << 42;

std::string Name() { return "a tensor"; }

}  // namespace

class LaterMemory::LaterBuffer final : public Buffer {
 public:
  LaterBuffer(LaterMemory* maker, uint8_t* handle, int64_t bytes)
      : Buffer(nullptr, bytes), maker_(maker), handle_(handle) {}

  ~LaterBuffer() override {
    if (data() == nullptr) maker_->memory_->Release(bytes());
    const std::lock_guard<SpinLock> lock(maker_->lock_);
    (before_ != nullptr ? before_->behind_ : maker_->first_) = behind_;
    if (behind_ != nullptr) behind_->before_ = before_;
    maker_->free_[runtime::Allocator::RoundedBytes(bytes())].push_back(handle_);
  }

  Buffer* owner() override { return data() == nullptr ? nullptr : this; }
  void* handle() const override { return handle_; }

  // Requires the maker's lock.
  void Enlist() {
    behind_ = maker_->first_;
    if (behind_ != nullptr) behind_->before_ = this;
    maker_->first_ = this;
  }
  bool Has(const void* address) const {
    const auto* const byte = static_cast<const uint8_t*>(address);
    return byte >= handle_ && byte < handle_ + bytes();
  }
  LaterBuffer* behind() const { return behind_; }

 protected:
  absl::Status BindNow() override {
    const std::lock_guard<SpinLock> lock(binding_);
    if (data() != nullptr) return absl::OkStatus();
    TW_ASSIGN_OR_RETURN(block_, maker_->memory_->Back(bytes(), &Name));
    SetData(static_cast<uint8_t*>(block_.data()));
    return absl::OkStatus();
  }

 private:
  LaterMemory* const maker_;
  uint8_t* const handle_;
  SpinLock binding_;
  runtime::Block block_;
  LaterBuffer* before_ = nullptr;
  LaterBuffer* behind_ = nullptr;
};

LaterMemory::LaterMemory(std::shared_ptr<runtime::Allocator> memory)
    : memory_(std::move(memory)) {
  void* const range = mmap(nullptr, kRangeBytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range != MAP_FAILED) range_ = next_ = static_cast<uint8_t*>(range);
}

uint8_t* LaterMemory::TakeHandle(int64_t bytes) {
  const int64_t size = runtime::Allocator::RoundedBytes(bytes);
  const std::lock_guard<SpinLock> lock(lock_);
  std::vector<uint8_t*>& free = free_[size];
  if (!free.empty()) {
    uint8_t* const handle = free.back();
    free.pop_back();
    return handle;
  }
  if (range_ == nullptr || next_ + size > range_ + kRangeBytes) return nullptr;
  return std::exchange(next_, next_ + size);
}

absl::StatusOr<std::optional<BufferRef>> LaterMemory::Make(int64_t bytes) {
  TW_RETURN_IF_ERROR(memory_->Reserve(bytes, &Name));
  uint8_t* const handle = bytes > runtime::kMaxBlockBytes ? nullptr : TakeHandle(bytes);
  if (handle == nullptr) {
    memory_->Release(bytes);
    return std::nullopt;
  }
  auto* const buffer = new LaterBuffer(this, handle, bytes);
  const std::lock_guard<SpinLock> lock(lock_);
  buffer->Enlist();
  return BufferRef::Take(buffer);
}

Buffer* LaterMemory::Find(const void* address) const {
  const auto* const byte = static_cast<const uint8_t*>(address);
  if (range_ == nullptr || byte < range_ || byte >= range_ + kRangeBytes) return nullptr;
  const std::lock_guard<SpinLock> lock(lock_);
  for (LaterBuffer* buffer = first_; buffer != nullptr; buffer = buffer->behind()) {
    if (buffer->Has(byte)) return buffer;
  }
  return nullptr;
}

}  // namespace tilewright::eager
