// Calls that read arrays, or copy them to other memories.
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/error.h"
#include "runtime/device/execute.h"
#include "support/status_macros.h"

namespace tilewright::pjrt::calls {
namespace {

absl::StatusOr<PJRT_Buffer*> CopyTo(const PJRT_Buffer& source, PJRT_Memory* memory) {
  TW_ASSIGN_OR_RETURN(SharedBuffer from, source.Get());
  TW_ASSIGN_OR_RETURN(SharedBuffer to, AllocateIn(*memory, from->type()));
  // A poisoned array's copy is poisoned.
  const absl::Status copied = runtime::CopyLater(from, to);
  if (to->written().word == 0) TW_RETURN_IF_ERROR(copied);
  return NewHandle(memory, std::move(to), source.type(), source.order());
}

}  // namespace

absl::Status Buffer_ToHostBuffer(PJRT_Buffer_ToHostBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"src", args.src}}));
  const ir::TensorType& type = args.src->type();
  const size_t size = type.byte_size();
  if (args.dst == nullptr) {
    args.dst_size = size;
    return absl::OkStatus();
  }
  if (args.dst_size < size) {
    return absl::InvalidArgumentError(absl::StrCat("room for ", args.dst_size,
                                                   " bytes of ", ir::ToString(type),
                                                   ", which has ", size));
  }
  TW_ASSIGN_OR_RETURN(Strides strides, StridesOf(type, args.host_layout));
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, args.src->Get());
  args.event = new PJRT_Event{WhenReady(
      *args.src->client(), buffer,
      [type, from = StridesIn(type, args.src->order()), strides = std::move(strides),
       dst = static_cast<uint8_t*>(args.dst)](const uint8_t* data) {
        CopyElements(type, data, from, dst, strides);
      })};
  return absl::OkStatus();
}

absl::Status Buffer_CopyRawToHost(PJRT_Buffer_CopyRawToHost_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_RETURN_IF_ERROR(CheckRange(args.buffer->type(), args.offset, args.transfer_size));
  if (args.transfer_size > 0) TW_RETURN_IF_ERROR(CheckPointers({{"dst", args.dst}}));
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, args.buffer->Get());
  args.event = new PJRT_Event{WhenReady(*args.buffer->client(), buffer,
                                        [dst = args.dst, offset = args.offset,
                                         size = args.transfer_size](const uint8_t* data) {
                                          if (size > 0)
                                            std::memcpy(dst, data + offset, size);
                                        })};
  return absl::OkStatus();
}

absl::Status Buffer_CopyToDevice(PJRT_Buffer_CopyToDevice_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_RETURN_IF_ERROR(args.buffer->client()->CheckDevice(args.dst_device));
  TW_ASSIGN_OR_RETURN(args.dst_buffer,
                      CopyTo(*args.buffer, args.dst_device->default_memory()));
  return absl::OkStatus();
}

absl::Status Buffer_CopyToMemory(PJRT_Buffer_CopyToMemory_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_RETURN_IF_ERROR(args.buffer->client()->CheckMemory(args.dst_memory));
  TW_ASSIGN_OR_RETURN(args.dst_buffer, CopyTo(*args.buffer, args.dst_memory));
  return absl::OkStatus();
}

}  // namespace tilewright::pjrt::calls
