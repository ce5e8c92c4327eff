// Of the PJRT C API: moments that are waited for. The callback of OnReady owns its error.
#pragma once

#include "frontend/pjrt/abi/base.h"

namespace tilewright::pjrt {

struct PJRT_Device;
struct PJRT_Event;

using PJRT_Event_OnReadyCallback = void (*)(PJRT_Error* error, void* user_arg);

struct PJRT_Event_Destroy_Args : Args {
  PJRT_Event* event;
};

struct PJRT_Event_IsReady_Args : Args {
  PJRT_Event* event;
  bool is_ready;
};

struct PJRT_Event_Error_Args : Args {
  PJRT_Event* event;
};

struct PJRT_Event_Await_Args : Args {
  PJRT_Event* event;
};

struct PJRT_Event_OnReady_Args : Args {
  PJRT_Event* event;
  PJRT_Event_OnReadyCallback callback;
  void* user_arg;
};

struct PJRT_Event_Create_Args : Args {
  PJRT_Event* event;
};

struct PJRT_Event_Set_Args : Args {
  PJRT_Event* event;
  PJRT_Error_Code error_code;
  const char* error_message;
  size_t error_message_size;
};

struct PJRT_AsyncTrackingEvent;

struct PJRT_Device_CreateAsyncTrackingEvent_Args : Args {
  PJRT_Device* device;
  const char* description;
  size_t description_size;
  PJRT_AsyncTrackingEvent* event;
};

struct PJRT_AsyncTrackingEvent_Destroy_Args : Args {
  PJRT_AsyncTrackingEvent* event;
};

}  // namespace tilewright::pjrt
