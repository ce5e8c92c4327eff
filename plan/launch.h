// What a kernel's launch may be at most.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "plan/plan.h"

namespace tilewright::plan {

// Sums and products of sizes stay inside int64.
inline constexpr int64_t kMaxBytes = int64_t{1} << 48;
inline constexpr int64_t kMaxGridSteps = int64_t{1} << 62;

// InvalidArgument for numbers that no kernel of ours has.
absl::Status CheckLaunch(const Launch& launch);

// The values of the symbols of the kernel that is called, of a constant of the plan: what
// is found here is what the kernel sees. InvalidArgument where there is none, or values
// break what the launch says of them.
absl::StatusOr<std::vector<int64_t>> SizesOf(const Plan& plan, const KernelStep& call);
// The steps of the grid of a kernel that is handed `sizes`, at most kMaxGridSteps.
absl::StatusOr<int64_t> GridStepsOf(const Launch& launch,
                                    absl::Span<const int64_t> sizes);

// The scratch memory of each thread that runs it, at most kMaxBytes.
absl::StatusOr<int64_t> ScratchBytesOf(const Launch& launch,
                                       absl::Span<const int64_t> sizes);

}  // namespace tilewright::plan
