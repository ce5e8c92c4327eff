#include "runtime/device/client.h"

#include <string>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "support/on_threads.h"
#include "support/status_macros.h"

namespace tilewright::runtime {
namespace {

// More than these are a mistake, not a wish.
constexpr int kMaxThreads = 4096;
constexpr int kMaxDevices = 256;

absl::Status CheckRange(absl::string_view what, int value, int lowest, int highest) {
  if (value >= lowest && value <= highest) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what, ": ", value, " is not in ", lowest, "..", highest));
}

}  // namespace

Device::Device(Client* client, int id, const chip::Chip& chip, int threads, bool guard)
    : client_(*client),
      id_(id),
      chip_(chip),
      threads_(threads),
      memory_(std::make_shared<Allocator>(
          Allocator::Options{.name = absl::StrCat("HBM of ", chip.name),
                             .capacity = chip.hbm_bytes,
                             .guarded = guard})) {}

absl::StatusOr<int> Device::NewStream() {
  TW_ASSIGN_OR_RETURN(const int number, client_.AddStream(this));
  const std::lock_guard<std::mutex> lock(mutex_);
  if (streams_.empty()) queue_ = number;
  streams_.push_back(number);
  return number;
}

absl::Status Device::Synchronize() {
  std::vector<int> streams;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams = streams_;
  }
  std::vector<absl::Status> errors;
  for (const int number : streams) {
    Stream& stream = client_.stream(number);
    TW_RETURN_IF_ERROR(stream.Settle());
    for (absl::Status& error : stream.TakeErrors()) errors.push_back(std::move(error));
  }
  if (errors.empty()) return absl::OkStatus();
  if (errors.size() == 1) return errors[0];
  std::string text(errors[0].message());
  for (size_t i = 1; i < errors.size(); ++i) {
    absl::StrAppend(&text, "\nand: ", errors[i].message());
  }
  return absl::Status(errors[0].code(), text);
}

Client::Client() = default;

absl::StatusOr<std::shared_ptr<Client>> Client::Create(const Options& options) {
  TW_RETURN_IF_ERROR(CheckRange("device threads", options.threads, 0, kMaxThreads));
  TW_RETURN_IF_ERROR(CheckRange("devices", options.devices, 1, kMaxDevices));
  TW_ASSIGN_OR_RETURN(const chip::Chip* const chip, chip::FindChip(options.chip));
  const int threads = options.threads > 0 ? options.threads : ProcessorCount();
  const auto client = std::shared_ptr<Client>(new Client);
  TW_RETURN_IF_ERROR(client->AddStream(nullptr).status());
  for (int id = 0; id < options.devices; ++id) {
    client->devices_.push_back(
        std::make_unique<Device>(client.get(), id, *chip, threads, options.guard));
    TW_RETURN_IF_ERROR(client->devices_.back()->NewStream().status());
  }
  return client;
}

absl::StatusOr<int> Client::AddStream(const Device* device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int number = static_cast<int>(owned_.size());
  if (number == Event::kMaxStreams) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a client has at most ", Event::kMaxStreams - 1, " streams"));
  }
  owned_.push_back(std::make_unique<Stream>());
  devices_of_streams_[number].store(device, std::memory_order_relaxed);
  streams_[number].store(owned_.back().get(), std::memory_order_release);
  return number;
}

const Device* Client::DeviceOf(int stream) const {
  if (stream < 0 || stream >= Event::kMaxStreams) return nullptr;
  return devices_of_streams_[stream].load(std::memory_order_relaxed);
}

absl::Status Client::Await(Event event) {
  Stream& stream = this->stream(event.stream());
  TW_RETURN_IF_ERROR(stream.Await(event.number()));
  return stream.StatusOf(event.number());
}

Event Client::Failed(absl::Status error) {
  return Event::Of(0, stream(0).AppendFailed(std::move(error)));
}

}  // namespace tilewright::runtime
