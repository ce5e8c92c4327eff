// tilewright cache stats.
#include <ctime>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

constexpr char kStatsExamples[] =
    "Examples:\n"
    "  tilewright cache stats\n"
    "  tilewright cache stats --json\n"
    "  tilewright cache stats --reset";

struct StatsArguments : CacheArguments {
  bool reset = false;
};

constexpr size_t kShownLabels = 8;

double HitRate(const CacheStatistics& stats) {
  const double hits = static_cast<double>(stats.counter("hits"));
  const double all = hits + static_cast<double>(stats.counter("misses"));
  return all > 0 ? hits / all : 0;
}

// Those that the summary above the table tells.
bool IsInSummary(const std::string& name) {
  return name == "hits" || name == "misses" || name == "saved_us" || name == "load_us";
}

std::string CounterText(const CacheCounter& counter) {
  return counter.name.compare(0, 6, "bytes_") == 0 ? BytesText(counter.value)
                                                   : absl::StrCat(counter.value);
}

std::string SizeText(const CacheInfo& info) {
  const int64_t most = info.limits.max_bytes;
  return absl::StrCat("size      ", BytesText(info.bytes),
                      most > 0 ? absl::StrCat(" of ", BytesText(most)) : "", " in ",
                      CountText(info.entries, "entry", "entries"), "\n");
}

std::string LabelsText(const CacheStatistics& stats) {
  if (stats.labels.empty()) return "";
  Table table(
      {{"LABEL", false, true}, {"SAVED", true}, {"HITS", true}, {"MISSES", true}});
  for (const CacheStatistics::Label& label : MostSaved(stats, kShownLabels)) {
    table.Add({label.name, DurationText(label.saved_ms), absl::StrCat(label.hits),
               absl::StrCat(label.misses)});
  }
  std::string text = table.Text(TerminalWidth());
  if (stats.labels.size() > kShownLabels) {
    absl::StrAppend(&text, "and ", stats.labels.size() - kShownLabels,
                    " more, which --json lists\n");
  }
  return text;
}

std::string StatsText(const CacheStatistics& stats, const CacheInfo& info) {
  if (stats.since == 0) return SizeText(info) + "nothing has been counted yet\n";
  std::string text = SizeText(info);
  absl::StrAppendFormat(&text, "since     %s UTC, %s ago\n", TimeText(stats.since),
                        AgeText(std::time(nullptr) - stats.since));
  absl::StrAppendFormat(&text, "users     %s\n",
                        CountText(stats.processes, "process", "processes"));
  absl::StrAppendFormat(&text, "hit rate  %.1f %% (%d hits, %d misses)\n",
                        100 * HitRate(stats), stats.counter("hits"),
                        stats.counter("misses"));
  absl::StrAppendFormat(
      &text, "saved     %s of compilation; loading took %s\n",
      DurationText(static_cast<double>(stats.counter("saved_us")) / 1000),
      DurationText(static_cast<double>(stats.counter("load_us")) / 1000));
  for (const CacheStatistics::Tier& tier : stats.tiers) {
    absl::StrAppendFormat(&text, "then      %s: %d hits, %d misses%s\n", tier.name,
                          tier.hits, tier.misses,
                          tier.trouble.empty() ? "" : "; TROUBLE: " + tier.trouble);
  }
  absl::StrAppend(&text, LabelsText(stats));
  Table table({{"", false}, {"", true}, {"", false, true}});
  for (const CacheCounter& counter : stats.counters) {
    if (counter.value == 0 || IsInSummary(counter.name)) continue;
    table.Add({"  " + counter.name, CounterText(counter), counter.what});
  }
  return table.empty() ? text : text + table.Text(TerminalWidth());
}

Json StatsJson(const CacheStatistics& stats, const CacheInfo& info) {
  Json counters = Json::object();
  for (const CacheCounter& counter : stats.counters) {
    counters[counter.name] = counter.value;
  }
  Json days = Json::array();
  for (const CacheStatistics::Day& day : stats.days) {
    days.push_back({{"start", day.start},
                    {"hits", day.hits},
                    {"misses", day.misses},
                    {"saved_ms", day.saved_ms}});
  }
  Json tiers = Json::array();
  for (const CacheStatistics::Tier& tier : stats.tiers) {
    tiers.push_back({{"name", tier.name},
                     {"hits", tier.hits},
                     {"misses", tier.misses},
                     {"trouble", tier.trouble}});
  }
  Json labels = Json::array();
  for (const CacheStatistics::Label& label : stats.labels) {
    labels.push_back({{"name", label.name},
                      {"hits", label.hits},
                      {"misses", label.misses},
                      {"saved_ms", label.saved_ms}});
  }
  return {{"since", stats.since},
          {"processes", stats.processes},
          {"entries", info.entries},
          {"bytes", info.bytes},
          {"max_bytes", info.limits.max_bytes},
          {"hit_rate", HitRate(stats)},
          {"saved_ms", static_cast<double>(stats.counter("saved_us")) / 1000},
          {"counters", std::move(counters)},
          {"tiers", std::move(tiers)},
          {"labels", std::move(labels)},
          {"days", std::move(days)}};
}

ExitCode Stats(const StatsArguments& arguments) {
  absl::StatusOr<Cache> cache =
      arguments.reset ? arguments.OpenToWrite() : arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<CacheStatistics> stats = cache->Statistics();
  if (!stats.ok()) return ReportStatus(stats.status());
  if (arguments.reset) {
    const absl::Status reset = cache->ResetStatistics();
    if (!reset.ok()) return ReportStatus(reset);
  }
  absl::StatusOr<CacheInfo> info = cache->Info();
  if (!info.ok()) return ReportStatus(info.status());
  if (arguments.json) return PrintJson(StatsJson(*stats, *info));
  if (arguments.quiet) {
    return PrintText(absl::StrFormat("%.1f %%\n", 100 * HitRate(*stats)));
  }
  return PrintText(absl::StrCat(StatsText(*stats, *info),
                                arguments.reset ? "counting begins anew\n" : ""));
}

}  // namespace

Command AddCacheStats(CLI::App* verb) {
  auto arguments = std::make_shared<StatsArguments>();
  verb->add_flag("--reset", arguments->reset, "show, and count from zero");
  arguments->AddTo(verb, kStatsExamples);
  return [arguments] { return Stats(*arguments); };
}

}  // namespace tilewright::tools
