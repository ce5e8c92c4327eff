// Unsigned integers by width.
#pragma once

#include "ir/element_type.h"

namespace tilewright::codegen {

// The unsigned type of 2, 4, 8, 16, 32 or 64 bits.
inline ir::ElementType UnsignedOf(int bits) {
  using enum ir::ElementType;
  switch (bits) {
    case 2:
      return kU2;
    case 4:
      return kU4;
    case 8:
      return kU8;
    case 16:
      return kU16;
    case 32:
      return kU32;
    default:
      return kU64;
  }
}

}  // namespace tilewright::codegen
