// Pinned memory of the host. All memory is the host's, and none has to be pinned for
// copies to be fast: programs that ask whether it is get the answer that they gave.
#pragma once

#include <c10/core/Allocator.h>

namespace tilewright::torch_device {

c10::Allocator& ThePinnedMemory();
bool IsPinned(const void* data);

}  // namespace tilewright::torch_device
