// Element types: one row each, with the facts every other part reads.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace tilewright::ir {

enum class ElementType : uint8_t {
  kI1,
  kI2,
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
  kC64,
  kC128,
  kToken,
};
inline constexpr int kElementTypeCount = static_cast<int>(ElementType::kToken) + 1;

enum class TypeClass : uint8_t { kBool, kSigned, kUnsigned, kFloat, kComplex, kToken };

// What the bit patterns of a floating type beyond its finite values mean.
enum class SpecialValues : uint8_t {
  kNone,         // not a floating type
  kIeee,         // infinities and NaNs as in IEEE 754
  kNanAllOnes,   // FN: no infinity; NaN is the all-ones magnitude
  kNanNegZero,   // FNUZ: no infinity, no -0; NaN is the pattern of -0
  kExponentOnly  // E8M0FNU: powers of two, unsigned; NaN is 0xff
};

struct ElementTypeInfo {
  ElementType type;
  absl::string_view name;  // as StableHLO text spells it
  TypeClass type_class;
  uint8_t bits;           // significant bits of a value
  uint8_t storage_bytes;  // bytes in memory and in literals: sub-byte types take one
  // Floating types only: stored exponent and mantissa bits, exponent bias.
  uint8_t exponent_bits;
  uint8_t mantissa_bits;
  int16_t exponent_bias;
  SpecialValues specials;
};

const ElementTypeInfo& Info(ElementType type);
std::optional<ElementType> FindElementType(absl::string_view name);

inline absl::string_view Name(ElementType type) { return Info(type).name; }
inline int StorageBytes(ElementType type) { return Info(type).storage_bytes; }
inline bool IsFloat(ElementType t) { return Info(t).type_class == TypeClass::kFloat; }
inline bool IsComplex(ElementType t) { return Info(t).type_class == TypeClass::kComplex; }
inline bool IsSigned(ElementType t) { return Info(t).type_class == TypeClass::kSigned; }
inline bool IsUnsigned(ElementType t) {
  return Info(t).type_class == TypeClass::kUnsigned;
}
inline bool IsInteger(ElementType t) { return IsSigned(t) || IsUnsigned(t); }
inline bool IsBool(ElementType t) { return t == ElementType::kI1; }
// Integers and truth values.
inline bool IsWhole(ElementType t) { return IsInteger(t) || IsBool(t); }
// The real type of a complex type's components; the type itself otherwise.
ElementType RealPart(ElementType type);

}  // namespace tilewright::ir
