// Random numbers: a seed, and how many were taken.
#pragma once

#include <ATen/core/Generator.h>

#include <cstdint>
#include <optional>

namespace tilewright::torch_device {

// Of a device; of -1, the current one.
const at::Generator& DefaultGenerator(c10::DeviceIndex device = -1);
at::Generator NewGenerator(c10::DeviceIndex device);

// Where a stream of random numbers is.
struct RandomPlace {
  uint64_t seed = 0, offset = 0;
  // Of a graph that is being captured: each run has a seed of its own, and this is so far
  // behind its offset.
  bool captured = false;
};

// Where `count` random numbers more are, of the current device's default generator where
// none is given; while a graph is captured, of no other.
RandomPlace TakeRandom(const std::optional<at::Generator>& generator, int64_t count);

}  // namespace tilewright::torch_device
