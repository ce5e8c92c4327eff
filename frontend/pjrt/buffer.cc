#include "frontend/pjrt/buffer.h"

#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

absl::Status Deleted(const ir::TensorType& type) {
  return absl::InvalidArgumentError(absl::StrCat(
      "buffer has been deleted or donated: the array of ", ir::ToString(type)));
}

// Memory of the host, which goes when the last run that uses it has ended.
struct HostArray {
  runtime::Block block;
  SharedBuffer buffer;
};

struct ForeignArray {
  ~ForeignArray() {
    buffer = nullptr;
    if (released) released();
  }
  SharedBuffer buffer;
  std::function<void()> released;
};

}  // namespace

PJRT_Buffer::PJRT_Buffer(std::shared_ptr<PJRT_Client> client, PJRT_Memory* memory,
                         SharedBuffer buffer, ir::TensorType type, Order order)
    : client_(std::move(client)),
      memory_(memory),
      type_(std::move(type)),
      order_(std::move(order)),
      buffer_(std::move(buffer)) {}

absl::StatusOr<SharedBuffer> PJRT_Buffer::Get() const {
  const std::lock_guard<SpinLock> lock(lock_);
  if (buffer_ == nullptr) return Deleted(type_);
  return buffer_;
}

bool PJRT_Buffer::deleted() const {
  const std::lock_guard<SpinLock> lock(lock_);
  return buffer_ == nullptr;
}

SharedBuffer PJRT_Buffer::Take() {
  const std::lock_guard<SpinLock> lock(lock_);
  if (references_ > 0) kept_ = buffer_;
  return std::move(buffer_);
}

void PJRT_Buffer::Delete() {
  // What is queued holds the memory, and so do references.
  Take();
}

Moment PJRT_Buffer::Ready() const {
  const std::lock_guard<SpinLock> lock(lock_);
  if (buffer_ == nullptr) return Moment(Deleted(type_));
  return Moment(client_->client, buffer_->written());
}

absl::StatusOr<const uint8_t*> PJRT_Buffer::Address() const {
  const std::lock_guard<SpinLock> lock(lock_);
  const SharedBuffer& buffer = buffer_ != nullptr ? buffer_ : kept_;
  if (buffer == nullptr) return Deleted(type_);
  return buffer->data();
}

absl::Status PJRT_Buffer::AddReference() {
  const std::lock_guard<SpinLock> lock(lock_);
  if (buffer_ == nullptr) return Deleted(type_);
  ++references_;
  return absl::OkStatus();
}

absl::Status PJRT_Buffer::DropReference() {
  SharedBuffer last;
  const std::lock_guard<SpinLock> lock(lock_);
  if (references_ == 0) {
    return absl::FailedPreconditionError("the buffer has no external references");
  }
  if (--references_ == 0) last = std::move(kept_);
  return absl::OkStatus();
}

bool PJRT_Buffer::referenced() const {
  const std::lock_guard<SpinLock> lock(lock_);
  return references_ > 0;
}

absl::StatusOr<SharedBuffer> AllocateIn(const PJRT_Memory& memory,
                                        const ir::TensorType& type) {
  const std::shared_ptr<runtime::Device>& device = memory.device->device;
  if (memory.is_device()) return runtime::Buffer::Allocate(device, type);
  auto array = std::make_shared<HostArray>();
  TW_ASSIGN_OR_RETURN(array->block, memory.allocator->Allocate(type.byte_size(), [&type] {
    return absl::StrCat("array of ", ir::ToString(type));
  }));
  TW_ASSIGN_OR_RETURN(array->buffer,
                      runtime::Buffer::Wrap(device, type, array->block.data()));
  return SharedBuffer(array, array->buffer.get());
}

absl::StatusOr<SharedBuffer> WrapForeign(const PJRT_Memory& memory,
                                         const ir::TensorType& type, void* data,
                                         std::function<void()> released) {
  auto array = std::make_shared<ForeignArray>();
  TW_ASSIGN_OR_RETURN(array->buffer,
                      runtime::Buffer::Wrap(memory.device->device, type, data));
  array->released = std::move(released);
  return SharedBuffer(array, array->buffer.get());
}

PJRT_Buffer* NewHandle(PJRT_Memory* memory, SharedBuffer buffer) {
  ir::TensorType type = buffer->type();
  return NewHandle(memory, std::move(buffer), type, Order());
}

PJRT_Buffer* NewHandle(PJRT_Memory* memory, SharedBuffer buffer,
                       const ir::TensorType& type, Order order) {
  return new PJRT_Buffer(memory->device->client->shared_from_this(), memory,
                         std::move(buffer), type, std::move(order));
}

absl::Status CheckRange(const ir::TensorType& type, int64_t offset, int64_t size) {
  if (offset >= 0 && size >= 0 && offset <= type.byte_size() &&
      size <= type.byte_size() - offset) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("bytes ", offset, " to ", offset, "+",
                                                 size, " of ", ir::ToString(type),
                                                 ", which has ", type.byte_size()));
}

Moment WhenReady(const PJRT_Client& client, const SharedBuffer& buffer,
                 std::function<void(const uint8_t*)> work) {
  const Moment written(client.client, buffer->written());
  if (written.done()) {
    absl::Status status = written.status();
    if (status.ok()) work(buffer->data());
    return Moment(std::move(status));
  }
  auto promise = std::make_shared<Promise>();
  // Where it is when this is called: a run that the array is donated to comes later.
  const uint8_t* const data = buffer->data();
  written.OnDone([buffer, data, promise, work = std::move(work)](absl::Status status) {
    if (status.ok()) work(data);
    promise->Set(std::move(status));
  });
  return Moment(std::move(promise));
}

}  // namespace tilewright::pjrt
