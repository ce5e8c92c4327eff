// Sizes in scratch memory.
#pragma once

#include <cstdint>

#include "support/abi.h"

namespace tilewright::codegen {

// Bytes up to the next place where a buffer may start.
inline int64_t Aligned(int64_t bytes) {
  return (bytes + TW_BUFFER_ALIGNMENT - 1) / TW_BUFFER_ALIGNMENT * TW_BUFFER_ALIGNMENT;
}

}  // namespace tilewright::codegen
