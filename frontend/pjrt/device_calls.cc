// Calls about devices and their memories.
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/client.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

// Tracks nothing: events of a device's queue are known by themselves.
struct PJRT_AsyncTrackingEvent {};

namespace calls {

absl::Status Device_GetDescription(PJRT_Device_GetDescription_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.device_description = args.device->description;
  return absl::OkStatus();
}

absl::Status Device_IsAddressable(PJRT_Device_IsAddressable_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.is_addressable = true;
  return absl::OkStatus();
}

absl::Status Device_LocalHardwareId(PJRT_Device_LocalHardwareId_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.local_hardware_id = args.device->description->id;
  return absl::OkStatus();
}

absl::Status Device_AddressableMemories(PJRT_Device_AddressableMemories_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.memories = args.device->pointers.data();
  args.num_memories = args.device->pointers.size();
  return absl::OkStatus();
}

absl::Status Device_DefaultMemory(PJRT_Device_DefaultMemory_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.memory = args.device->default_memory();
  return absl::OkStatus();
}

absl::Status Device_MemoryStats(PJRT_Device_MemoryStats_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  const runtime::Allocator& memory = *args.device->device->memory();
  args.bytes_in_use = memory.used();
  args.peak_bytes_in_use = memory.peak();
  args.peak_bytes_in_use_is_set = true;
  args.num_allocs_is_set = false;
  args.largest_alloc_size_is_set = false;
  args.bytes_limit = memory.capacity();
  args.bytes_limit_is_set = true;
  args.bytes_reserved_is_set = false;
  args.peak_bytes_reserved_is_set = false;
  args.bytes_reservable_limit_is_set = false;
  args.largest_free_block_bytes = memory.capacity() - memory.used();
  args.largest_free_block_bytes_is_set = true;
  args.pool_bytes = memory.used() + memory.kept();
  args.pool_bytes_is_set = true;
  args.peak_pool_bytes_is_set = false;
  return absl::OkStatus();
}

absl::Status Device_PoisonExecution(PJRT_Device_PoisonExecution_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  // Runs have no launch ids here: there is none with this one that is not finished.
  args.poisoned = false;
  return absl::OkStatus();
}

absl::Status Device_CreateAsyncTrackingEvent(
    PJRT_Device_CreateAsyncTrackingEvent_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"device", args.device}}));
  args.event = new PJRT_AsyncTrackingEvent;
  return absl::OkStatus();
}

absl::Status AsyncTrackingEvent_Destroy(PJRT_AsyncTrackingEvent_Destroy_Args& args) {
  delete args.event;
  return absl::OkStatus();
}

absl::Status Memory_Id(PJRT_Memory_Id_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  args.id = args.memory->id;
  return absl::OkStatus();
}

absl::Status Memory_Kind(PJRT_Memory_Kind_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  const absl::string_view kind = kMemoryKinds[args.memory->kind];
  args.kind = kind.data();
  args.kind_size = kind.size();
  return absl::OkStatus();
}

absl::Status Memory_Kind_Id(PJRT_Memory_Kind_Id_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  args.kind_id = args.memory->kind;
  return absl::OkStatus();
}

absl::Status Memory_DebugString(PJRT_Memory_DebugString_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  args.debug_string = args.memory->debug_string.data();
  args.debug_string_size = args.memory->debug_string.size();
  return absl::OkStatus();
}

absl::Status Memory_ToString(PJRT_Memory_ToString_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  args.to_string = args.memory->text.data();
  args.to_string_size = args.memory->text.size();
  return absl::OkStatus();
}

absl::Status Memory_AddressableByDevices(PJRT_Memory_AddressableByDevices_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"memory", args.memory}}));
  args.devices = &args.memory->device;
  args.num_devices = 1;
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
