// What gather and dynamic_gather share. Internal to ir/check/.
#pragma once

#include "absl/status/statusor.h"
#include "ir/check/infer.h"

namespace tilewright::ir {

// The result of a gather of slices of these sizes.
absl::StatusOr<TensorType> GatherType(const OpView& op, const Shape& slice_sizes);

}  // namespace tilewright::ir
