// Of the PJRT C API: clients.
#pragma once

#include "frontend/pjrt/abi/base.h"

namespace tilewright::pjrt {

struct PJRT_Client;
struct PJRT_Device;
struct PJRT_Memory;
struct PJRT_DeviceDescription;
struct PJRT_TopologyDescription;
struct PJRT_SerializedTopology;

// A store of keys that the processes of one job share; the caller gives it.
using PJRT_KeyValueGetCallback_ValueDeleter = void (*)(char* value);

struct PJRT_KeyValueGetCallback_Args : Args {
  const char* key;
  size_t key_size;
  int timeout_in_ms;
  PJRT_CallbackError* callback_error;
  void* user_arg;
  char* value;
  size_t value_size;
  PJRT_KeyValueGetCallback_ValueDeleter value_deleter_callback;
};

using PJRT_KeyValueGetCallback = PJRT_Error* (*)(PJRT_KeyValueGetCallback_Args* args);

using PJRT_KeyValueTryGetCallback_ValueDeleter = void (*)(char* value);

struct PJRT_KeyValueTryGetCallback_Args : Args {
  const char* key;
  size_t key_size;
  PJRT_CallbackError* callback_error;
  void* user_arg;
  char* value;
  size_t value_size;
  PJRT_KeyValueTryGetCallback_ValueDeleter value_deleter_callback;
};

using PJRT_KeyValueTryGetCallback =
    PJRT_Error* (*)(PJRT_KeyValueTryGetCallback_Args* args);

struct PJRT_KeyValuePutCallback_Args : Args {
  const char* key;
  size_t key_size;
  const char* value;
  size_t value_size;
  PJRT_CallbackError* callback_error;
  void* user_arg;
};

using PJRT_KeyValuePutCallback = PJRT_Error* (*)(PJRT_KeyValuePutCallback_Args* args);

enum PJRT_ProcessState {
  PJRT_ProcessState_kUnspecified = 0,
  PJRT_ProcessState_kUninitialized = 1,
  PJRT_ProcessState_kDisconnected = 2,
  PJRT_ProcessState_kConnected = 3,
  PJRT_ProcessState_kError = 4,
};

struct PJRT_ProcessInfo {
  size_t struct_size;
  int task_id;
  uint64_t incarnation_id;
  PJRT_ProcessState state;
  int error_code;
  const char* error_message;
  size_t error_message_size;
};

struct PJRT_Client_Create_Args : Args {
  const PJRT_NamedValue* create_options;
  size_t num_options;
  PJRT_KeyValueGetCallback kv_get_callback;
  void* kv_get_user_arg;
  PJRT_KeyValuePutCallback kv_put_callback;
  void* kv_put_user_arg;
  PJRT_Client* client;
  PJRT_KeyValueTryGetCallback kv_try_get_callback;
  void* kv_try_get_user_arg;
};

struct PJRT_Client_Destroy_Args : Args {
  PJRT_Client* client;
};

struct PJRT_Client_PlatformName_Args : Args {
  PJRT_Client* client;
  const char* platform_name;
  size_t platform_name_size;
};

struct PJRT_Client_ProcessIndex_Args : Args {
  PJRT_Client* client;
  int process_index;
};

struct PJRT_Client_PlatformVersion_Args : Args {
  PJRT_Client* client;
  const char* platform_version;
  size_t platform_version_size;
};

struct PJRT_Client_TopologyDescription_Args : Args {
  PJRT_Client* client;
  PJRT_TopologyDescription* topology;
};

struct PJRT_Client_Devices_Args : Args {
  PJRT_Client* client;
  PJRT_Device* const* devices;
  size_t num_devices;
};

struct PJRT_Client_AddressableDevices_Args : Args {
  PJRT_Client* client;
  PJRT_Device* const* addressable_devices;
  size_t num_addressable_devices;
};

struct PJRT_Client_LookupDevice_Args : Args {
  PJRT_Client* client;
  int id;
  PJRT_Device* device;
};

struct PJRT_Client_LookupAddressableDevice_Args : Args {
  PJRT_Client* client;
  int local_hardware_id;
  PJRT_Device* addressable_device;
};

struct PJRT_Client_UpdateGlobalProcessInfo_Args : Args {
  PJRT_Client* client;
  PJRT_ProcessInfo* process_infos;
  size_t num_process_infos;
};

struct PJRT_Client_AddressableMemories_Args : Args {
  PJRT_Client* client;
  PJRT_Memory* const* addressable_memories;
  size_t num_addressable_memories;
};

struct PJRT_Client_DefaultDeviceAssignment_Args : Args {
  PJRT_Client* client;
  int num_replicas;
  int num_partitions;
  size_t default_assignment_size;
  int* default_assignment;
};

}  // namespace tilewright::pjrt
