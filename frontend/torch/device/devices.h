// The devices of a process: tpu:0, and others where they were asked for. Tensors, HBM and
// random numbers are each one's own; they share the queue, so that what one records for
// several runs in the order of the program.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/DispatchKeySet.h>

#include <optional>

#include "frontend/torch/device/types.h"

namespace tilewright::torch_device {

inline constexpr int kMostDevices = 16;

c10::DeviceIndex DeviceCount();
// Before the first tensor. ValueError.
void SetDeviceCount(int count);

// Where the calling thread makes new tensors.
c10::DeviceIndex CurrentDevice();
inline c10::Device Here() { return {kTpu, CurrentDevice()}; }
// -1 is the current one. RuntimeError for one that is not there.
c10::DeviceIndex CheckIndex(c10::DeviceIndex index);
// The one that is meant: the current one where it is not said.
inline c10::DeviceIndex IndexOf(std::optional<c10::Device> device) {
  return CheckIndex(device.has_value() ? device->index() : c10::DeviceIndex{-1});
}
// Gives the one before.
c10::DeviceIndex ExchangeDevice(c10::DeviceIndex index);

// In its scope the current device is another one.
class OnDevice {
 public:
  explicit OnDevice(c10::DeviceIndex index) : before_(ExchangeDevice(index)) {}
  ~OnDevice() { ExchangeDevice(before_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  const c10::DeviceIndex before_;
};

// Of tensors. Where there are several devices, operations on them come to their kernels
// with the current device being theirs.
c10::DispatchKeySet Keys();

}  // namespace tilewright::torch_device
