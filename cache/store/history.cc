#include "cache/store/history.h"

#include <map>

#include "cache/store/stats.h"

namespace tilewright::cache {
namespace {

constexpr int64_t kDay = 86400;

}  // namespace

absl::StatusOr<std::vector<DayCounters>> ReadHistory(const Directory& directory) {
  std::map<int64_t, DayCounters> days;
  const absl::StatusOr<int64_t> damaged =
      ForEachRecord(directory, [&](const StatsRecord& record) {
        if (!record.is_whole()) return;  // the directory's own tell the whole
        const int64_t start = record.end - record.end % kDay;
        DayCounters& day = days[start];
        day.start = start;
        ++day.processes;
        Add(record.counters, &day.counters);
      });
  if (!damaged.ok()) return damaged.status();
  std::vector<DayCounters> result;
  for (const auto& [start, day] : days) result.push_back(day);
  return result;
}

}  // namespace tilewright::cache
