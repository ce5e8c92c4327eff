// Moments that callers wait for: those of a device's queues, and those that somebody
// sets.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/status.h"
#include "frontend/pjrt/abi/events.h"
#include "runtime/device/client.h"
#include "runtime/device/event.h"

namespace tilewright::pjrt {

// Set once, by anybody. Thread-safe.
class Promise {
 public:
  // False when it was set before; nothing has changed then.
  bool Set(absl::Status status);
  bool done() const;
  // How it was set. Requires done().
  absl::Status status() const;
  absl::Status Await() const;
  // At once where it is set.
  void OnSet(std::function<void(const absl::Status&)> callback);

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable set_;
  bool done_ = false;
  absl::Status status_;
  std::vector<std::function<void(const absl::Status&)>> callbacks_;
};

// One of three: over already, an event of a client's, a promise. A value.
class Moment {
 public:
  // Over, and how it went.
  explicit Moment(absl::Status status = absl::OkStatus()) : status_(std::move(status)) {}
  Moment(std::shared_ptr<runtime::Client> client, runtime::Event event)
      : client_(event.word == 0 ? nullptr : std::move(client)), event_(event) {}
  explicit Moment(std::shared_ptr<Promise> promise) : promise_(std::move(promise)) {}

  bool done() const;
  // How it went. Requires done().
  absl::Status status() const;
  // FailedPrecondition where waiting would never end (runtime/device/stream.h).
  absl::Status Await() const;
  // At once where it is over, else on the thread that ends it. In a callback of a run
  // (CallbackScope), for what comes later in its queue, at once with Await's error.
  void OnDone(std::function<void(const absl::Status&)> callback) const;
  const std::shared_ptr<Promise>& promise() const { return promise_; }

 private:
  absl::Status status_;
  std::shared_ptr<runtime::Client> client_;
  runtime::Event event_;
  std::shared_ptr<Promise> promise_;
};

// While it lives its thread is in a callback of a run: waiting there for what comes later
// in that run's queue would never end, whichever way the caller waits.
class CallbackScope {
 public:
  CallbackScope() { ++depth_; }
  ~CallbackScope() { --depth_; }
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
  static bool active() { return depth_ > 0; }

 private:
  static thread_local int depth_;
};

struct PJRT_Event {
  Moment moment;
};

}  // namespace tilewright::pjrt
