#include "tilewright/device.h"

#include <utility>

#include "api/convert.h"
#include "api/device_impl.h"
#include "chip/chip.h"
#include "support/status_macros.h"

namespace tilewright {

absl::StatusOr<std::vector<Device>> Device::CreateSeveral(int count,
                                                          const Options& options) {
  runtime::Client::Options inside;
  inside.chip = options.chip;
  inside.devices = count;
  inside.threads = options.threads;
  inside.guard = options.guard || runtime::GuardFromEnvironment();
  TW_ASSIGN_OR_RETURN(const std::shared_ptr<runtime::Client> client,
                      runtime::Client::Create(inside));
  std::vector<Device> devices;
  for (const auto& device : client->devices()) {
    auto impl = std::make_shared<Impl>();
    impl->device = std::shared_ptr<runtime::Device>(client, device.get());
    devices.push_back(Device(std::move(impl)));
  }
  return devices;
}

absl::StatusOr<Device> Device::Create(const Options& options) {
  TW_ASSIGN_OR_RETURN(std::vector<Device> devices, CreateSeveral(1, options));
  return std::move(devices[0]);
}

absl::StatusOr<Device> Device::Create() { return Create(Options{}); }

int Device::id() const { return impl_->device->id(); }
const std::string& Device::chip() const { return impl_->device->chip().name; }
int Device::threads() const { return impl_->device->threads(); }
int64_t Device::hbm_bytes() const { return impl_->device->memory()->capacity(); }
int64_t Device::used_bytes() const { return impl_->device->memory()->used(); }
int64_t Device::peak_bytes() const { return impl_->device->memory()->peak(); }
void Device::ResetPeak() { impl_->device->memory()->ResetPeak(); }
void Device::ReleaseUnused() { impl_->device->memory()->ReleaseKept(); }
absl::StatusOr<int> Device::NewStream() { return impl_->device->NewStream(); }
absl::Status Device::Synchronize() const { return impl_->device->Synchronize(); }

std::vector<std::string> ChipNames() { return chip::ChipNames(); }

}  // namespace tilewright
