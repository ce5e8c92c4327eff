// Of the PJRT C API: extensions, which a table has in a list of their own.
#pragma once

#include "frontend/pjrt/abi/api.h"

namespace tilewright::pjrt {

// Layouts of arrays on a device. A layout is handed over as its own object, and
// serialized as a proto of XLA's.
struct PJRT_Layouts_MemoryLayout;
struct PJRT_Layouts_SerializedLayout;

struct PJRT_Layouts_MemoryLayout_Destroy_Args : Args {
  PJRT_Layouts_MemoryLayout* layout;
};

struct PJRT_Layouts_MemoryLayout_Serialize_Args : Args {
  PJRT_Layouts_MemoryLayout* layout;
  const char* serialized_bytes;
  size_t serialized_bytes_size;
  PJRT_Layouts_SerializedLayout* serialized_layout;
  void (*serialized_layout_deleter)(PJRT_Layouts_SerializedLayout* s_layout);
};

struct PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args : Args {
  PJRT_Buffer* buffer;
  PJRT_Layouts_MemoryLayout* layout;
};

struct PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args : Args {
  PJRT_Client* client;
  PJRT_Buffer_Type type;
  const int64_t* dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout* layout;
};

struct PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args : Args {
  PJRT_TopologyDescription* topology_description;
  PJRT_Buffer_Type type;
  const int64_t* dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout* layout;
};

struct PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args : Args {
  PJRT_Executable* executable;
  size_t num_outputs;
  PJRT_Layouts_MemoryLayout** layouts;
};

#define TW_PJRT_LAYOUTS_FUNCTIONS(X)        \
  X(Layouts_MemoryLayout_Destroy)           \
  X(Layouts_MemoryLayout_Serialize)         \
  X(Layouts_PJRT_Client_GetDefaultLayout)   \
  X(Layouts_PJRT_Buffer_MemoryLayout)       \
  X(Layouts_PJRT_Topology_GetDefaultLayout) \
  X(Layouts_PJRT_Executable_GetOutputLayouts)

struct PJRT_Layouts_Extension {
  PJRT_Extension_Base base;
#define TW_PJRT_SLOT(name) PJRT_Error* (*PJRT_##name)(PJRT_##name##_Args * args);
  TW_PJRT_LAYOUTS_FUNCTIONS(TW_PJRT_SLOT)
#undef TW_PJRT_SLOT
};

// Kinds of memory that a described device has, there or not.
struct PJRT_MemoryDescription;

struct PJRT_DeviceDescription_MemoryDescriptions_Args : Args {
  PJRT_DeviceDescription* device_description;
  const PJRT_MemoryDescription* const* memory_descriptions;
  size_t num_memory_descriptions;
  size_t default_memory_index;
};

struct PJRT_MemoryDescription_Kind_Args : Args {
  const PJRT_MemoryDescription* memory_description;
  const char* kind;
  size_t kind_size;
  int kind_id;
};

#define TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS(X) \
  X(DeviceDescription_MemoryDescriptions)        \
  X(MemoryDescription_Kind)

struct PJRT_MemoryDescriptions_Extension {
  PJRT_Extension_Base base;
#define TW_PJRT_SLOT(name) PJRT_Error* (*PJRT_##name)(PJRT_##name##_Args * args);
  TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS(TW_PJRT_SLOT)
#undef TW_PJRT_SLOT
};

}  // namespace tilewright::pjrt
