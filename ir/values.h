// Which bytes a type allows in memory.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "ir/tensor_type.h"

namespace tilewright::ir {

// InvalidArgument, naming the first element that is not one of the type's values: i1
// other than 0 and 1, a 2- or 4-bit integer out of range.
absl::Status CheckValues(const TensorType& type, absl::Span<const uint8_t> bytes);

// The same for bytes of a host. Of its 2- and 4-bit integers only the low bits count,
// since libraries differ in the others (the i4 -2 is 14 to ml_dtypes 0.6, and 254 to
// older ones): the bytes become those of the type's values.
absl::Status TakeHostValues(const TensorType& type, absl::Span<uint8_t> bytes);

}  // namespace tilewright::ir
