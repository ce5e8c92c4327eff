#include "frontend/pjrt/api.h"

#include "frontend/pjrt/call.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/profiler.h"

namespace tilewright::pjrt {
namespace {

void DestroyError(PJRT_Error_Destroy_Args* args) {
  if (args != nullptr) delete args->error;
}

void ErrorMessage(PJRT_Error_Message_Args* args) {
  if (args == nullptr) return;
  const bool known = args->error != nullptr;
  args->message = known ? args->error->message.data() : "";
  args->message_size = known ? args->error->message.size() : 0;
}

// A function's name, for messages: a template's argument has to have an address.
#define TW_PJRT_NAME(name) constexpr char k##name[] = "PJRT_" #name;
TW_PJRT_FUNCTIONS(TW_PJRT_NAME)
TW_PJRT_LAYOUTS_FUNCTIONS(TW_PJRT_NAME)
TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS(TW_PJRT_NAME)
#undef TW_PJRT_NAME
#define TW_PJRT_ENTRY(name) Call<PJRT_##name##_Args, calls::name, k##name>

PJRT_MemoryDescriptions_Extension MakeMemoryDescriptions() {
  PJRT_MemoryDescriptions_Extension extension = {};
  extension.base = {sizeof(extension), PJRT_Extension_Type_MemoryDescriptions, nullptr};
#define TW_PJRT_SET(name) extension.PJRT_##name = TW_PJRT_ENTRY(name);
  TW_PJRT_MEMORY_DESCRIPTIONS_FUNCTIONS(TW_PJRT_SET)
#undef TW_PJRT_SET
  return extension;
}

PJRT_Layouts_Extension MakeLayouts(PJRT_Extension_Base* next) {
  PJRT_Layouts_Extension extension = {};
  extension.base = {sizeof(extension), PJRT_Extension_Type_Layouts, next};
#define TW_PJRT_SET(name) extension.PJRT_##name = TW_PJRT_ENTRY(name);
  TW_PJRT_LAYOUTS_FUNCTIONS(TW_PJRT_SET)
#undef TW_PJRT_SET
  return extension;
}

PJRT_Api MakeApi(PJRT_Extension_Base* extensions) {
  PJRT_Api api = {};
  api.struct_size = sizeof(api);
  api.extension_start = extensions;
  api.pjrt_api_version.struct_size = sizeof(api.pjrt_api_version);
  api.pjrt_api_version.major_version = kApiMajor;
  api.pjrt_api_version.minor_version = kApiMinor;
  api.PJRT_Error_Destroy = DestroyError;
  api.PJRT_Error_Message = ErrorMessage;
#define TW_PJRT_SET(name) api.PJRT_##name = TW_PJRT_ENTRY(name);
  TW_PJRT_FUNCTIONS(TW_PJRT_SET)
#undef TW_PJRT_SET
  return api;
}

#undef TW_PJRT_ENTRY

}  // namespace

const PJRT_Api* Api() {
  static PJRT_MemoryDescriptions_Extension memories = MakeMemoryDescriptions();
  static PJRT_Layouts_Extension layouts = MakeLayouts(&memories.base);
  static PJRT_Profiler_Extension profiler = MakeProfiler(&layouts.base);
  static const PJRT_Api api = MakeApi(&profiler.base);
  return &api;
}

}  // namespace tilewright::pjrt

// What libtilewright-pjrt.so hands out (frontend/pjrt/plugin/get_api.cc).
extern "C" __attribute__((visibility("default"))) const void* tilewright_pjrt_api() {
  return tilewright::pjrt::Api();
}
