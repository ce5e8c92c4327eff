// The stages of a kernel's compilation as files, for people.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "jit/library/kernel_library.h"

namespace tilewright::jit {

// Writes `<dir>/<name>-<identity's first digits>.<ending>`, making the
// directory. Unavailable with the system's reason.
absl::Status DumpStage(const std::string& dir, const KernelRequest& request,
                       absl::string_view ending, absl::string_view bytes);

}  // namespace tilewright::jit
