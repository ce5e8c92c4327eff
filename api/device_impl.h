// What stands behind tilewright::Device and tilewright::Buffer.
#pragma once

#include <memory>
#include <utility>

#include "runtime/device/buffer.h"
#include "runtime/device/client.h"
#include "tilewright/buffer.h"
#include "tilewright/device.h"

namespace tilewright {

struct Device::Impl {
  std::shared_ptr<runtime::Device> device;  // and with it its client

  runtime::Client& client() const { return device->client(); }
};

struct Buffer::Impl {
  Impl(std::shared_ptr<runtime::Buffer> inside, TensorType outside)
      : buffer(std::move(inside)), type(std::move(outside)) {}

  const std::shared_ptr<runtime::Buffer> buffer;
  const TensorType type;
};

}  // namespace tilewright
