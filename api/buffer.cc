#include "tilewright/buffer.h"

#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/convert.h"
#include "api/device_impl.h"
#include "ir/values.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

absl::Status Wrong(const TensorType& type, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrCat("buffer of ", type.ToString(), ": ", what));
}

}  // namespace

absl::StatusOr<Buffer> Buffer::Allocate(const Device& device, TensorType type) {
  TW_ASSIGN_OR_RETURN(
      std::shared_ptr<runtime::Buffer> inside,
      runtime::Buffer::Allocate(device.impl()->device, api::Inside(type)));
  return Buffer(std::make_shared<Impl>(std::move(inside), std::move(type)));
}

absl::StatusOr<Buffer> Buffer::FromHost(const Device& device, TensorType type,
                                        absl::Span<const uint8_t> bytes) {
  if (static_cast<int64_t>(bytes.size()) != type.byte_size()) {
    return Wrong(type, absl::StrCat("takes ", type.byte_size(), " bytes, was given ",
                                    bytes.size()));
  }
  TW_RETURN_IF_ERROR(ir::CheckValues(api::Inside(type), bytes));
  TW_ASSIGN_OR_RETURN(Buffer buffer, Allocate(device, std::move(type)));
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  return buffer;
}

absl::StatusOr<Buffer> Buffer::Wrap(const Device& device, TensorType type, void* memory) {
  TW_ASSIGN_OR_RETURN(
      std::shared_ptr<runtime::Buffer> inside,
      runtime::Buffer::Wrap(device.impl()->device, api::Inside(type), memory));
  return Buffer(std::make_shared<Impl>(std::move(inside), std::move(type)));
}

absl::StatusOr<Buffer> Buffer::View(TensorType type, int64_t offset) const {
  TW_ASSIGN_OR_RETURN(std::shared_ptr<runtime::Buffer> inside,
                      runtime::Buffer::View(impl_->buffer, api::Inside(type), offset));
  return Buffer(std::make_shared<Impl>(std::move(inside), std::move(type)));
}

const TensorType& Buffer::type() const { return impl_->type; }
int64_t Buffer::byte_size() const { return impl_->buffer->byte_size(); }
uint8_t* Buffer::data() { return impl_->buffer->data(); }
const uint8_t* Buffer::data() const { return impl_->buffer->data(); }
absl::Span<const uint8_t> Buffer::bytes() const {
  const uint8_t* const start = data();
  return {start, start == nullptr ? 0 : static_cast<size_t>(byte_size())};
}
bool Buffer::device_owned() const { return impl_->buffer->device_owned(); }

absl::Status Buffer::Wait() const {
  TW_RETURN_IF_ERROR(impl_->buffer->CheckUsable());
  return impl_->buffer->Await();
}

absl::Status Buffer::CopyToHost(absl::Span<uint8_t> bytes) const {
  TW_RETURN_IF_ERROR(Wait());
  if (static_cast<int64_t>(bytes.size()) != byte_size()) {
    return Wrong(type(), absl::StrCat("has ", byte_size(), " bytes, there is room for ",
                                      bytes.size()));
  }
  if (!bytes.empty()) std::memcpy(bytes.data(), data(), bytes.size());
  return absl::OkStatus();
}

void Buffer::Delete() { impl_->buffer->Delete(); }

}  // namespace tilewright
