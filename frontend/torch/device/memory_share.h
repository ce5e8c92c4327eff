// How much of the chip's memory the process may take: 1 is all.
#pragma once

#include <atomic>

namespace tilewright::torch_device {

std::atomic<double>& MemoryShare();

}  // namespace tilewright::torch_device
