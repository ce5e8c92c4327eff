// Of the PJRT C API: devices, their descriptions, memories and topologies.
#pragma once

#include "frontend/pjrt/abi/base.h"
#include "frontend/pjrt/abi/client.h"

namespace tilewright::pjrt {

struct PJRT_DeviceDescription_Id_Args : Args {
  PJRT_DeviceDescription* device_description;
  int id;
};

struct PJRT_DeviceDescription_ProcessIndex_Args : Args {
  PJRT_DeviceDescription* device_description;
  int process_index;
};

struct PJRT_DeviceDescription_Attributes_Args : Args {
  PJRT_DeviceDescription* device_description;
  size_t num_attributes;
  const PJRT_NamedValue* attributes;
};

struct PJRT_DeviceDescription_Kind_Args : Args {
  PJRT_DeviceDescription* device_description;
  const char* device_kind;
  size_t device_kind_size;
};

struct PJRT_DeviceDescription_DebugString_Args : Args {
  PJRT_DeviceDescription* device_description;
  const char* debug_string;
  size_t debug_string_size;
};

struct PJRT_DeviceDescription_ToString_Args : Args {
  PJRT_DeviceDescription* device_description;
  const char* to_string;
  size_t to_string_size;
};

struct PJRT_Device_GetDescription_Args : Args {
  PJRT_Device* device;
  PJRT_DeviceDescription* device_description;
};

struct PJRT_Device_IsAddressable_Args : Args {
  PJRT_Device* device;
  bool is_addressable;
};

struct PJRT_Device_LocalHardwareId_Args : Args {
  PJRT_Device* device;
  int local_hardware_id;
};

struct PJRT_Device_AddressableMemories_Args : Args {
  PJRT_Device* device;
  PJRT_Memory* const* memories;
  size_t num_memories;
};

struct PJRT_Device_DefaultMemory_Args : Args {
  PJRT_Device* device;
  PJRT_Memory* memory;
};

struct PJRT_Device_MemoryStats_Args : Args {
  PJRT_Device* device;
  int64_t bytes_in_use;
  int64_t peak_bytes_in_use;
  bool peak_bytes_in_use_is_set;
  int64_t num_allocs;
  bool num_allocs_is_set;
  int64_t largest_alloc_size;
  bool largest_alloc_size_is_set;
  int64_t bytes_limit;
  bool bytes_limit_is_set;
  int64_t bytes_reserved;
  bool bytes_reserved_is_set;
  int64_t peak_bytes_reserved;
  bool peak_bytes_reserved_is_set;
  int64_t bytes_reservable_limit;
  bool bytes_reservable_limit_is_set;
  int64_t largest_free_block_bytes;
  bool largest_free_block_bytes_is_set;
  int64_t pool_bytes;
  bool pool_bytes_is_set;
  int64_t peak_pool_bytes;
  bool peak_pool_bytes_is_set;
};

struct PJRT_Device_PoisonExecution_Args : Args {
  PJRT_Device* device;
  int32_t launch_id;
  PJRT_Error_Code error_code;
  const char* error_message;
  size_t error_message_size;
  bool poisoned;
};

struct PJRT_Memory_Id_Args : Args {
  PJRT_Memory* memory;
  int id;
};

struct PJRT_Memory_Kind_Args : Args {
  PJRT_Memory* memory;
  const char* kind;
  size_t kind_size;
};

struct PJRT_Memory_Kind_Id_Args : Args {
  PJRT_Memory* memory;
  int kind_id;
};

struct PJRT_Memory_DebugString_Args : Args {
  PJRT_Memory* memory;
  const char* debug_string;
  size_t debug_string_size;
};

struct PJRT_Memory_ToString_Args : Args {
  PJRT_Memory* memory;
  const char* to_string;
  size_t to_string_size;
};

struct PJRT_Memory_AddressableByDevices_Args : Args {
  PJRT_Memory* memory;
  PJRT_Device* const* devices;
  size_t num_devices;
};

struct PJRT_TopologyDescription_Create_Args : Args {
  const char* topology_name;
  size_t topology_name_size;
  const PJRT_NamedValue* create_options;
  size_t num_options;
  PJRT_TopologyDescription* topology;
};

struct PJRT_TopologyDescription_Destroy_Args : Args {
  PJRT_TopologyDescription* topology;
};

struct PJRT_TopologyDescription_PlatformVersion_Args : Args {
  PJRT_TopologyDescription* topology;
  const char* platform_version;
  size_t platform_version_size;
};

struct PJRT_TopologyDescription_PlatformName_Args : Args {
  const PJRT_TopologyDescription* topology;
  const char* platform_name;
  size_t platform_name_size;
};

struct PJRT_TopologyDescription_GetDeviceDescriptions_Args : Args {
  const PJRT_TopologyDescription* topology;
  PJRT_DeviceDescription* const* descriptions;
  size_t num_descriptions;
};

struct PJRT_TopologyDescription_Serialize_Args : Args {
  PJRT_TopologyDescription* topology;
  const char* serialized_bytes;
  size_t serialized_bytes_size;
  PJRT_SerializedTopology* serialized_topology;
  void (*serialized_topology_deleter)(PJRT_SerializedTopology* serialized_topology);
};

struct PJRT_TopologyDescription_Deserialize_Args : Args {
  const char* serialized_topology;
  size_t serialized_topology_size;
  PJRT_TopologyDescription* topology;
};

struct PJRT_TopologyDescription_Attributes_Args : Args {
  PJRT_TopologyDescription* topology;
  const PJRT_NamedValue* attributes;
  size_t num_attributes;
};

}  // namespace tilewright::pjrt
