#include "frontend/pjrt/host_callbacks.h"

#include <cstdlib>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "frontend/pjrt/moment.h"
#include "ir/values.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

// The callback's error, which becomes ours.
absl::Status Taken(PJRT_Error* error) {
  if (error == nullptr) return absl::OkStatus();
  const std::unique_ptr<PJRT_Error> owned(error);
  return owned->status;
}

PJRT_Error* MakeError(PJRT_Error_Code code, const char* message, size_t message_size) {
  absl::Status status = StatusOf(code, {message, message_size});
  if (status.ok()) status = absl::UnknownError("a callback failed with the code OK");
  return ToError(status);
}

absl::Status NoCallback(absl::string_view what, int64_t channel) {
  return absl::FailedPreconditionError(
      absl::StrCat("the program ", what,
                   " its host, and the call has no callback for channel ", channel));
}

}  // namespace

absl::Status Arrival::Add(const void* chunk, size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (data_ == nullptr) return absl::CancelledError("the run has ended");
  if (size > static_cast<size_t>(bytes_ - arrived_)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a chunk of ", size, " bytes after ", arrived_, " of ", bytes_));
  }
  if (size > 0) std::memcpy(data_ + arrived_, chunk, size);
  arrived_ += static_cast<int64_t>(size);
  if (arrived_ == bytes_) progress_.notify_all();
  return absl::OkStatus();
}

void Arrival::End() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ended_ = true;
  progress_.notify_all();
}

absl::Status Arrival::Await() {
  std::unique_lock<std::mutex> lock(mutex_);
  progress_.wait(lock, [this] { return arrived_ == bytes_ || ended_; });
  data_ = nullptr;
  if (arrived_ == bytes_) return absl::OkStatus();
  return absl::AbortedError(
      absl::StrCat("the host gave ", arrived_, " bytes of ", bytes_));
}

int64_t Arrival::arrived() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return arrived_;
}

absl::StatusOr<std::shared_ptr<HostCallbacks>> HostCallbacks::Make(
    const std::vector<int64_t>& channels, const PJRT_ExecuteOptions* options) {
  auto callbacks = std::make_shared<HostCallbacks>();
  callbacks->sends_.resize(channels.size());
  callbacks->receives_.resize(channels.size());
  if (options == nullptr) return callbacks;
  if (options->num_send_ops > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"send_callbacks", options->send_callbacks}}));
    TW_RETURN_IF_ERROR(CheckPointers({{"send_callbacks[0]", *options->send_callbacks}}));
  }
  if (options->num_recv_ops > 0) {
    TW_RETURN_IF_ERROR(CheckPointers({{"recv_callbacks", options->recv_callbacks}}));
    TW_RETURN_IF_ERROR(CheckPointers({{"recv_callbacks[0]", *options->recv_callbacks}}));
  }
  for (size_t own = 0; own < channels.size(); ++own) {
    for (size_t i = 0; i < options->num_send_ops; ++i) {
      const PJRT_SendCallbackInfo& info = options->send_callbacks[0][i];
      if (info.channel_id == channels[own]) callbacks->sends_[own] = info;
    }
    for (size_t i = 0; i < options->num_recv_ops; ++i) {
      const PJRT_RecvCallbackInfo& info = options->recv_callbacks[0][i];
      if (info.channel_id == channels[own]) callbacks->receives_[own] = info;
    }
  }
  return callbacks;
}

absl::Status HostCallbacks::Send(int64_t channel, const ir::TensorType& type,
                                 const void* data) {
  if (channel < 0 || channel >= static_cast<int64_t>(sends_.size()) ||
      sends_[channel].send_callback == nullptr) {
    return NoCallback("sends to", channel);
  }
  // The callback may keep the chunk.
  const size_t size = type.byte_size();
  void* const copy = std::malloc(size > 0 ? size : 1);
  if (copy == nullptr) return absl::ResourceExhaustedError("no memory for a callback");
  if (size > 0) std::memcpy(copy, data, size);
  PJRT_Chunk chunk = {copy, size, [](void* memory, void*) { std::free(memory); },
                      nullptr};
  PJRT_CallbackError make_error = &MakeError;
  const PJRT_SendCallbackInfo& info = sends_[channel];
  const CallbackScope scope;
  return Taken(
      info.send_callback(&chunk, &make_error, size, /*done=*/true, info.user_arg));
}

absl::Status HostCallbacks::Receive(int64_t channel, const ir::TensorType& type,
                                    void* data) {
  if (channel < 0 || channel >= static_cast<int64_t>(receives_.size()) ||
      receives_[channel].recv_callback == nullptr) {
    return NoCallback("waits for", channel);
  }
  const auto arrival = std::make_shared<Arrival>(data, type.byte_size());
  const PJRT_RecvCallbackInfo& info = receives_[channel];
  const CallbackScope scope;
  info.recv_callback(new PJRT_CopyToDeviceStream{arrival}, info.user_arg);
  TW_RETURN_IF_ERROR(arrival->Await());
  return ir::TakeHostValues(
      type, {static_cast<uint8_t*>(data), static_cast<size_t>(type.byte_size())});
}

namespace calls {

absl::Status CopyToDeviceStream_Destroy(PJRT_CopyToDeviceStream_Destroy_Args& args) {
  if (args.stream == nullptr) return absl::OkStatus();
  args.stream->arrival->End();
  delete args.stream;
  return absl::OkStatus();
}

absl::Status CopyToDeviceStream_AddChunk(PJRT_CopyToDeviceStream_AddChunk_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"stream", args.stream}, {"chunk", args.chunk}}));
  PJRT_Chunk& chunk = *args.chunk;
  absl::Status status = chunk.data == nullptr && chunk.size > 0
                            ? CheckPointers({{"chunk.data", nullptr}})
                            : args.stream->arrival->Add(chunk.data, chunk.size);
  if (chunk.deleter != nullptr) chunk.deleter(chunk.data, chunk.deleter_arg);
  args.transfer_complete = new PJRT_Event{Moment(std::move(status))};
  return absl::OkStatus();
}

absl::Status CopyToDeviceStream_TotalBytes(
    PJRT_CopyToDeviceStream_TotalBytes_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"stream", args.stream}}));
  args.total_bytes = args.stream->arrival->total();
  return absl::OkStatus();
}

absl::Status CopyToDeviceStream_GranuleSize(
    PJRT_CopyToDeviceStream_GranuleSize_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"stream", args.stream}}));
  args.granule_size_in_bytes = 1;
  return absl::OkStatus();
}

absl::Status CopyToDeviceStream_CurrentBytes(
    PJRT_CopyToDeviceStream_CurrentBytes_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"stream", args.stream}}));
  args.current_bytes = args.stream->arrival->arrived();
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
