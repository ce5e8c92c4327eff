#include "tilewright/buffer.h"

#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "api/convert.h"
#include "api/device_impl.h"
#include "api/values.h"
#include "ir/tensor_type.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

absl::Status CheckType(const TensorType& type) {
  int64_t count = 0;
  if (!ir::BoundedProduct(type.dims, ir::kMaxTensorBytes, &count) ||
      type.byte_size() > ir::kMaxTensorBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("buffer of ", type.ToString(),
                     ": sizes are negative or take more than 2^46 bytes"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Buffer> Buffer::Allocate(const Device& device, TensorType type) {
  TW_RETURN_IF_ERROR(CheckType(type));
  auto impl = std::make_shared<Impl>();
  impl->device = device.impl();
  runtime::AllocationOptions options;
  options.limit = &impl->device->hbm;
  options.guard = runtime::GuardFromEnvironment();
  options.poison = options.guard;
  TW_ASSIGN_OR_RETURN(
      impl->owned,
      runtime::Buffer::Allocate(type.byte_size(),
                                absl::StrCat("buffer of ", type.ToString()), options));
  impl->data = static_cast<uint8_t*>(impl->owned.data());
  impl->device_owned = true;
  impl->type = std::move(type);
  return Buffer(std::move(impl));
}

absl::StatusOr<Buffer> Buffer::FromHost(const Device& device, TensorType type,
                                        absl::Span<const uint8_t> bytes) {
  TW_RETURN_IF_ERROR(CheckType(type));
  if (static_cast<int64_t>(bytes.size()) != type.byte_size()) {
    return absl::InvalidArgumentError(absl::StrCat("buffer of ", type.ToString(),
                                                   ": takes ", type.byte_size(),
                                                   " bytes, was given ", bytes.size()));
  }
  TW_RETURN_IF_ERROR(api::CheckValues(type, bytes));
  TW_ASSIGN_OR_RETURN(Buffer buffer, Allocate(device, std::move(type)));
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  return buffer;
}

absl::StatusOr<Buffer> Buffer::Wrap(const Device& device, TensorType type, void* memory) {
  TW_RETURN_IF_ERROR(CheckType(type));
  if (memory == nullptr && type.byte_size() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("buffer of ", type.ToString(), ": the memory is null"));
  }
  auto impl = std::make_shared<Impl>();
  impl->device = device.impl();
  impl->type = std::move(type);
  impl->data = static_cast<uint8_t*>(memory);
  return Buffer(std::move(impl));
}

const TensorType& Buffer::type() const { return impl_->type; }
int64_t Buffer::byte_size() const { return impl_->type.byte_size(); }
uint8_t* Buffer::data() { return impl_->data; }
const uint8_t* Buffer::data() const { return impl_->data; }
absl::Span<const uint8_t> Buffer::bytes() const {
  return absl::MakeConstSpan(impl_->data, static_cast<size_t>(byte_size()));
}
bool Buffer::device_owned() const { return impl_->device_owned; }

}  // namespace tilewright
