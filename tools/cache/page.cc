#include "tools/cache/page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/cache/page_parts.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

constexpr char kStyle[] = R"css(
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfbf9; --faint: #5f6a78;
  --line: #d9dde2; --card: #ffffff; --a: #2f6fb2; --b: #d08a2e; --c: #3c8d5a;
  --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --paper: #14181d;
  --faint: #9ba6b4; --line: #2f3740; --card: #1b2027; --a: #6ba6e6; --b: #e6ac5c;
  --c: #6cc08b; --bad: #ef8a80; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 96rem; margin: 0 auto; padding: 2rem clamp(.8rem, 3vw, 3rem); }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; } p.where { color: var(--faint); margin: .2rem 0 1.5rem;
  overflow-wrap: anywhere; }
.cards { display: grid; gap: .8rem;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .7rem 1rem; }
.card b { display: block; font-size: 1.4rem; font-weight: 600; }
.card span { color: var(--faint); font-size: .85rem; }
.card.bad b, .bad { color: var(--bad); }
main { display: grid; gap: 2rem 3rem; margin-top: 2rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); }
section { min-width: 0; }
svg { width: 100%; display: block; }
svg text { fill: var(--faint); font: 12px system-ui, sans-serif; }
.a { fill: var(--a); } .b { fill: var(--b); } .c { fill: var(--c); }
.axis { stroke: var(--line); stroke-width: 1; }
.key i { display: inline-block; width: .7em; height: .7em; border-radius: 2px;
  margin: 0 .3em 0 1em; } .key { color: var(--faint); font-size: .85rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; vertical-align: top;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td.n, th.n { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .8rem; }
th { color: var(--faint); font-weight: 500; }
@media (max-width: 700px) { .wide { display: none; } body { padding-top: 1rem; } }
)css";

std::string Card(const std::string& value, const std::string& what) {
  return absl::StrCat("<div class=\"card\"><b>", Escaped(value), "</b><span>",
                      Escaped(what), "</span></div>\n");
}

struct AgeClass {
  const char* label;
  int64_t seconds;
};
constexpr AgeClass kAges[] = {{"< 1 h", 3600},        {"< 1 d", 86400},
                              {"< 3 d", 3 * 86400},   {"< 7 d", 7 * 86400},
                              {"< 14 d", 14 * 86400}, {"< 30 d", 30 * 86400},
                              {"older", INT64_MAX}};

std::string AgeChart(const PageFacts& facts) {
  std::vector<Bar> bars;
  std::vector<int64_t> counts;
  for (const AgeClass& age : kAges) bars.push_back({age.label, "", 0, 0});
  counts.resize(bars.size());
  for (const CacheEntry& entry : facts.entries) {
    size_t i = 0;
    while (facts.now - entry.last_used >= kAges[i].seconds) ++i;
    bars[i].low += static_cast<double>(entry.bytes);
    ++counts[i];
  }
  double most = 0;
  for (size_t i = 0; i < bars.size(); ++i) {
    most = std::max(most, bars[i].low);
    bars[i].title = absl::StrCat(counts[i], " entries, ",
                                 BytesText(static_cast<int64_t>(bars[i].low)));
  }
  return BarChart(bars, "a", "a", BytesText(static_cast<int64_t>(most)));
}

std::string DayText(int64_t seconds) { return TimeText(seconds).substr(0, 10); }

std::string LookupChart(const CacheStatistics& statistics) {
  std::vector<Bar> bars;
  int64_t most = 0;
  for (const CacheStatistics::Day& day : statistics.days) {
    most = std::max(most, day.hits + day.misses);
    bars.push_back({DayText(day.start).substr(5),
                    absl::StrCat(DayText(day.start), ": ", day.hits, " hits, ",
                                 day.misses, " misses"),
                    static_cast<double>(day.hits), static_cast<double>(day.misses)});
  }
  return BarChart(bars, "a", "b", absl::StrCat(most, " lookups"));
}

std::string SavedChart(const CacheStatistics& statistics) {
  std::vector<Bar> bars;
  double most = 0;
  for (const CacheStatistics::Day& day : statistics.days) {
    const double saved = std::max(day.saved_ms, 0.0);
    most = std::max(most, saved);
    bars.push_back({DayText(day.start).substr(5),
                    absl::StrCat(DayText(day.start), ": ", DurationText(saved)), saved,
                    0});
  }
  return BarChart(bars, "c", "c", DurationText(most));
}

