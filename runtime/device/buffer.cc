#include "runtime/device/buffer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "ir/element_type.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

absl::Status Wrong(const ir::TensorType& type, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("buffer of ", ir::ToString(type), ": ", what));
}

absl::Status CheckType(const ir::TensorType& type) {
  int64_t count = 0;
  if (!ir::BoundedProduct(type.dims(), ir::kMaxTensorBytes, &count) ||
      type.byte_size() > ir::kMaxTensorBytes) {
    return Wrong(type, "sizes are negative or take more than 2^46 bytes");
  }
  return absl::OkStatus();
}

// Kernels read whole elements, of complex ones the components.
absl::Status CheckAlignment(const ir::TensorType& type, const void* memory) {
  const int bytes = ir::StorageBytes(ir::RealPart(type.element));
  if (bytes <= 1 || reinterpret_cast<uintptr_t>(memory) % bytes == 0) {
    return absl::OkStatus();
  }
  return Wrong(type, absl::StrCat("the memory at ", absl::Hex(memory),
                                  " is not aligned to elements of ", bytes, " bytes"));
}

}  // namespace

absl::StatusOr<std::shared_ptr<Buffer>> Buffer::Allocate(std::shared_ptr<Device> device,
                                                         const ir::TensorType& type) {
  TW_RETURN_IF_ERROR(CheckType(type));
  auto buffer = std::make_shared<Buffer>(std::move(device), type);
  TW_ASSIGN_OR_RETURN(buffer->block_,
                      buffer->device_->memory()->Allocate(buffer->bytes_, [&type] {
                        return absl::StrCat("buffer of ", ir::ToString(type));
                      }));
  buffer->data_ = static_cast<uint8_t*>(buffer->block_.data());
  buffer->owned_ = true;
  return buffer;
}

absl::StatusOr<std::shared_ptr<Buffer>> Buffer::Wrap(std::shared_ptr<Device> device,
                                                     const ir::TensorType& type,
                                                     void* memory) {
  TW_RETURN_IF_ERROR(CheckType(type));
  if (memory == nullptr && type.byte_size() > 0) {
    return Wrong(type, "the memory is null");
  }
  TW_RETURN_IF_ERROR(CheckAlignment(type, memory));
  auto buffer = std::make_shared<Buffer>(std::move(device), type);
  buffer->data_ = static_cast<uint8_t*>(memory);
  return buffer;
}

absl::StatusOr<std::shared_ptr<Buffer>> Buffer::View(std::shared_ptr<Buffer> whole,
                                                     const ir::TensorType& type,
                                                     int64_t offset) {
  TW_RETURN_IF_ERROR(CheckType(type));
  TW_RETURN_IF_ERROR(whole->CheckUsable());
  if (offset < 0 || offset > whole->bytes_ || type.byte_size() > whole->bytes_ - offset) {
    return Wrong(type,
                 absl::StrCat("a view of ", type.byte_size(), " bytes from byte ", offset,
                              " on leaves the buffer of ", ir::ToString(whole->type_),
                              ", which has ", whole->bytes_));
  }
  uint8_t* const data = whole->data_ + offset;
  TW_RETURN_IF_ERROR(CheckAlignment(type, data));
  auto buffer = std::make_shared<Buffer>(whole->device_, type);
  buffer->data_ = data;
  buffer->whole_ = whole->whole_ != nullptr ? whole->whole_ : std::move(whole);
  return buffer;
}

absl::Status Buffer::Gone() const {
  const bool donated = storage().state_.load(std::memory_order_acquire) == kDonated;
  return absl::FailedPreconditionError(absl::StrCat(
      "the buffer of ", ir::ToString(type_), " was ", donated ? "donated" : "deleted"));
}

absl::Status Buffer::Await() const {
  const Event event = written();
  return event.word == 0 ? absl::OkStatus() : device_->client().Await(event);
}

void Buffer::Delete() {
  if (whole_ != nullptr) return whole_->Delete();
  State live = kLive;
  if (!state_.compare_exchange_strong(live, kDeleted)) return;
  // Runs in queues hold the buffer itself: what they use goes with them. Of others only
  // the last is known.
  Client& client = device_->client();
  bool unused = client.Passed(written());
  for (int place = 0; place < kReadPlaces; ++place) unused &= client.Passed(read(place));
  if (unused) block_ = Block();
}

std::shared_ptr<Buffer> Buffer::Donate() {
  auto heir = std::make_shared<Buffer>(device_, type_);
  heir->block_ = std::move(block_);
  heir->data_ = data_;
  heir->owned_ = owned_;
  heir->SetWritten(written());
  for (int place = 0; place < kReadPlaces; ++place) heir->SetRead(read(place));
  state_.store(kDonated, std::memory_order_release);
  return heir;
}

}  // namespace tilewright::runtime
