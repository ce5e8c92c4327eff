// The text of dense constants to literals.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/syntax/source.h"
#include "ir/literal.h"

namespace tilewright::stablehlo {

// What stands between the brackets of `dense<...>`, from `begin` to `end` in
// the source's text: a single value (a splat), nested lists whose shape must be
// that of `type`, nothing (no elements), or "0x..." with the elements' bytes.
// A literal of more than `max_bytes` is an error.
absl::StatusOr<ir::Literal> ParseDense(const Source& source, Offset begin, Offset end,
                                       const ir::TensorType& type, int64_t max_bytes);

// Elements from hexadecimal digits (without 0x): little-endian, one byte for
// i1 and for 2- and 4-bit integers. The digits of one element are a splat.
// `at`: where errors point to.
absl::StatusOr<ir::Literal> LiteralFromHex(const Source& source, Offset at,
                                           absl::string_view digits,
                                           const ir::TensorType& type, int64_t max_bytes);

}  // namespace tilewright::stablehlo
