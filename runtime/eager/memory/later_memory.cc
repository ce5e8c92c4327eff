#include "runtime/eager/memory/later_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::eager {
namespace {

std::string Name() { return "a tensor"; }

}  // namespace

class LaterMemory::LaterBuffer final : public Buffer {
 public:
  LaterBuffer(LaterMemory* maker, size_t number, uint8_t* handle, int64_t bytes)
      : Buffer(nullptr, bytes), maker_(maker), number_(number), handle_(handle) {}

  ~LaterBuffer() override {
    if (data() == nullptr) maker_->memory_->Release(bytes());
    const std::lock_guard<SpinLock> lock(maker_->lock_);
    maker_->handles_[number_].buffer = nullptr;
    maker_->free_[runtime::Allocator::RoundedBytes(bytes())].push_back(number_);
  }

  Buffer* owner() override { return data() == nullptr ? nullptr : this; }
  void* handle() const override { return handle_; }

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
  const size_t number_;  // of its handle
  uint8_t* const handle_;
  SpinLock binding_;
  runtime::Block block_;
};

LaterMemory::LaterMemory(std::shared_ptr<runtime::Allocator> memory)
    : memory_(std::move(memory)) {
  void* const range = mmap(nullptr, kRangeBytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range != MAP_FAILED) range_ = next_ = static_cast<uint8_t*>(range);
}

std::optional<size_t> LaterMemory::TakeHandle(int64_t bytes) {
  const int64_t size = runtime::Allocator::RoundedBytes(bytes);
  std::vector<size_t>& free = free_[size];
  if (!free.empty()) {
    const size_t number = free.back();
    free.pop_back();
    return number;
  }
  if (range_ == nullptr || next_ + size > range_ + kRangeBytes) return std::nullopt;
  handles_.push_back({std::exchange(next_, next_ + size)});
  return handles_.size() - 1;
}

absl::StatusOr<std::optional<BufferRef>> LaterMemory::Make(int64_t bytes) {
  TW_RETURN_IF_ERROR(memory_->Reserve(bytes, &Name));
  {
    const std::lock_guard<SpinLock> lock(lock_);
    const std::optional<size_t> number =
        bytes > runtime::kMaxBlockBytes ? std::nullopt : TakeHandle(bytes);
    if (number.has_value()) {
      Handle& handle = handles_[*number];
      handle.buffer = new LaterBuffer(this, *number, handle.begin, bytes);
      return BufferRef::Take(handle.buffer);
    }
  }
  memory_->Release(bytes);
  return std::nullopt;
}

Buffer* LaterMemory::Find(const void* address) const {
  if (!Covers(address)) return nullptr;
  const auto* const byte = static_cast<const uint8_t*>(address);
  const std::lock_guard<SpinLock> lock(lock_);
  const auto above = std::upper_bound(
      handles_.begin(), handles_.end(), byte,
      [](const uint8_t* wanted, const Handle& handle) { return wanted < handle.begin; });
  if (above == handles_.begin()) return nullptr;
  LaterBuffer* const buffer = std::prev(above)->buffer;
  return buffer != nullptr && byte < std::prev(above)->begin + buffer->bytes() ? buffer
                                                                               : nullptr;
}

absl::StatusOr<void*> LaterMemory::Reach(const void* address, int64_t bytes) const {
  Buffer* const buffer = Find(address);
  if (buffer == nullptr) {
    return absl::InvalidArgumentError(
        "an address of a tensor's memory that is no tensor's any more, or none's yet");
  }
  const int64_t offset = static_cast<const uint8_t*>(address) -
                         static_cast<const uint8_t*>(buffer->handle());
  if (bytes > buffer->bytes() - offset) {
    return absl::InvalidArgumentError(
        absl::StrCat(bytes, " bytes at an address of a tensor's memory, which has ",
                     buffer->bytes() - offset, " from there on"));
  }
  TW_RETURN_IF_ERROR(buffer->Bind());
  return buffer->data() + offset;
}

}  // namespace tilewright::eager
