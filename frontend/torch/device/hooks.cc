// What PyTorch asks of a device as a whole.
#include <ATen/detail/PrivateUse1HooksInterface.h>

#include "frontend/torch/device/devices.h"
#include "frontend/torch/device/generator.h"
#include "frontend/torch/device/memory.h"
#include "frontend/torch/device/pinned.h"
#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {
namespace {

class TpuHooks final : public at::PrivateUse1HooksInterface {
 public:
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override {
    return TheRecorder().started();
  }
  c10::DeviceIndex deviceCount() const override { return DeviceCount(); }
  void setCurrentDevice(c10::DeviceIndex device) const override {
    ExchangeDevice(device);
  }
  c10::DeviceIndex getCurrentDevice() const override { return CurrentDevice(); }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override {
    return ExchangeDevice(device);
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override {
    return ExchangeDevice(device);
  }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex device) const override {
    return DefaultGenerator(device);
  }
  at::Generator getNewGenerator(c10::DeviceIndex device) const override {
    return NewGenerator(device);
  }
  at::Device getDeviceFromPtr(void*) const override { return Here(); }
  at::Allocator* getPinnedMemoryAllocator() const override { return &ThePinnedMemory(); }
  bool isPinnedPtr(const void* data) const override { return IsPinned(data); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t bytes) const override {
    ResizeStorage(storage, bytes);
  }
};

const bool registered = [] {
  at::RegisterPrivateUse1HooksInterface(new TpuHooks);
  return true;
}();

}  // namespace
}  // namespace tilewright::torch_device
