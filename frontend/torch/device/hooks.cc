// What PyTorch asks of a device as a whole.
#include <ATen/detail/PrivateUse1HooksInterface.h>

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
  c10::DeviceIndex deviceCount() const override { return 1; }
  void setCurrentDevice(c10::DeviceIndex device) const override { CheckIndex(device); }
  c10::DeviceIndex getCurrentDevice() const override { return 0; }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override {
    CheckIndex(device);
    return 0;
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex) const override { return 0; }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override {
    return DefaultGenerator();
  }
  at::Generator getNewGenerator(c10::DeviceIndex) const override {
    return NewGenerator();
  }
  at::Device getDeviceFromPtr(void*) const override { return at::Device(kTpu, 0); }
  at::Allocator* getPinnedMemoryAllocator() const override { return &ThePinnedMemory(); }
  bool isPinnedPtr(const void* data) const override { return IsPinned(data); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t bytes) const override {
    ResizeStorage(storage, bytes);
  }

 private:
  static void CheckIndex(c10::DeviceIndex device) {
    TORCH_CHECK(device <= 0, "tpu: invalid device ordinal ", int{device}, ", there is 1");
  }
};

const bool registered = [] {
  at::RegisterPrivateUse1HooksInterface(new TpuHooks);
  return true;
}();

}  // namespace
}  // namespace tilewright::torch_device
