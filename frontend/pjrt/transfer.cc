// Arrays that a caller makes first, and fills in pieces.
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/arrivals.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/error.h"
#include "ir/values.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

struct Slot {
  SharedBuffer buffer;
  ir::TensorType type;
  Order order;
  std::shared_ptr<Promise> filled = std::make_shared<Promise>();
  bool retrieved = false;
};

}  // namespace

struct PJRT_AsyncHostToDeviceTransferManager {
  // What was not filled will not be.
  ~PJRT_AsyncHostToDeviceTransferManager() {
    for (const Slot& slot : slots) {
      slot.filled->Set(absl::CancelledError("the transfer was given up"));
    }
  }

  std::shared_ptr<PJRT_Client> client;
  PJRT_Memory* memory = nullptr;
  std::mutex mutex;  // of `retrieved`
  std::vector<Slot> slots;
};

namespace calls {
namespace {

absl::StatusOr<Slot*> SlotOf(PJRT_AsyncHostToDeviceTransferManager* manager, int index) {
  TW_RETURN_IF_ERROR(CheckPointers({{"transfer_manager", manager}}));
  if (index < 0 || index >= static_cast<int>(manager->slots.size())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no buffer ", index, ", there are ", manager->slots.size()));
  }
  return &manager->slots[index];
}

// Of an array that is there: types that have not all bytes as values are looked at, and
// their spare bits do not count.
absl::Status Finish(const Slot& slot) {
  absl::Status status = ir::TakeHostValues(
      slot.buffer->type(),
      {slot.buffer->data(), static_cast<size_t>(slot.buffer->byte_size())});
  slot.filled->Set(status);
  return status;
}

absl::Status CheckOpen(const Slot& slot) {
  if (!slot.filled->done()) return absl::OkStatus();
  return absl::FailedPreconditionError("the transfer of this buffer has ended");
}

}  // namespace

absl::Status Client_CreateBuffersForAsyncHostToDevice(
    PJRT_Client_CreateBuffersForAsyncHostToDevice_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(nullptr, args.memory));
  if (args.num_shape_specs > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"shape_specs", args.shape_specs}}));
  }
  auto manager = std::make_unique<PJRT_AsyncHostToDeviceTransferManager>();
  manager->client = args.client->shared_from_this();
  manager->memory = memory;
  if (args.num_device_layouts > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"device_layouts", args.device_layouts}}));
  }
  for (size_t i = 0; i < args.num_shape_specs; ++i) {
    const PJRT_ShapeSpec& spec = args.shape_specs[i];
    Slot slot;
    TW_ASSIGN_OR_RETURN(slot.type, TensorOf(spec.element_type, spec.dims, spec.num_dims));
    const bool placed = i < args.num_device_layouts;
    TW_ASSIGN_OR_RETURN(slot.order,
                        OrderOf(slot.type, placed ? args.device_layouts[i] : nullptr));
    TW_ASSIGN_OR_RETURN(slot.buffer,
                        AllocateIn(*memory, InMemory(slot.type, slot.order)));
    TW_RETURN_IF_ERROR(StartArrival(*memory->device, slot.buffer, slot.filled));
    manager->slots.push_back(std::move(slot));
  }
  args.transfer_manager = manager.release();
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_Destroy(
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args& args) {
  delete args.transfer_manager;
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_TransferData(
    PJRT_AsyncHostToDeviceTransferManager_TransferData_Args& args) {
  TW_ASSIGN_OR_RETURN(Slot* const slot, SlotOf(args.transfer_manager, args.buffer_index));
  TW_RETURN_IF_ERROR(CheckOpen(*slot));
  const int64_t bytes = slot->buffer->byte_size();
  if (args.offset < 0 || args.transfer_size < 0 || args.offset > bytes ||
      args.transfer_size > bytes - args.offset) {
    return absl::InvalidArgumentError(
        absl::StrCat(args.transfer_size, " bytes at ", args.offset, " of ", bytes));
  }
  if (args.transfer_size > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"data", args.data}}));
    std::memcpy(slot->buffer->data() + args.offset, args.data, args.transfer_size);
  }
  if (args.is_last_transfer) TW_RETURN_IF_ERROR(Finish(*slot));
  args.done_with_h2d_transfer = new PJRT_Event{Moment()};
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_TransferLiteral(
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args& args) {
  TW_ASSIGN_OR_RETURN(Slot* const slot, SlotOf(args.transfer_manager, args.buffer_index));
  TW_RETURN_IF_ERROR(CheckOpen(*slot));
  TW_ASSIGN_OR_RETURN(
      const ir::TensorType type,
      TensorOf(args.shape_element_type, args.shape_dims, args.shape_num_dims));
  if (type != slot->type) {
    return absl::InvalidArgumentError(absl::StrCat("a literal of ", ir::ToString(type),
                                                   " for a buffer of ",
                                                   ir::ToString(slot->type)));
  }
  TW_ASSIGN_OR_RETURN(const Strides strides, StridesOf(type, args.shape_layout));
  if (type.byte_size() > 0) TW_RETURN_IF_ERROR(CheckPointers({{"data", args.data}}));
  CopyElements(type, static_cast<const uint8_t*>(args.data), strides,
               slot->buffer->data(), StridesIn(type, slot->order));
  TW_RETURN_IF_ERROR(Finish(*slot));
  args.done_with_h2d_transfer = new PJRT_Event{Moment()};
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_RetrieveBuffer(
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args& args) {
  TW_ASSIGN_OR_RETURN(Slot* const slot, SlotOf(args.transfer_manager, args.buffer_index));
  const std::lock_guard<std::mutex> lock(args.transfer_manager->mutex);
  if (std::exchange(slot->retrieved, true)) {
    return absl::FailedPreconditionError("the buffer was retrieved before");
  }
  args.buffer_out =
      NewHandle(args.transfer_manager->memory, slot->buffer, slot->type, slot->order);
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_Device(
    PJRT_AsyncHostToDeviceTransferManager_Device_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"transfer_manager", args.transfer_manager}}));
  args.device_out = args.transfer_manager->memory->device;
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_BufferCount(
    PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"transfer_manager", args.transfer_manager}}));
  args.buffer_count = args.transfer_manager->slots.size();
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_BufferSize(
    PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args& args) {
  TW_ASSIGN_OR_RETURN(Slot* const slot, SlotOf(args.transfer_manager, args.buffer_index));
  args.buffer_size = slot->buffer->byte_size();
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_SetBufferError(
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args& args) {
  TW_ASSIGN_OR_RETURN(Slot* const slot, SlotOf(args.transfer_manager, args.buffer_index));
  if (args.error_message == nullptr) args.error_message_size = 0;
  const absl::Status error =
      StatusOf(args.error_code, {args.error_message, args.error_message_size});
  if (error.ok()) return absl::InvalidArgumentError("the error has the code OK");
  TW_RETURN_IF_ERROR(CheckOpen(*slot));
  slot->filled->Set(error);
  return absl::OkStatus();
}

absl::Status AsyncHostToDeviceTransferManager_AddMetadata(
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args& args) {
  return CheckPointers({{"transfer_manager", args.transfer_manager}});
}

}  // namespace calls
}  // namespace tilewright::pjrt
