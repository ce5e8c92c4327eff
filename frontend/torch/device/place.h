// Lines of the user's program, for errors and counters: where an operation was recorded,
// where something waited.
#pragma once

#include <cstdint>
#include <string>

namespace tilewright::torch_device {

// The place that the calling thread is at, some tens of nanoseconds: the innermost line
// of Python outside PyTorch and this package or, in a backward without one, the node that
// runs. 0 where there is neither. The interpreter need not be held.
uint32_t PlaceNow();

// "train.py:12", "MmBackward0 in a backward"; empty for 0.
std::string PlaceText(uint32_t place);

}  // namespace tilewright::torch_device
