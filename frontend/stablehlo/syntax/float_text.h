// Decimal text to the bits of a floating-point type.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "ir/element_type.h"

namespace tilewright::stablehlo {

// The bits of `decimal` ("-1.5e-3") in a floating type, rounded once, to
// nearest with ties to even. Beyond the largest finite value: the infinity
// where the type has one, else its NaN. nullopt when the text is no number.
std::optional<uint64_t> FloatBits(absl::string_view decimal, ir::ElementType type);

}  // namespace tilewright::stablehlo
