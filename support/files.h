// Whole files.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright {

// The status of a failed system call: NotFound, PermissionDenied, ...; the
// message is "`what` `path`: the system's text".
absl::Status FileError(int error_number, absl::string_view what, const std::string& path);

inline constexpr int64_t kMaxFileBytes = int64_t{1} << 36;
inline constexpr int64_t kMaxStreamBytes = int64_t{1} << 30;

// Regular files and pipes; a folder is an error. ResourceExhausted beyond `max_bytes`,
// and Unavailable where what is no regular file has more than kMaxStreamBytes, so that no
// path (/dev/zero) can take the machine down.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     int64_t max_bytes = kMaxFileBytes);

}  // namespace tilewright
