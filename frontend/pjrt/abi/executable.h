// Of the PJRT C API: programs, compilation, and what is known of an executable.
#pragma once

#include "frontend/pjrt/abi/buffer.h"

namespace tilewright::pjrt {

struct PJRT_Executable;
struct PJRT_LoadedExecutable;
struct PJRT_ExecuteContext;
struct PJRT_DeviceAssignmentSerialized;
struct PJRT_SerializedExecutable;
struct PJRT_SerializedCompileOptions;

struct PJRT_Program : Args {
  char* code;
  size_t code_size;
  const char* format;
  size_t format_size;
};

struct PJRT_Client_Compile_Args : Args {
  PJRT_Client* client;
  const PJRT_Program* program;
  const char* compile_options;
  size_t compile_options_size;
  PJRT_LoadedExecutable* executable;
};

struct PJRT_Compile_Args : Args {
  const PJRT_TopologyDescription* topology;
  const PJRT_Program* program;
  const char* compile_options;
  size_t compile_options_size;
  PJRT_Client* client;
  PJRT_Executable* executable;
};

struct PJRT_Executable_Destroy_Args : Args {
  PJRT_Executable* executable;
};

struct PJRT_Executable_Name_Args : Args {
  PJRT_Executable* executable;
  const char* executable_name;
  size_t executable_name_size;
};

struct PJRT_Executable_NumReplicas_Args : Args {
  PJRT_Executable* executable;
  size_t num_replicas;
};

struct PJRT_Executable_NumPartitions_Args : Args {
  PJRT_Executable* executable;
  size_t num_partitions;
};

struct PJRT_Executable_OptimizedProgram_Args : Args {
  PJRT_Executable* executable;
  PJRT_Program* program;
};

struct PJRT_Executable_NumOutputs_Args : Args {
  PJRT_Executable* executable;
  size_t num_outputs;
};

struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args : Args {
  PJRT_Executable* executable;
  int64_t size_in_bytes;
};

struct PJRT_Executable_Fingerprint_Args : Args {
  PJRT_Executable* executable;
  const char* executable_fingerprint;
  size_t executable_fingerprint_size;
};

struct PJRT_Executable_GetCostAnalysis_Args : Args {
  PJRT_Executable* executable;
  size_t num_properties;
  const PJRT_NamedValue* properties;
};

struct PJRT_Executable_GetCompiledMemoryStats_Args : Args {
  PJRT_Executable* executable;
  int64_t generated_code_size_in_bytes;
  int64_t argument_size_in_bytes;
  int64_t output_size_in_bytes;
  int64_t alias_size_in_bytes;
  int64_t temp_size_in_bytes;
  int64_t host_generated_code_size_in_bytes;
  int64_t host_argument_size_in_bytes;
  int64_t host_output_size_in_bytes;
  int64_t host_alias_size_in_bytes;
  int64_t host_temp_size_in_bytes;
  int64_t peak_memory_in_bytes;
  int64_t total_size_in_bytes;
};

struct PJRT_Executable_OutputElementTypes_Args : Args {
  PJRT_Executable* executable;
  PJRT_Buffer_Type* output_types;
  size_t num_output_types;
};

struct PJRT_Executable_OutputDimensions_Args : Args {
  PJRT_Executable* executable;
  size_t num_outputs;
  const int64_t* dims;
  const size_t* dim_sizes;
};

struct PJRT_Executable_OutputMemoryKinds_Args : Args {
  PJRT_Executable* executable;
  size_t num_outputs;
  const char* const* memory_kinds;
  const size_t* memory_kind_sizes;
};

struct PJRT_Executable_Serialize_Args : Args {
  const PJRT_Executable* executable;
  const char* serialized_bytes;
  size_t serialized_bytes_size;
  PJRT_SerializedExecutable* serialized_executable;
  void (*serialized_executable_deleter)(PJRT_SerializedExecutable* exec);
};

struct PJRT_Executable_GetCompileOptions_Args : Args {
  PJRT_Executable* executable;
  const char* serialized_bytes;
  size_t serialized_bytes_size;
  PJRT_SerializedCompileOptions* serialized_compile_options;
  void (*serialized_compile_options_deleter)(PJRT_SerializedCompileOptions* options);
};

struct PJRT_Executable_DeserializeAndLoad_Args : Args {
  PJRT_Client* client;
  const char* serialized_executable;
  size_t serialized_executable_size;
  PJRT_LoadedExecutable* loaded_executable;
  const char* overridden_serialized_compile_options;
  size_t overridden_serialized_compile_options_size;
};

struct PJRT_LoadedExecutable_Destroy_Args : Args {
  PJRT_LoadedExecutable* executable;
};

struct PJRT_LoadedExecutable_GetExecutable_Args : Args {
  PJRT_LoadedExecutable* loaded_executable;
  PJRT_Executable* executable;
};

struct PJRT_LoadedExecutable_GetDeviceAssignment_Args : Args {
  PJRT_LoadedExecutable* executable;
  const char* serialized_bytes;
  size_t serialized_bytes_size;
  PJRT_DeviceAssignmentSerialized* serialized_device_assignment;
  void (*serialized_device_assignment_deleter)(PJRT_DeviceAssignmentSerialized* da);
};

struct PJRT_LoadedExecutable_AddressableDevices_Args : Args {
  PJRT_LoadedExecutable* executable;
  PJRT_Device* const* addressable_devices;
  size_t num_addressable_devices;
};

struct PJRT_LoadedExecutable_Delete_Args : Args {
  PJRT_LoadedExecutable* executable;
};

struct PJRT_LoadedExecutable_IsDeleted_Args : Args {
  PJRT_LoadedExecutable* executable;
  bool is_deleted;
};

struct PJRT_LoadedExecutable_Fingerprint_Args : Args {
  PJRT_LoadedExecutable* executable;
  const char* executable_fingerprint;
  size_t executable_fingerprint_size;
};

}  // namespace tilewright::pjrt