// Bytes and entries of each target and kind.
std::string ShareTable(const std::vector<CacheEntry>& entries) {
  std::map<std::pair<std::string, std::string>, std::pair<int64_t, int64_t>> shares;
  for (const CacheEntry& entry : entries) {
    auto& [count, bytes] = shares[{entry.target, entry.kind}];
    ++count;
    bytes += entry.bytes;
  }
  HtmlTable table({"target", "kind", "#entries", "#size"});
  for (const auto& [of, share] : shares) {
    table.Add({of.first.empty() ? "unreadable" : of.first, of.second,
               absl::StrCat(share.first), BytesText(share.second)});
  }
  return table.Html();
}

std::string CostliestTable(std::vector<CacheEntry> entries) {
  constexpr size_t kShown = 20;
  const size_t shown = std::min(entries.size(), kShown);
  std::partial_sort(entries.begin(), entries.begin() + static_cast<int64_t>(shown),
                    entries.end(), [](const CacheEntry& a, const CacheEntry& b) {
                      return a.compile_ms > b.compile_ms;
                    });
  HtmlTable table({"key", "operation", "~label", "~target", "~#size", "#took"});
  for (size_t i = 0; i < shown; ++i) {
    const CacheEntry& entry = entries[i];
    table.Add({ShortKey(entry.key), entry.name, absl::StrJoin(entry.labels, ", "),
               entry.target, BytesText(entry.bytes), DurationText(entry.compile_ms)});
  }
  return table.Html();
}

// What each label has there, and what that has spared.
std::string LabelsTable(const PageFacts& facts) {
  constexpr size_t kShown = 20;
  std::map<std::string, std::pair<int64_t, int64_t>> held;  // entries, bytes
  for (const CacheEntry& entry : facts.entries) {
    for (const std::string& label : entry.labels) {
      ++held[label].first;
      held[label].second += entry.bytes;
    }
  }
  HtmlTable table({"label", "#saved", "#hits", "~#misses", "~#entries", "#size"});
  for (const CacheStatistics::Label& label : MostSaved(facts.statistics, kShown)) {
    const auto& [count, bytes] = held[label.name];
    table.Add({label.name, DurationText(label.saved_ms), absl::StrCat(label.hits),
               absl::StrCat(label.misses), absl::StrCat(count), BytesText(bytes)});
  }
  return table.empty() ? "" : PagePart("Time saved by label", table.Html());
}

bool IsOfFormerBuild(const CacheEntry& entry, const CacheInfo& info) {
  return std::any_of(info.build.begin(), info.build.end(), [&](const auto& field) {
    const auto theirs = entry.manifest.find(field.first);
    return theirs != entry.manifest.end() && theirs->second != field.second;
  });
}

// What this build cannot use, by the LLVM and emitter that made it.
std::string FormerBuilds(const PageFacts& facts) {
  struct Left {
    int64_t entries = 0;
    int64_t bytes = 0;
    int64_t last_used = 0;
  };
  std::map<std::string, Left> builds;
  for (const CacheEntry& entry : facts.entries) {
    if (!entry.problem.empty() || !IsOfFormerBuild(entry, facts.info)) continue;
    const auto field = [&](const char* name) {
      const auto found = entry.manifest.find(name);
      return found == entry.manifest.end() ? std::string("-") : found->second;
    };
    Left& left = builds[absl::StrCat("emitter ", field("emitter").substr(0, 12),
                                     ", LLVM ", field("llvm"))];
    ++left.entries;
    left.bytes += entry.bytes;
    left.last_used = std::max(left.last_used, entry.last_used);
  }
  if (builds.empty()) {
    return PagePart("What former builds left", "<p>nothing</p>\n");
  }
  HtmlTable table({"made by", "#entries", "#size", "#last used"});
  for (const auto& [build, left] : builds) {
    table.Add({build, absl::StrCat(left.entries), BytesText(left.bytes),
               AgeText(facts.now - left.last_used) + " ago"});
  }
  return PagePart("What former builds left",
                  table.Html() +
                      "<p>They go first when there is too much, and a week after their "
                      "last use.</p>\n");
}

