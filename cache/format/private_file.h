// Files with secrets in them.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// A descriptor, to be closed by the caller. FailedPrecondition, with the command that
// mends it, for what is not a plain file of the user's own that nobody else may read or
// write; NotFound and others as the system says. `what` names the file in messages:
// "key file".
absl::StatusOr<int> OpenPrivateFile(absl::string_view what, const std::string& path);

// Its content. ResourceExhausted beyond `max_bytes`, and as above.
absl::StatusOr<std::string> ReadPrivateFile(absl::string_view what,
                                            const std::string& path, size_t max_bytes);

}  // namespace tilewright::cache
