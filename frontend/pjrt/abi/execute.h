// Of the PJRT C API: runs of executables, and their callbacks.
#pragma once

#include "frontend/pjrt/abi/executable.h"
#include "frontend/pjrt/abi/transfer.h"

namespace tilewright::pjrt {

struct PJRT_ExecuteContext_Create_Args : Args {
  PJRT_ExecuteContext* context;
};

struct PJRT_ExecuteContext_Destroy_Args : Args {
  PJRT_ExecuteContext* context;
};

// Callbacks of host transfers: a chunk is handed over with its deleter; a stream is the
// callback's, which destroys it.
using PJRT_SendCallback = PJRT_Error* (*)(PJRT_Chunk* chunk,
                                          PJRT_CallbackError* callback_error,
                                          size_t total_size_in_bytes, bool done,
                                          void* user_arg);
using PJRT_RecvCallback = void (*)(PJRT_CopyToDeviceStream* stream, void* user_arg);

struct PJRT_SendCallbackInfo {
  int64_t channel_id;
  void* user_arg;
  PJRT_SendCallback send_callback;
};

struct PJRT_RecvCallbackInfo {
  int64_t channel_id;
  void* user_arg;
  PJRT_RecvCallback recv_callback;
};

struct PJRT_ExecuteOptions : Args {
  PJRT_SendCallbackInfo** send_callbacks;
  PJRT_RecvCallbackInfo** recv_callbacks;
  size_t num_send_ops;
  size_t num_recv_ops;
  int launch_id;
  const int64_t* non_donatable_input_indices;
  size_t num_non_donatable_input_indices;
  PJRT_ExecuteContext* context;
  const char* call_location;
  size_t num_tasks;
  int* task_ids;
  int64_t* incarnation_ids;
};

struct PJRT_LoadedExecutable_Execute_Args : Args {
  PJRT_LoadedExecutable* executable;
  PJRT_ExecuteOptions* options;
  PJRT_Buffer* const* const* argument_lists;
  size_t num_devices;
  size_t num_args;
  PJRT_Buffer** const* output_lists;
  PJRT_Event** device_complete_events;
  PJRT_Device* execute_device;
};

}  // namespace tilewright::pjrt
