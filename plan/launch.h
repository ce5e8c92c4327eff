// What a kernel's launch may be at most.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "plan/plan.h"

namespace tilewright::plan {

// Sums and products of sizes stay inside int64.
inline constexpr int64_t kMaxBytes = int64_t{1} << 48;

// InvalidArgument for numbers that no kernel of ours has.
absl::Status CheckLaunch(const Launch& launch);

}  // namespace tilewright::plan
