#include "cache/history.h"

#include <cerrno>
#include <cstring>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cache/stats.h"

namespace tilewright::cache {
namespace {

constexpr int64_t kDay = 86400;
// Logs are one a month, and compacted when they grow.
constexpr size_t kMaxLogs = 1200;
constexpr uint64_t kMaxLogBytes = uint64_t{64} << 20;

}  // namespace

absl::StatusOr<std::vector<DayCounters>> ReadHistory(const Directory& directory) {
  std::vector<std::string> logs;
  const int listed = directory.files().List(directory.file(), kStats, kMaxLogs, &logs);
  if (listed < 0 && listed != -ENOENT) {
    return absl::UnavailableError(
        absl::StrCat(directory.path(), "/", kStats, ": ", std::strerror(-listed)));
  }
  std::map<int64_t, DayCounters> days;
  for (const std::string& log : logs) {
    const FileBytes file = directory.Read(absl::StrCat(kStats, "/", log), kMaxLogBytes);
    for (absl::string_view line : absl::StrSplit(file.bytes, '\n', absl::SkipEmpty())) {
      const absl::StatusOr<StatsRecord> record = ParseStatsLine(line);
      if (!record.ok()) continue;
      const int64_t start = record->end - record->end % kDay;
      DayCounters& day = days[start];
      day.start = start;
      ++day.processes;
      Add(record->counters, &day.counters);
    }
  }
  std::vector<DayCounters> result;
  for (const auto& [start, day] : days) result.push_back(day);
  return result;
}

}  // namespace tilewright::cache
