// Names for people in objects.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::jit {

// A copy of a checked object (CheckObject) in which the kernel's symbol is
// called `name`, so that a debugger tells kernels apart. The code is the same.
absl::StatusOr<std::string> RenameKernel(absl::string_view object,
                                         absl::string_view name);

}  // namespace tilewright::jit
