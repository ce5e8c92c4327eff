// Constants from the bytes of their elements.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/syntax/source.h"
#include "ir/element_type.h"
#include "ir/literal.h"

namespace tilewright::stablehlo {

// i1 and 2- and 4-bit integers, which literals keep extended to a byte.
inline bool IsSubByte(ir::ElementType type) { return ir::Info(type).bits < 8; }
uint8_t ExtendSmall(uint8_t bits, ir::ElementType type);

// Elements as MLIR keeps them: row-major, little-endian, one byte for i1 and for 2- and
// 4-bit integers. The bytes of one element are a splat. `at`: where errors point to.
absl::StatusOr<ir::Literal> LiteralFromBytes(const Source& source, Offset at,
                                             absl::string_view bytes,
                                             const ir::TensorType& type,
                                             int64_t max_bytes);

}  // namespace tilewright::stablehlo
