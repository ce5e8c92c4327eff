// Random numbers: a seed, and how many were taken.
#pragma once

#include <ATen/core/Generator.h>

#include <utility>

namespace tilewright::torch_device {

const at::Generator& DefaultGenerator();
at::Generator NewGenerator();

// Seed and offset for `count` random numbers more, of the default generator where none is
// given.
std::pair<uint64_t, uint64_t> TakeRandom(const std::optional<at::Generator>& generator,
                                         int64_t count);

}  // namespace tilewright::torch_device
