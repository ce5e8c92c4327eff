// What gather and dynamic_gather share. Internal to infer_*.cc.
#pragma once

#include "absl/status/statusor.h"
#include "ir/infer.h"

namespace tilewright::ir {

// The result of a gather of slices of these sizes.
absl::StatusOr<TensorType> GatherType(const OpView& op, const Dims& slice_sizes);

}  // namespace tilewright::ir
