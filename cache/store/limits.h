// How much a cache keeps, and for how long.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::cache {

// 0 is no limit.
struct Limits {
  int64_t max_bytes = int64_t{2} << 30;
  int64_t max_age = 30 * 86400;  // seconds since the last use
  int64_t max_entries = 100000;
};

// "2GiB", "500M", "1.5 GB", "1000": B is optional, K M G T alone are powers of 1024,
// as with an i; with a B and no i they are powers of 1000. InvalidArgument otherwise.
absl::StatusOr<int64_t> ParseBytes(absl::string_view text);
// Seconds, from "30d", "2w", "12h", "90m", "45s" or "3600".
absl::StatusOr<int64_t> ParseDuration(absl::string_view text);
// "100k", "5000".
absl::StatusOr<int64_t> ParseCount(absl::string_view text);

// The settings max-size, max-age and max-entries. A value that means nothing is as none
// (cache/tiers/check_setting.h tells of it).
Limits LimitsFromSettings();

}  // namespace tilewright::cache
