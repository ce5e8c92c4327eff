// The 16-bit floating types as bits, on the host.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "ir/element_type.h"

namespace tilewright::runtime {

// `element` is kF16 or kBF16 here.
inline float HalfToFloat(ir::ElementType element, uint16_t bits) {
  if (element == ir::ElementType::kBF16) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  }
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1F;
  uint32_t mantissa = bits & 0x3FF;
  if (exponent == 31) {
    return std::bit_cast<float>(sign | 0x7F800000 | (mantissa << 13));
  }
  if (exponent == 0) {
    float value = std::ldexp(static_cast<float>(mantissa), -24);
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

// To the nearest, ties to even; NaN becomes quiet.
inline uint16_t FloatToHalf(ir::ElementType element, float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (element == ir::ElementType::kBF16) {
    if (magnitude > 0x7F800000) return static_cast<uint16_t>((bits >> 16) | 0x40);
    return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
  }
  if (magnitude > 0x7F800000) return sign | 0x7E00;
  if (magnitude >= 0x477FF000) return sign | 0x7C00;  // 65520 and more
  if (magnitude < 0x38800000) {
    // Below 2^-14: a multiple of 2^-24, which adding 1/2 rounds to.
    float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return sign | static_cast<uint16_t>(std::bit_cast<uint32_t>(shifted) - 0x3F000000);
  }
  uint32_t rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1);
  return sign | static_cast<uint16_t>((rounded - (uint32_t{112} << 23)) >> 13);
}

}  // namespace tilewright::runtime
