// Bit patterns of the floating types, in software: for constants and text.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tilewright::ir {

// The value of a bit pattern of the floating type `type`. Exact: every value
// of every floating type is a double.
double FloatFromBits(ElementType type, uint64_t bits);

// `value` rounded to nearest even. Beyond the largest finite value: infinity
// where the type has one, NaN otherwise.
uint64_t FloatToBits(ElementType type, double value);

}  // namespace tilewright::ir
