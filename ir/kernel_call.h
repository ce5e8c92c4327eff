// Calls of kernels that somebody wrote: custom calls of this target, whose backend_config
// is the kernel's name. What their results are of any sizes, the kernel says.
#pragma once

#include "absl/strings/string_view.h"
#include "ir/program.h"

namespace tilewright::ir {

inline constexpr absl::string_view kKernelCallTarget = "tilewright_kernel";

inline bool IsKernelCall(const Operation& op) {
  return op.kind == OpKind::kCustomCall &&
         op.attributes.Text(AttributeName::kCallTargetName) == kKernelCallTarget;
}

}  // namespace tilewright::ir
