// Of the PJRT C API: arrays that reach a device in pieces.
#pragma once

#include "frontend/pjrt/abi/buffer.h"

namespace tilewright::pjrt {

struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
};

struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  int buffer_index;
  const void* data;
  int64_t offset;
  int64_t transfer_size;
  bool is_last_transfer;
  PJRT_Event* done_with_h2d_transfer;
};

struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  int buffer_index;
  PJRT_Buffer* buffer_out;
};

struct PJRT_AsyncHostToDeviceTransferManager_Device_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  PJRT_Device* device_out;
};

struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  size_t buffer_count;
};

struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  int buffer_index;
  size_t buffer_size;
};

struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  int buffer_index;
  PJRT_Error_Code error_code;
  const char* error_message;
  size_t error_message_size;
};

struct PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  const PJRT_NamedValue* transfer_metadata;
  size_t num_metadata;
};

struct PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args : Args {
  PJRT_AsyncHostToDeviceTransferManager* transfer_manager;
  int buffer_index;
  const void* data;
  const int64_t* shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout* shape_layout;
  PJRT_Event* done_with_h2d_transfer;
};

struct PJRT_CopyToDeviceStream;

// A piece of an array; who takes it calls `deleter`.
struct PJRT_Chunk {
  void* data;
  size_t size;
  void (*deleter)(void* data, void* deleter_arg);
  void* deleter_arg;
};

struct PJRT_CopyToDeviceStream_Destroy_Args : Args {
  PJRT_CopyToDeviceStream* stream;
};

struct PJRT_CopyToDeviceStream_AddChunk_Args : Args {
  PJRT_CopyToDeviceStream* stream;
  PJRT_Chunk* chunk;
  PJRT_Event* transfer_complete;
};

struct PJRT_CopyToDeviceStream_TotalBytes_Args : Args {
  PJRT_CopyToDeviceStream* stream;
  int64_t total_bytes;
};

struct PJRT_CopyToDeviceStream_GranuleSize_Args : Args {
  PJRT_CopyToDeviceStream* stream;
  int64_t granule_size_in_bytes;
};

struct PJRT_CopyToDeviceStream_CurrentBytes_Args : Args {
  PJRT_CopyToDeviceStream* stream;
  int64_t current_bytes;
};

}  // namespace tilewright::pjrt
