// Attributes and constants as StableHLO text. Internal to print.cc.
#pragma once

#include <string>

#include "ir/program.h"

namespace tilewright::ir {

// `dense<...> : tensor<...>`. With `by_hash`, more than 16 elements are shown
// as the SHA-256 of their bytes instead of as hex.
std::string LiteralText(const Literal& literal, bool by_hash);

// The attributes as they stand between `<{` and `}>`: sorted by name, flat
// lists gathered again into StableHLO's structured attributes. Empty when there
// are none.
std::string AttributesText(const Program& program, const Operation& operation,
                           bool by_hash);

}  // namespace tilewright::ir
