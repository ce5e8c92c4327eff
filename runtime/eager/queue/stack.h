// How much stack a thread has left.
#pragma once

#include <cstddef>

namespace tilewright::eager {

// Bytes below the caller's frame, about; asked of the system once a thread. 0 where it
// does not say.
size_t StackLeft();

}  // namespace tilewright::eager
