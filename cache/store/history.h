// What processes counted, day by day: for pictures.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "cache/store/counters.h"
#include "cache/store/directory.h"

namespace tilewright::cache {

struct DayCounters {
  int64_t start = 0;  // midnight UTC, seconds since 1970
  int64_t processes = 0;
  Counters counters;
};

// From all statistics, by the day in which a process wrote them; days without any
// are left out. Damaged lines are skipped. Unavailable when the directory cannot be
// read; one without statistics is no error.
absl::StatusOr<std::vector<DayCounters>> ReadHistory(const Directory& directory);

}  // namespace tilewright::cache
