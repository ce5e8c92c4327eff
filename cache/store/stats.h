// What processes counted, added up on disk.
//
//   stats/<yyyy-mm>.log := line*
//   line := ("tw1" | "tw2" | "tw3") begin end ["tier=" name | "label=" name]
//           (counter "=" number)* "#" sum:hex[8] "\n"
//
// separated by spaces; `begin` and `end` are seconds since 1970, `sum` the first
// digits of the XXH3-128 of what is before " #". A line is below 512 bytes and is
// appended in one write, so that processes need no lock. Lines that are not of this
// form are skipped, counters that are not known are too.
//
// "tw2" and a name where what was counted is a place's further out, whose questions are
// those that the directory had no answer to; "tw3" and a label where it was counted for
// programs of that label, which the directory's own count has, too. In names, spaces,
// "%", "#" and what is not printable are %xx.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/store/counters.h"
#include "cache/store/directory.h"

namespace tilewright::cache {

inline constexpr size_t kMaxStatsLine = 511;

struct StatsRecord {
  int64_t begin = 0;  // seconds since 1970
  int64_t end = 0;
  Counters counters;
  // Of a place further out: its name, cut where it is long. "": the directory itself.
  std::string tier = "";
  // Of programs with this label, a part of the directory's own.
  std::string label = "";

  bool is_whole() const { return tier.empty() && label.empty(); }
};

// One line, or several where one would be too long; none when nothing was counted.
std::vector<std::string> FormatStats(const StatsRecord& record);
// `line` without its end. DataLoss for anything else than FormatStats gives.
absl::StatusOr<StatsRecord> ParseStatsLine(absl::string_view line);

// Trouble is ignored, but for the result: 0 or -errno.
int AppendStats(const Directory& directory, const StatsRecord& record);

struct Stats {
  // Of the first and the last line, seconds since 1970; 0 when there is none.
  int64_t since = 0;
  int64_t until = 0;
  Counters counters;
  std::map<std::string, Counters> tiers;  // further out, by name
  std::map<std::string, Counters> labels;
  int64_t lines = 0;
  int64_t damaged_lines = 0;
};

// Visits the records of all logs, in no order; returns how many lines are damaged.
// Unavailable when the directory cannot be read; one without logs is no error.
absl::StatusOr<int64_t> ForEachRecord(const Directory& directory,
                                      absl::FunctionRef<void(const StatsRecord&)> visit);
// From all logs, counting lines that end at or after `since`. Errors as above.
absl::StatusOr<Stats> ReadStats(const Directory& directory, int64_t since = 0);
// Removes all logs.
absl::Status ResetStats(const Directory& directory);
// Writes a log that has grown long as one line. Lines that processes append
// meanwhile may be lost.
void CompactStats(const Directory& directory);

}  // namespace tilewright::cache
