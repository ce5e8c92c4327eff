#include "frontend/pjrt/profiler.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "frontend/pjrt/trace.h"

namespace tilewright::pjrt {

struct PLUGIN_Profiler_Error {
  absl::Status status;
  std::string message;
};

// Used by one thread at a time, as its callers promise.
struct PLUGIN_Profiler {
  std::shared_ptr<Trace> trace;  // null until it is started
  bool running = false;
  std::string bytes;  // what was collected
};

namespace {

PLUGIN_Profiler_Error* Failed(const absl::Status& status) {
  return new PLUGIN_Profiler_Error{status, std::string(status.message())};
}

PLUGIN_Profiler_Error* Null(const char* what) {
  return Failed(absl::InvalidArgumentError(absl::StrCat("\"", what, "\" is null")));
}

void DestroyProfilerError(PLUGIN_Profiler_Error_Destroy_Args* args) {
  if (args != nullptr) delete args->error;
}

void MessageOfError(PLUGIN_Profiler_Error_Message_Args* args) {
  if (args == nullptr) return;
  args->message = args->error != nullptr ? args->error->message.data() : "";
  args->message_size = args->error != nullptr ? args->error->message.size() : 0;
}

PLUGIN_Profiler_Error* CodeOfError(PLUGIN_Profiler_Error_GetCode_Args* args) {
  if (args == nullptr || args->error == nullptr) return Null("error");
  args->code = static_cast<int>(args->error->status.code());
  return nullptr;
}

// What the options say is about the host.
PLUGIN_Profiler_Error* Create(PLUGIN_Profiler_Create_Args* args) {
  if (args == nullptr) return Null("args");
  args->profiler = new PLUGIN_Profiler;
  return nullptr;
}

PLUGIN_Profiler_Error* Stop(PLUGIN_Profiler_Stop_Args* args) {
  if (args == nullptr || args->profiler == nullptr) return Null("profiler");
  if (args->profiler->running) StopTrace(args->profiler->trace);
  args->profiler->running = false;
  return nullptr;
}

PLUGIN_Profiler_Error* Destroy(PLUGIN_Profiler_Destroy_Args* args) {
  if (args == nullptr || args->profiler == nullptr) return nullptr;
  PLUGIN_Profiler_Stop_Args stop = {sizeof(stop), args->profiler};
  Stop(&stop);
  delete args->profiler;
  return nullptr;
}

PLUGIN_Profiler_Error* Start(PLUGIN_Profiler_Start_Args* args) {
  if (args == nullptr || args->profiler == nullptr) return Null("profiler");
  PLUGIN_Profiler& profiler = *args->profiler;
  if (profiler.running) {
    return Failed(absl::FailedPreconditionError("the profiler was started before"));
  }
  profiler.trace = std::make_shared<Trace>();
  profiler.running = true;
  StartTrace(profiler.trace);
  return nullptr;
}

PLUGIN_Profiler_Error* CollectData(PLUGIN_Profiler_CollectData_Args* args) {
  if (args == nullptr || args->profiler == nullptr) return Null("profiler");
  PLUGIN_Profiler& profiler = *args->profiler;
  if (profiler.running) {
    return Failed(absl::FailedPreconditionError("the profiler was not stopped"));
  }
  // A second call fills the memory of which the first told the size.
  if (args->buffer != nullptr) {
    if (args->buffer_size_in_bytes < profiler.bytes.size()) {
      return Failed(absl::InvalidArgumentError(
          absl::StrCat("room for ", args->buffer_size_in_bytes, " bytes of a trace of ",
                       profiler.bytes.size())));
    }
    std::memcpy(args->buffer, profiler.bytes.data(), profiler.bytes.size());
  } else {
    profiler.bytes = profiler.trace == nullptr ? "" : profiler.trace->Serialize();
    args->buffer = reinterpret_cast<uint8_t*>(profiler.bytes.data());
  }
  args->buffer_size_in_bytes = profiler.bytes.size();
  return nullptr;
}

}  // namespace

PJRT_Profiler_Extension MakeProfiler(PJRT_Extension_Base* next) {
  static PLUGIN_Profiler_Api api = {sizeof(api),    nullptr,     DestroyProfilerError,
                                    MessageOfError, CodeOfError, Create,
                                    Destroy,        Start,       Stop,
                                    CollectData};
  PJRT_Profiler_Extension extension = {};
  extension.base = {sizeof(extension), PJRT_Extension_Type_Profiler, next};
  extension.profiler_api = &api;
  return extension;
}

}  // namespace tilewright::pjrt
