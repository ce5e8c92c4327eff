// What an executable holds between its runs.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace tilewright::plan {

// For each constant: whether steps of a run read it. The others are of no use once
// memory is prepared.
std::vector<bool> ConstantsOfRuns(const Plan& plan);

// Bytes of those constants and of prepared memory.
int64_t HeldBytes(const Plan& plan);

}  // namespace tilewright::plan
