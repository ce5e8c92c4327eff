#include "frontend/pjrt/arrivals.h"

#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/device/stream.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

class PromiseJob : public runtime::Job {
 public:
  PromiseJob(SharedBuffer buffer, std::shared_ptr<Promise> promise)
      : buffer_(std::move(buffer)), promise_(std::move(promise)) {}
  runtime::Outcome Run() override { return {promise_->Await()}; }

 private:
  const SharedBuffer buffer_;
  const std::shared_ptr<Promise> promise_;
};

// Of the client's streams one that nothing waits in. Requires the device's mutex.
absl::StatusOr<int> FreeStream(PJRT_Device& device) {
  runtime::Client& client = device.device->client();
  for (const int stream : device.arrivals) {
    if (client.stream(stream).Passed(client.stream(stream).appended())) return stream;
  }
  constexpr size_t kMostArrivals = 256;
  if (device.arrivals.size() == kMostArrivals) {
    return absl::ResourceExhaustedError(
        absl::StrCat(kMostArrivals, " arrays that are being transferred to one device"));
  }
  TW_ASSIGN_OR_RETURN(const int stream, device.device->NewStream());
  device.arrivals.push_back(stream);
  return stream;
}

}  // namespace

absl::Status StartArrival(PJRT_Device& device, const SharedBuffer& buffer,
                          std::shared_ptr<Promise> promise) {
  const std::lock_guard<std::mutex> lock(device.arrivals_mutex);
  TW_ASSIGN_OR_RETURN(const int stream, FreeStream(device));
  return device.device->client().stream(stream).Append(
      std::make_shared<PromiseJob>(buffer, std::move(promise)),
      [&](uint64_t number) { buffer->SetWritten(runtime::Event::Of(stream, number)); });
}

}  // namespace tilewright::pjrt
