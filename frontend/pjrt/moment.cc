#include "frontend/pjrt/moment.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "frontend/pjrt/calls.h"
#include "frontend/pjrt/error.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {

thread_local int CallbackScope::depth_ = 0;

bool Promise::Set(absl::Status status) {
  std::vector<std::function<void(const absl::Status&)>> callbacks;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (done_) return false;
    done_ = true;
    status_ = std::move(status);
    callbacks.swap(callbacks_);
  }
  set_.notify_all();
  for (const auto& callback : callbacks) callback(status_);
  return true;
}

bool Promise::done() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return done_;
}

absl::Status Promise::status() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return status_;
}

absl::Status Promise::Await() const {
  std::unique_lock<std::mutex> lock(mutex_);
  set_.wait(lock, [this] { return done_; });
  return status_;
}

void Promise::OnSet(std::function<void(const absl::Status&)> callback) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!done_) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback(status_);
}

bool Moment::done() const {
  if (client_ != nullptr) return client_->Passed(event_);
  return promise_ == nullptr || promise_->done();
}

absl::Status Moment::status() const {
  if (client_ != nullptr) return client_->StatusOf(event_);
  return promise_ == nullptr ? status_ : promise_->status();
}

absl::Status Moment::Await() const {
  if (client_ != nullptr) return client_->Await(event_);
  return promise_ == nullptr ? status_ : promise_->Await();
}

void Moment::OnDone(std::function<void(const absl::Status&)> callback) const {
  if (promise_ != nullptr) return promise_->OnSet(std::move(callback));
  if (client_ == nullptr) return callback(status_);
  if (CallbackScope::active() && !done() &&
      client_->stream(event_.stream()).OnOwnThread()) {
    return callback(Await());
  }
  // The client outlives its queues' callbacks: a run in a queue keeps it.
  client_->OnPassed(
      event_, [client = client_.get(), event = event_, callback = std::move(callback)] {
        callback(client->StatusOf(event));
      });
}

namespace calls {

absl::Status Event_Destroy(PJRT_Event_Destroy_Args& args) {
  delete args.event;
  return absl::OkStatus();
}

absl::Status Event_IsReady(PJRT_Event_IsReady_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"event", args.event}}));
  args.is_ready = args.event->moment.done();
  return absl::OkStatus();
}

absl::Status Event_Error(PJRT_Event_Error_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"event", args.event}}));
  if (!args.event->moment.done()) {
    return absl::FailedPreconditionError("the event is not ready yet");
  }
  return args.event->moment.status();
}

absl::Status Event_Await(PJRT_Event_Await_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"event", args.event}}));
  return args.event->moment.Await();
}

absl::Status Event_OnReady(PJRT_Event_OnReady_Args& args) {
  TW_RETURN_IF_ERROR(
      CheckPointers({{"event", args.event},
                     {"callback", reinterpret_cast<const void*>(args.callback)}}));
  args.event->moment.OnDone(
      [callback = args.callback, user_arg = args.user_arg](const absl::Status& status) {
        callback(ToError(status), user_arg);
      });
  return absl::OkStatus();
}

absl::Status Event_Create(PJRT_Event_Create_Args& args) {
  args.event = new PJRT_Event{Moment(std::make_shared<Promise>())};
  return absl::OkStatus();
}

absl::Status Event_Set(PJRT_Event_Set_Args& args) {
  TW_RETURN_IF_ERROR(CheckPointers({{"event", args.event}}));
  const std::shared_ptr<Promise>& promise = args.event->moment.promise();
  if (promise == nullptr) {
    return absl::InvalidArgumentError("the event was not made by PJRT_Event_Create");
  }
  if (args.error_message == nullptr) args.error_message_size = 0;
  if (!promise->Set(
          StatusOf(args.error_code, {args.error_message, args.error_message_size}))) {
    return absl::FailedPreconditionError("the event was set before");
  }
  return absl::OkStatus();
}

}  // namespace calls
}  // namespace tilewright::pjrt
