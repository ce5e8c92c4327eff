// Calls that make arrays: of host memory, of nothing, of an error.
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/error.h"
#include "ir/values.h"
#include "support/abi.h"
#include "support/status_macros.h"

namespace tilewright::pjrt::calls {
namespace {

// Whether host memory can be the array itself. Kernels read vectors that are aligned, and
// truth values that are 0 or 1: those are checked when they are copied.
bool CanBeUsedInPlace(const PJRT_Client_BufferFromHostBuffer_Args& args,
                      const ir::TensorType& type, const Strides& strides,
                      const Order& order) {
  const bool promised =
      args.host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy ||
      args.host_buffer_semantics == PJRT_HostBufferSemantics_kMutableZeroCopy;
  return promised && strides == StridesIn(type, order) &&
         reinterpret_cast<uintptr_t>(args.data) % TW_BUFFER_ALIGNMENT == 0 &&
         ir::Info(type.element).bits >= 8 && type.byte_size() > 0;
}

absl::StatusOr<SharedBuffer> CopyOf(const PJRT_Memory& memory, const ir::TensorType& type,
                                    const void* data, const Strides& strides,
                                    const Order& order) {
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, AllocateIn(memory, InMemory(type, order)));
  CopyElements(type, static_cast<const uint8_t*>(data), strides, buffer->data(),
               StridesIn(type, order));
  TW_RETURN_IF_ERROR(ir::TakeHostValues(
      type, {buffer->data(), static_cast<size_t>(buffer->byte_size())}));
  return buffer;
}

}  // namespace

absl::Status Client_BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(args.device, args.memory));
  TW_ASSIGN_OR_RETURN(const ir::TensorType type,
                      TensorOf(args.type, args.dims, args.num_dims));
  if (type.byte_size() > 0) TW_RETURN_IF_ERROR(CheckPointers({{"data", args.data}}));
  TW_ASSIGN_OR_RETURN(Order order, OrderOf(type, args.device_layout));
  Strides strides = DenseStrides(type);
  if (args.num_byte_strides > 0) {
    if (args.num_byte_strides != args.num_dims || args.byte_strides == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(
          args.num_byte_strides, " strides for an array of ", ir::ToString(type)));
    }
    strides.assign(args.byte_strides, args.byte_strides + args.num_byte_strides);
  }
  if (CanBeUsedInPlace(args, type, strides, order)) {
    auto released = std::make_shared<Promise>();
    TW_ASSIGN_OR_RETURN(
        SharedBuffer buffer,
        WrapForeign(*memory, InMemory(type, order), const_cast<void*>(args.data),
                    [released] { released->Set(absl::OkStatus()); }));
    args.buffer = NewHandle(memory, std::move(buffer), type, std::move(order));
    args.done_with_host_buffer = new PJRT_Event{Moment(released)};
    return absl::OkStatus();
  }
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer,
                      CopyOf(*memory, type, args.data, strides, order));
  args.buffer = NewHandle(memory, std::move(buffer), type, std::move(order));
  args.done_with_host_buffer = new PJRT_Event{Moment()};
  return absl::OkStatus();
}

absl::Status Client_CreateViewOfDeviceBuffer(
    PJRT_Client_CreateViewOfDeviceBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(args.device, args.memory));
  TW_ASSIGN_OR_RETURN(const ir::TensorType type,
                      TensorOf(args.element_type, args.dims, args.num_dims));
  TW_ASSIGN_OR_RETURN(Order order, OrderOf(type, args.layout));
  const ir::TensorType placed = InMemory(type, order);
  std::function<void()> released;
  if (args.on_delete_callback != nullptr) {
    released = [callback = args.on_delete_callback, data = args.device_buffer_ptr,
                user_arg = args.on_delete_callback_arg] { callback(data, user_arg); };
  }
  // A failed call calls nobody.
  TW_ASSIGN_OR_RETURN(SharedBuffer checked,
                      WrapForeign(*memory, placed, args.device_buffer_ptr, nullptr));
  TW_ASSIGN_OR_RETURN(
      SharedBuffer buffer,
      WrapForeign(*memory, placed, args.device_buffer_ptr, std::move(released)));
  args.buffer = NewHandle(memory, std::move(buffer), type, std::move(order));
  return absl::OkStatus();
}

absl::Status Client_CreateUninitializedBuffer(
    PJRT_Client_CreateUninitializedBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(args.device, args.memory));
  TW_ASSIGN_OR_RETURN(
      const ir::TensorType type,
      TensorOf(args.shape_element_type, args.shape_dims, args.shape_num_dims));
  TW_ASSIGN_OR_RETURN(Order order, OrderOf(type, args.shape_layout));
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, AllocateIn(*memory, InMemory(type, order)));
  // Truth values are 0 or 1 whatever happens.
  if (ir::Info(type.element).bits < 8) {
    std::memset(buffer->data(), 0, buffer->byte_size());
  }
  args.buffer = NewHandle(memory, std::move(buffer), type, std::move(order));
  return absl::OkStatus();
}

absl::Status Client_CreateErrorBuffer(PJRT_Client_CreateErrorBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(nullptr, args.memory));
  TW_ASSIGN_OR_RETURN(
      const ir::TensorType type,
      TensorOf(args.shape_element_type, args.shape_dims, args.shape_num_dims));
  if (args.error_message == nullptr) args.error_message_size = 0;
  absl::Status error =
      StatusOf(args.error_code, {args.error_message, args.error_message_size});
  if (error.ok()) return absl::InvalidArgumentError("an error buffer without an error");
  TW_ASSIGN_OR_RETURN(Order order, OrderOf(type, args.shape_layout));
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, AllocateIn(*memory, InMemory(type, order)));
  buffer->SetWritten(args.client->client->Failed(std::move(error)));
  args.buffer = NewHandle(memory, std::move(buffer), type, std::move(order));
  return absl::OkStatus();
}

}  // namespace tilewright::pjrt::calls
