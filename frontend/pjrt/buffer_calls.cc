// Calls about an array at hand: what it is, its memory, whether it is there.
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/data/types.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt::calls {

absl::Status Buffer_Destroy(PJRT_Buffer_Destroy_Args& args) {
  delete args.buffer;
  return absl::OkStatus();
}

absl::Status Buffer_ElementType(PJRT_Buffer_ElementType_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.type = ToPjrt(args.buffer->type().element);
  return absl::OkStatus();
}

absl::Status Buffer_Dimensions(PJRT_Buffer_Dimensions_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.dims = args.buffer->type().dims().data();
  args.num_dims = args.buffer->type().dims().size();
  return absl::OkStatus();
}

absl::Status Buffer_UnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.unpadded_dims = args.buffer->type().dims().data();
  args.num_dims = args.buffer->type().dims().size();
  return absl::OkStatus();
}

absl::Status Buffer_DynamicDimensionIndices(
    PJRT_Buffer_DynamicDimensionIndices_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
  return absl::OkStatus();
}

absl::Status Buffer_GetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  PJRT_Buffer_MemoryLayout_Tiled& tiled = args.layout.tiled;
  tiled = {};
  tiled.struct_size = sizeof(tiled);
  const absl::Span<const int64_t> minor_to_major =
      MinorToMajor(args.buffer->order(), args.buffer->type().rank());
  tiled.minor_to_major = minor_to_major.data();
  tiled.minor_to_major_size = minor_to_major.size();
  return absl::OkStatus();
}

absl::Status Buffer_OnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.on_device_size_in_bytes = args.buffer->type().byte_size();
  return absl::OkStatus();
}

absl::Status Buffer_Device(PJRT_Buffer_Device_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.device = args.buffer->memory()->device;
  return absl::OkStatus();
}

absl::Status Buffer_Memory(PJRT_Buffer_Memory_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.memory = args.buffer->memory();
  return absl::OkStatus();
}

absl::Status Buffer_Delete(PJRT_Buffer_Delete_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.buffer->Delete();
  return absl::OkStatus();
}

absl::Status Buffer_IsDeleted(PJRT_Buffer_IsDeleted_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.is_deleted = args.buffer->deleted();
  return absl::OkStatus();
}

// All memory is the host's: who asks may read it in place.
absl::Status Buffer_IsOnCpu(PJRT_Buffer_IsOnCpu_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.is_on_cpu = true;
  return absl::OkStatus();
}

absl::Status Buffer_ReadyEvent(PJRT_Buffer_ReadyEvent_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  args.event = new PJRT_Event{args.buffer->Ready()};
  return absl::OkStatus();
}

absl::Status Buffer_UnsafePointer(PJRT_Buffer_UnsafePointer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_ASSIGN_OR_RETURN(const uint8_t* const address, args.buffer->Address());
  args.buffer_pointer = reinterpret_cast<uintptr_t>(address);
  return absl::OkStatus();
}

absl::Status Buffer_IncreaseExternalReferenceCount(
    PJRT_Buffer_IncreaseExternalReferenceCount_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  return args.buffer->AddReference();
}

absl::Status Buffer_DecreaseExternalReferenceCount(
    PJRT_Buffer_DecreaseExternalReferenceCount_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  return args.buffer->DropReference();
}

absl::Status Buffer_OpaqueDeviceMemoryDataPointer(
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_ASSIGN_OR_RETURN(const uint8_t* const address, args.buffer->Address());
  args.device_memory_ptr = const_cast<uint8_t*>(address);
  return absl::OkStatus();
}

}  // namespace tilewright::pjrt::calls
