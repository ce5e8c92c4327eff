#include "ir/element_type.h"

namespace tilewright::ir {
namespace {

using enum ElementType;
using S = SpecialValues;
using C = TypeClass;

constexpr ElementTypeInfo kElementTypes[] = {
    {kI1, "i1", C::kBool, 1, 1, 0, 0, 0, S::kNone},
    {kI2, "i2", C::kSigned, 2, 1, 0, 0, 0, S::kNone},
    {kI4, "i4", C::kSigned, 4, 1, 0, 0, 0, S::kNone},
    {kI8, "i8", C::kSigned, 8, 1, 0, 0, 0, S::kNone},
    {kI16, "i16", C::kSigned, 16, 2, 0, 0, 0, S::kNone},
    {kI32, "i32", C::kSigned, 32, 4, 0, 0, 0, S::kNone},
    {kI64, "i64", C::kSigned, 64, 8, 0, 0, 0, S::kNone},
    {kU2, "ui2", C::kUnsigned, 2, 1, 0, 0, 0, S::kNone},
    {kU4, "ui4", C::kUnsigned, 4, 1, 0, 0, 0, S::kNone},
    {kU8, "ui8", C::kUnsigned, 8, 1, 0, 0, 0, S::kNone},
    {kU16, "ui16", C::kUnsigned, 16, 2, 0, 0, 0, S::kNone},
    {kU32, "ui32", C::kUnsigned, 32, 4, 0, 0, 0, S::kNone},
    {kU64, "ui64", C::kUnsigned, 64, 8, 0, 0, 0, S::kNone},
    {kF8E3M4, "f8E3M4", C::kFloat, 8, 1, 3, 4, 3, S::kIeee},
    {kF8E4M3, "f8E4M3", C::kFloat, 8, 1, 4, 3, 7, S::kIeee},
    {kF8E4M3FN, "f8E4M3FN", C::kFloat, 8, 1, 4, 3, 7, S::kNanAllOnes},
    {kF8E4M3FNUZ, "f8E4M3FNUZ", C::kFloat, 8, 1, 4, 3, 8, S::kNanNegZero},
    {kF8E4M3B11FNUZ, "f8E4M3B11FNUZ", C::kFloat, 8, 1, 4, 3, 11, S::kNanNegZero},
    {kF8E5M2, "f8E5M2", C::kFloat, 8, 1, 5, 2, 15, S::kIeee},
    {kF8E5M2FNUZ, "f8E5M2FNUZ", C::kFloat, 8, 1, 5, 2, 16, S::kNanNegZero},
    {kF8E8M0FNU, "f8E8M0FNU", C::kFloat, 8, 1, 8, 0, 127, S::kExponentOnly},
    {kBF16, "bf16", C::kFloat, 16, 2, 8, 7, 127, S::kIeee},
    {kF16, "f16", C::kFloat, 16, 2, 5, 10, 15, S::kIeee},
    {kF32, "f32", C::kFloat, 32, 4, 8, 23, 127, S::kIeee},
    {kF64, "f64", C::kFloat, 64, 8, 11, 52, 1023, S::kIeee},
    {kC64, "complex<f32>", C::kComplex, 64, 8, 0, 0, 0, S::kNone},
    {kC128, "complex<f64>", C::kComplex, 128, 16, 0, 0, 0, S::kNone},
    {kToken, "token", C::kToken, 0, 0, 0, 0, 0, S::kNone},
};

constexpr bool TypesMatchEnum() {
  int index = 0;
  for (const ElementTypeInfo& row : kElementTypes) {
    if (static_cast<int>(row.type) != index++) return false;
  }
  return index == kElementTypeCount;
}
static_assert(TypesMatchEnum(), "list every ElementType, in enum order");

}  // namespace

const ElementTypeInfo& Info(ElementType type) {
  return kElementTypes[static_cast<int>(type)];
}

std::optional<ElementType> FindElementType(absl::string_view name) {
  for (const ElementTypeInfo& row : kElementTypes) {
    if (row.name == name && row.type != kToken) return row.type;
  }
  return std::nullopt;
}

ElementType RealPart(ElementType type) {
  if (type == kC64) return kF32;
  if (type == kC128) return kF64;
  return type;
}

}  // namespace tilewright::ir