// What was there and not used, and what was set aside.
std::string Refusals(const PageFacts& facts) {
  HtmlTable table({"what was counted", "#times"});
  for (const CacheCounter& counter : facts.statistics.counters) {
    const bool is_refusal = absl::StartsWith(counter.what, "misses: ") ||
                            absl::StartsWith(counter.what, "hits not loaded: ") ||
                            counter.name == "publish_errors";
    if (!is_refusal || counter.value == 0) continue;
    absl::string_view what = counter.what;
    absl::ConsumePrefix(&what, "misses: ");
    table.Add({std::string(what), absl::StrCat(counter.value)});
  }
  std::string html = table.empty() ? "<p>nothing was refused</p>\n" : table.Html();
  absl::StrAppend(&html, "<p>quarantine: ",
                  CountText(facts.info.quarantined, "damaged entry", "damaged entries"),
                  facts.info.quarantined > 0
                      ? " set aside; <code>tilewright cache doctor</code> says more"
                      : "",
                  "</p>\n");
  int64_t unreadable = 0;
  for (const CacheEntry& entry : facts.entries) unreadable += !entry.problem.empty();
  if (unreadable > 0) {
    absl::StrAppend(
        &html, "<p class=\"bad\">", CountText(unreadable, "entry", "entries"),
        " cannot be read: <code>tilewright cache verify --repair</code></p>\n");
  }
  return PagePart("Refusals and quarantine", html);
}

std::string Cards(const PageFacts& facts) {
  const CacheStatistics& statistics = facts.statistics;
  const double hits = static_cast<double>(statistics.counter("hits"));
  const double lookups = hits + static_cast<double>(statistics.counter("misses"));
  const CacheLimits& limits = facts.info.limits;
  int64_t oldest = facts.now;
  for (const CacheEntry& entry : facts.entries) {
    oldest = std::min(oldest, entry.last_used);
  }
  return absl::StrCat(
      "<div class=\"cards\">\n",
      Card(BytesText(facts.info.bytes),
           limits.max_bytes > 0 ? absl::StrCat("of ", BytesText(limits.max_bytes))
                                : "no limit"),
      Card(absl::StrCat(facts.info.entries), "entries"),
      Card(AgeText(facts.now - oldest), "since the oldest entry's last use"),
      Card(lookups > 0 ? absl::StrFormat("%.1f %%", 100 * hits / lookups) : "-",
           "hit rate"),
      Card(DurationText(static_cast<double>(statistics.counter("saved_us")) / 1000),
           "of compilation saved"),
      "</div>\n");
}

// Places further out, and what they did wrong; nothing where there are none.
std::string TiersTable(const CacheStatistics& statistics) {
  if (statistics.tiers.empty()) return "";
  HtmlTable table({"place", "#hits", "#misses", "trouble"});
  for (const CacheStatistics::Tier& tier : statistics.tiers) {
    table.Add(
        {tier.name, absl::StrCat(tier.hits), absl::StrCat(tier.misses), tier.trouble});
  }
  return PagePart("Places further out", table.Html());
}

}  // namespace

std::string CachePage(const PageFacts& facts) {
  const CacheStatistics& statistics = facts.statistics;
  std::string html = absl::StrCat(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Tilewright compilation cache</title>\n<style>",
      kStyle, "</style></head><body>\n<h1>Compilation cache</h1>\n<p class=\"where\">",
      Escaped(facts.info.dir), ", ", TimeText(facts.now), " UTC",
      statistics.since > 0 ? absl::StrCat("; counted since ", TimeText(statistics.since))
                           : "",
      "</p>\n", Cards(facts), "<main>\n");
  if (!statistics.days.empty()) {
    absl::StrAppend(
        &html,
        PagePart(
            "Lookups by day",
            absl::StrCat("<div class=\"key\"><i style=\"background:var(--a)\"></i>hits"
                         "<i style=\"background:var(--b)\"></i>misses</div>\n",
                         LookupChart(statistics))),
        PagePart("Time saved by day", SavedChart(statistics)));
  }
  absl::StrAppend(&html, PagePart("Size by time since the last use", AgeChart(facts)),
                  LabelsTable(facts), Refusals(facts), FormerBuilds(facts),
                  TiersTable(statistics), PagePart("Targets", ShareTable(facts.entries)),
                  PagePart("Costliest to compile", CostliestTable(facts.entries)),
                  "</main>\n</body></html>\n");
  return html;
}

}  // namespace tilewright::tools
