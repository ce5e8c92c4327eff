// The PJRT C API as it lies in memory, version 0.90: what functions take is declared here
// by us, under the names that it has, so that no foreign header is needed to build. A
// test compares sizes, offsets and slots with XLA's own header. This file: versions,
// extensions, errors, named values.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace tilewright::pjrt {

inline constexpr int kApiMajor = 0;
inline constexpr int kApiMinor = 90;

enum PJRT_Extension_Type {
  PJRT_Extension_Type_Gpu_Custom_Call = 0,
  PJRT_Extension_Type_Profiler,
  PJRT_Extension_Type_Custom_Partitioner,
  PJRT_Extension_Type_Stream,
  PJRT_Extension_Type_Layouts,
  PJRT_Extension_Type_FFI,
  PJRT_Extension_Type_MemoryDescriptions,
  PJRT_Extension_Type_Triton,
  PJRT_Extension_Type_RawBuffer,
  PJRT_Extension_Type_PhaseCompile,
  PJRT_Extension_Type_Example,
  PJRT_Extension_Type_Unknown,
  PJRT_Extension_Type_CrossHostTransfers,
  PJRT_Extension_Type_ExecutableMetadata,
  PJRT_Extension_Type_Callback,
  PJRT_Extension_Type_HostAllocator,
  PJRT_Extension_Type_TpuTopology,
  PJRT_Extension_Type_TpuExecutable,
  PJRT_Extension_Type_Megascale,
};

// Extensions of a table or of a call's arguments are a list.
struct PJRT_Extension_Base {
  size_t struct_size;
  PJRT_Extension_Type type;
  PJRT_Extension_Base* next;
};

// What every struct of arguments begins with. `struct_size` is that of the struct which
// the caller was compiled with: an older one has fewer fields at its end.
struct Args {
  size_t struct_size;
  PJRT_Extension_Base* extension_start;
};

struct PJRT_Api_Version : Args {
  int major_version;
  int minor_version;
};

// The codes are those of absl::StatusCode.
enum PJRT_Error_Code {
  PJRT_Error_Code_OK = 0,
  PJRT_Error_Code_CANCELLED = 1,
  PJRT_Error_Code_UNKNOWN = 2,
  PJRT_Error_Code_INVALID_ARGUMENT = 3,
  PJRT_Error_Code_DEADLINE_EXCEEDED = 4,
  PJRT_Error_Code_NOT_FOUND = 5,
  PJRT_Error_Code_ALREADY_EXISTS = 6,
  PJRT_Error_Code_PERMISSION_DENIED = 7,
  PJRT_Error_Code_RESOURCE_EXHAUSTED = 8,
  PJRT_Error_Code_FAILED_PRECONDITION = 9,
  PJRT_Error_Code_ABORTED = 10,
  PJRT_Error_Code_OUT_OF_RANGE = 11,
  PJRT_Error_Code_UNIMPLEMENTED = 12,
  PJRT_Error_Code_INTERNAL = 13,
  PJRT_Error_Code_UNAVAILABLE = 14,
  PJRT_Error_Code_DATA_LOSS = 15,
  PJRT_Error_Code_UNAUTHENTICATED = 16,
};

struct PJRT_Error;

// How a caller's callback makes an error to return. The message is copied.
using PJRT_CallbackError = PJRT_Error* (*)(PJRT_Error_Code code, const char* message,
                                           size_t message_size);

struct PJRT_Error_Destroy_Args : Args {
  PJRT_Error* error;
};

struct PJRT_Error_Message_Args : Args {
  const PJRT_Error* error;
  const char* message;
  size_t message_size;
};

struct PJRT_Error_GetCode_Args : Args {
  const PJRT_Error* error;
  PJRT_Error_Code code;
};

enum PJRT_NamedValue_Type {
  PJRT_NamedValue_kString = 0,
  PJRT_NamedValue_kInt64,
  PJRT_NamedValue_kInt64List,
  PJRT_NamedValue_kFloat,
  PJRT_NamedValue_kBool,
};

// A name with a value, as options and attributes are. `value_size` counts characters of a
// string and elements of a list.
struct PJRT_NamedValue : Args {
  const char* name;
  size_t name_size;
  PJRT_NamedValue_Type type;
  union {
    const char* string_value;
    int64_t int64_value;
    const int64_t* int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size;
};

struct PJRT_Plugin_Initialize_Args : Args {};

struct PJRT_Plugin_Attributes_Args : Args {
  const PJRT_NamedValue* attributes;
  size_t num_attributes;
};

}  // namespace tilewright::pjrt
