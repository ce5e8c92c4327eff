// Calls whose caller says later how they go on: copies to memory that is told later.
// Arrays that another one will be, and donations that something has to precede, are
// refused.
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

// Where the copy is to go is told with the handle, which is used up by that.
struct LaterCopy {
  std::shared_ptr<PJRT_Client> client;
  SharedBuffer buffer;
  int64_t offset;
  int64_t size;
  std::shared_ptr<Promise> done;
};

void StartCopy(PJRT_Buffer_CopyRawToHostFuture_Callback_Args* args) {
  if (args == nullptr || args->callback_data == nullptr) return;
  const std::unique_ptr<LaterCopy> copy(static_cast<LaterCopy*>(args->callback_data));
  const bool has_message = args->error_message != nullptr;
  absl::Status told =
      StatusOf(args->error_code,
               {args->error_message, has_message ? args->error_message_size : 0});
  if (told.ok() && args->dst == nullptr && copy->size > 0) {
    told = CheckPointers({{"dst", args->dst}});
  }
  if (!told.ok()) {
    copy->done->Set(std::move(told));
    return;
  }
  const Moment copied = WhenReady(
      *copy->client, copy->buffer,
      [dst = args->dst, offset = copy->offset, size = copy->size](const uint8_t* data) {
        if (size > 0) std::memcpy(dst, data + offset, size);
      });
  copied.OnDone([done = copy->done](const absl::Status& status) { done->Set(status); });
}

}  // namespace

namespace calls {

absl::Status Buffer_CopyRawToHostFuture(PJRT_Buffer_CopyRawToHostFuture_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  TW_RETURN_IF_ERROR(CheckRange(args.buffer->type(), args.offset, args.transfer_size));
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, args.buffer->Get());
  auto done = std::make_shared<Promise>();
  args.callback_data = new LaterCopy{args.buffer->client(), std::move(buffer),
                                     args.offset, args.transfer_size, done};
  args.future_ready_callback = StartCopy;
  args.event = new PJRT_Event{Moment(std::move(done))};
  return absl::OkStatus();
}

// What reads such an array would wait for as long as its caller likes.
#define TW_PJRT_UNSUPPORTED(name)                                       \
  absl::Status name(PJRT_##name##_Args& args) {                         \
    return absl::UnimplementedError("PJRT_" #name " is not supported"); \
  }
TW_PJRT_UNSUPPORTED(Client_CreateAliasBuffer)
TW_PJRT_UNSUPPORTED(Client_FulfillAliasBuffer)
TW_PJRT_UNSUPPORTED(Buffer_DonateWithControlDependency)
#undef TW_PJRT_UNSUPPORTED

}  // namespace calls
}  // namespace tilewright::pjrt
