// What convolution and dynamic_conv share. Internal to ir/check/.
#pragma once

#include "absl/status/statusor.h"
#include "ir/check/infer.h"

namespace tilewright::ir {

// The result of a convolution with this padding: low and high of each spatial
// dimension in turn, within kMaxTensorBytes; none when empty.
absl::StatusOr<TensorType> ConvolutionType(const OpView& op, const Dims& padding);

}  // namespace tilewright::ir
