// What a kernel with checks found.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "plan/plan.h"

namespace tilewright::runtime {

// The report (support/abi.h) as an error that names kernel, grid point, ref and
// figures; OK where no check failed. Requires TW_REPORT_WORDS numbers.
absl::Status KernelReport(const plan::Kernel& kernel, absl::Span<const int64_t> report);

}  // namespace tilewright::runtime
