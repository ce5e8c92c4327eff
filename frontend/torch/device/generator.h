// Random numbers: a seed, and how many were taken.
#pragma once

#include <ATen/core/Generator.h>

#include <utility>

#include "runtime/eager/graph/graph.h"

namespace tilewright::torch_device {

const at::Generator& DefaultGenerator();
at::Generator NewGenerator();

// Seed and offset for `count` random numbers more, of the default generator where none is
// given.
std::pair<uint64_t, uint64_t> TakeRandom(const std::optional<at::Generator>& generator,
                                         int64_t count);

// The capture that the calling thread's operations go to, or null. A run of what is
// captured has a seed and an offset of its own, so that nothing can be taken meanwhile but
// as Recording::Random does.
eager::Capture*& OpenCapture();

}  // namespace tilewright::torch_device
