// Errors of our own, which no program should meet.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright {

// `status` if it is not Internal. Otherwise with what it comes from, the user's words for
// which are `origin` (may be empty), and what may serve until it is mended; said once,
// by who is nearest to the error.
absl::Status InternalErrorIn(absl::string_view origin, const absl::Status& status);

}  // namespace tilewright
