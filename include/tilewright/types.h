// Element types and tensor types, as programs and buffers have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tilewright/export.h"

namespace tilewright {

enum class ElementType : uint8_t {
  kI1,  // one byte, 0 or 1
  kI2,  // integers below 8 bits: one byte each, sign- or zero-extended
  kI4,
  kI8,
  kI16,
  kI32,
  kI64,
  kU2,
  kU4,
  kU8,
  kU16,
  kU32,
  kU64,
  kF8E3M4,
  kF8E4M3,
  kF8E4M3FN,
  kF8E4M3FNUZ,
  kF8E4M3B11FNUZ,
  kF8E5M2,
  kF8E5M2FNUZ,
  kF8E8M0FNU,
  kBF16,
  kF16,
  kF32,
  kF64,
  kC64,   // complex of f32: real part first
  kC128,  // complex of f64
  kToken,
};
inline constexpr int kElementTypeCount = static_cast<int>(ElementType::kToken) + 1;

// What a value of an element type is.
enum class ElementClass : uint8_t { kBool, kSigned, kUnsigned, kFloat, kComplex, kToken };

// As StableHLO text spells it: "f32", "ui8", "complex<f64>".
TILEWRIGHT_EXPORT std::string_view Name(ElementType type);
TILEWRIGHT_EXPORT std::optional<ElementType> FindElementType(std::string_view name);
// Bytes of one element in memory; 0 for tokens.
TILEWRIGHT_EXPORT int BytesPerElement(ElementType type);
TILEWRIGHT_EXPORT ElementClass ClassOf(ElementType type);
// The type of a complex type's components; the type itself otherwise.
TILEWRIGHT_EXPORT ElementType RealPart(ElementType type);

// In types of programs: a size that a program leaves open (`?` in its text).
inline constexpr int64_t kOpenSize = -1;

// Row-major in memory.
struct TILEWRIGHT_EXPORT TensorType {
  ElementType element = ElementType::kF32;
  std::vector<int64_t> dims;

  // Products saturate at INT64_MAX; a negative size counts as zero.
  int64_t num_elements() const;
  int64_t byte_size() const;
  // Of a program's type: whether a size is kOpenSize.
  bool has_open_size() const;
  // "tensor<2x3xf32>", "tensor<?x3xf32>"
  std::string ToString() const;

  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// Decodes one real floating element at `bytes`; exact for every type.
// Requires ClassOf(type) == kFloat and BytesPerElement(type) readable bytes.
TILEWRIGHT_EXPORT double DecodeFloat(ElementType type, const void* bytes);

// The bit pattern of a floating element as a sign and a magnitude that orders
// values of equal sign: neighbours differ by one, infinity follows the largest
// finite value. NaNs have `is_nan` set.
struct FloatPattern {
  bool negative = false;
  bool is_nan = false;
  bool is_finite = true;
  uint64_t magnitude = 0;
};
TILEWRIGHT_EXPORT FloatPattern Pattern(ElementType type, const void* bytes);

}  // namespace tilewright
