// Sizes in scratch memory.
#pragma once

#include <cstdint>

#include "ir/size/size.h"
#include "support/abi.h"
#include "support/round.h"

namespace tilewright::codegen {

// Bytes up to the next place where a buffer may start.
constexpr int64_t Aligned(int64_t bytes) { return RoundUp(bytes, TW_BUFFER_ALIGNMENT); }
inline ir::Size Aligned(const ir::Size& bytes) {
  return ir::CeilDivide(bytes, TW_BUFFER_ALIGNMENT) * TW_BUFFER_ALIGNMENT;
}

}  // namespace tilewright::codegen
