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

}  // namespace tilewright::ir
