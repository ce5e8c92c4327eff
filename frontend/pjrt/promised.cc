// Calls whose caller says later how they go on: copies to memory that is told later,
// arrays that another one will be, and donations that something has to precede.
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/arrivals.h"
#include "frontend/pjrt/buffer.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

namespace {

// An array that another one will be.
struct Alias {
  SharedBuffer buffer;
  SharedBuffer source;  // set before `known`
  std::shared_ptr<Promise> known = std::make_shared<Promise>();
};

}  // namespace

// Used up by PJRT_Client_FulfillAliasBuffer.
struct PJRT_FulfillAliasBufferCallback {
  std::shared_ptr<Alias> alias;
};

namespace {

absl::Status StatusToldBy(PJRT_Error_Code code, const char* message, size_t size) {
  return StatusOf(code, {message, message == nullptr ? 0 : size});
}

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
  absl::Status told =
      StatusToldBy(args->error_code, args->error_message, args->error_message_size);
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

// The array's content is there when what wrote it has ended, and the caller says so.
class DependenceJob : public runtime::Job {
 public:
  DependenceJob(SharedBuffer buffer, Moment written, std::shared_ptr<Promise> told)
      : buffer_(std::move(buffer)),
        written_(std::move(written)),
        told_(std::move(told)) {}

  runtime::Outcome Run() override {
    absl::Status told = told_->Await();
    if (!told.ok()) return {std::move(told)};
    return {written_.Await(), /*inherited=*/true};
  }

 private:
  const SharedBuffer buffer_;
  const Moment written_;
  const std::shared_ptr<Promise> told_;
};

void EndDependence(PJRT_Buffer_DonateWithControlDependency_Callback_Args* args) {
  if (args == nullptr || args->callback_data == nullptr) return;
  const std::unique_ptr<std::shared_ptr<Promise>> told(
      static_cast<std::shared_ptr<Promise>*>(args->callback_data));
  (*told)->Set(
      StatusToldBy(args->error_code, args->error_message, args->error_message_size));
}

// A copy: a run that reads the array may be queued before its source is known, and a run
// knows where its arguments are.
class AliasJob : public runtime::Job {
 public:
  AliasJob(std::shared_ptr<runtime::Client> client, SharedBuffer buffer,
           std::shared_ptr<const Alias> alias)
      : client_(std::move(client)),
        buffer_(std::move(buffer)),
        alias_(std::move(alias)) {}

  runtime::Outcome Run() override {
    absl::Status known = alias_->known->Await();
    if (!known.ok()) return {std::move(known)};
    const SharedBuffer& source = alias_->source;
    absl::Status written = Moment(client_, source->written()).Await();
    if (!written.ok()) return {std::move(written), /*inherited=*/true};
    const uint8_t* const data = source->data();
    if (data == nullptr && source->byte_size() > 0) {
      return {absl::FailedPreconditionError("the array of an alias is gone")};
    }
    if (source->byte_size() > 0) {
      std::memcpy(buffer_->data(), data, source->byte_size());
    }
    return {};
  }

 private:
  const std::shared_ptr<runtime::Client> client_;
  const SharedBuffer buffer_;
  const std::shared_ptr<const Alias> alias_;
};

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

absl::Status Buffer_DonateWithControlDependency(
    PJRT_Buffer_DonateWithControlDependency_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
  PJRT_Buffer& given = *args.buffer;
  if (given.referenced()) {
    return absl::FailedPreconditionError(
        "the buffer has external references, and cannot be donated");
  }
  TW_ASSIGN_OR_RETURN(SharedBuffer buffer, given.Get());
  const Moment written(given.client()->client, buffer->written());
  auto told = std::make_shared<Promise>();
  TW_RETURN_IF_ERROR(
      StartArrival(*given.memory()->device, buffer,
                   std::make_shared<DependenceJob>(buffer, written, told)));
  given.Delete();
  args.callback_data = new std::shared_ptr<Promise>(std::move(told));
  args.dependency_ready_callback = EndDependence;
  args.out_buffer =
      NewHandle(given.memory(), std::move(buffer), given.type(), given.order());
  return absl::OkStatus();
}

absl::Status Client_CreateAliasBuffer(PJRT_Client_CreateAliasBuffer_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"client", args.client}}));
  TW_ASSIGN_OR_RETURN(PJRT_Memory* const memory,
                      args.client->MemoryOf(nullptr, args.memory));
  TW_ASSIGN_OR_RETURN(
      const ir::TensorType type,
      TensorOf(args.shape_element_type, args.shape_dims, args.shape_num_dims));
  TW_ASSIGN_OR_RETURN(Order order, OrderOf(type, args.shape_layout));
  auto alias = std::make_shared<Alias>();
  TW_ASSIGN_OR_RETURN(alias->buffer, AllocateIn(*memory, InMemory(type, order)));
  TW_RETURN_IF_ERROR(StartArrival(
      *memory->device, alias->buffer,
      std::make_shared<AliasJob>(args.client->client, alias->buffer, alias)));
  args.alias_buffer = NewHandle(memory, alias->buffer, type, std::move(order));
  args.fulfill_alias_buffer_cb = new PJRT_FulfillAliasBufferCallback{std::move(alias)};
  return absl::OkStatus();
}

absl::Status Client_FulfillAliasBuffer(PJRT_Client_FulfillAliasBuffer_Args& args) {
  TW_RETURN_IF_ERROR(
      CheckPointers({{"client", args.client},
                     {"fulfill_alias_buffer_cb", args.fulfill_alias_buffer_cb}}));
  const std::unique_ptr<PJRT_FulfillAliasBufferCallback> used(
      args.fulfill_alias_buffer_cb);
  Alias* const alias = used->alias.get();
  absl::Status told =
      StatusToldBy(args.status_code, args.error_message, args.error_message_size);
  if (told.ok()) {
    const auto find = [&]() -> absl::Status {
      TW_RETURN_IF_ERROR(CheckPointers({{"buffer", args.buffer}}));
      TW_ASSIGN_OR_RETURN(alias->source, args.buffer->Get());
      if (alias->source->type() == alias->buffer->type()) return absl::OkStatus();
      return absl::InvalidArgumentError(
          absl::StrCat("an array of ", ir::ToString(alias->source->type()),
                       " for an alias of ", ir::ToString(alias->buffer->type())));
    };
    const absl::Status found = find();
    alias->known->Set(found);
    return found;
  }
  alias->known->Set(std::move(told));
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
