// The cache's statistics, limits and removal.
#include <utility>

#include "absl/strings/str_cat.h"
#include "api/cache_impl.h"
#include "api/convert.h"
#include "cache/store/gc.h"
#include "cache/store/history.h"
#include "cache/store/limits.h"
#include "cache/store/stats.h"
#include "cache/tiers/trouble.h"
#include "support/status_macros.h"
#include "tilewright/cache.h"

namespace tilewright {

int64_t CacheStatistics::counter(std::string_view name) const {
  for (const CacheCounter& counter : counters) {
    if (counter.name == name) return counter.value;
  }
  return 0;
}

absl::StatusOr<CacheStatistics> Cache::Statistics() const {
  TW_ASSIGN_OR_RETURN(const cache::Stats stats, cache::ReadStats(*impl_->directory));
  TW_ASSIGN_OR_RETURN(const std::vector<cache::DayCounters> days,
                      cache::ReadHistory(*impl_->directory));
  CacheStatistics result;
  result.since = stats.since;
  for (const cache::CounterRow& row : cache::kCounterRows) {
    result.counters.push_back({row.name, row.what, stats.counters.*row.field});
  }
  for (const auto& [name, counters] : stats.tiers) {
    result.tiers.push_back(
        {name, counters.hits, counters.misses, cache::TroubleText(counters)});
  }
  for (const auto& [label, counters] : stats.labels) {
    result.labels.push_back({label, counters.hits, counters.misses,
                             static_cast<double>(counters.saved_us) / 1000});
  }
  for (const cache::DayCounters& day : days) {
    result.processes += day.processes;
    result.days.push_back({day.start, day.counters.hits, day.counters.misses,
                           static_cast<double>(day.counters.saved_us) / 1000});
  }
  return result;
}

absl::Status Cache::ResetStatistics() const {
  TW_RETURN_IF_ERROR(impl_->CheckWritable());
  return cache::ResetStats(*impl_->directory);
}

absl::StatusOr<int64_t> ParseCacheBytes(std::string_view text) {
  return cache::ParseBytes(api::Inside(text));
}
absl::StatusOr<int64_t> ParseCacheAge(std::string_view text) {
  return cache::ParseDuration(api::Inside(text));
}
absl::StatusOr<int64_t> ParseCacheCount(std::string_view text) {
  return cache::ParseCount(api::Inside(text));
}

absl::StatusOr<CacheCollection> Cache::Collect(
    const CacheLimits& limits, bool dry_run,
    absl::Span<const std::string> keep_labels) const {
  if (!dry_run) TW_RETURN_IF_ERROR(impl_->CheckWritable());
  cache::GcOptions how;
  how.limits = impl_->options.limits;
  if (limits.max_bytes >= 0) how.limits.max_bytes = limits.max_bytes;
  if (limits.max_age_seconds >= 0) how.limits.max_age = limits.max_age_seconds;
  if (limits.max_entries >= 0) how.limits.max_entries = limits.max_entries;
  how.current = impl_->options.current;
  how.dry_run = dry_run;
  if (!keep_labels.empty()) {
    TW_ASSIGN_OR_RETURN(how.keep, api::KeysOfLabels(*impl_, keep_labels));
  }
  TW_ASSIGN_OR_RETURN(const cache::GcReport report,
                      cache::CollectGarbage(*impl_->directory, how));
  return CacheCollection{report.entries, report.bytes, report.removed_entries,
                         report.removed_bytes, report.busy};
}

absl::StatusOr<int64_t> Cache::Remove(absl::Span<const std::string> keys) const {
  TW_RETURN_IF_ERROR(impl_->CheckWritable());
  int64_t removed = 0;
  for (const std::string& key : keys) {
    const absl::Status status = cache::RemoveEntry(*impl_->directory, key);
    if (absl::IsNotFound(status)) continue;  // gone meanwhile
    TW_RETURN_IF_ERROR(status);
    ++removed;
  }
  return removed;
}

}  // namespace tilewright
