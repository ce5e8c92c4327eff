#include "tools/cache/page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"

namespace tilewright::tools {
namespace {

constexpr char kStyle[] = R"css(
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfbf9; --faint: #6b7684;
  --line: #d9dde2; --card: #ffffff; --a: #2f6fb2; --b: #d08a2e; --c: #3c8d5a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --paper: #14181d;
  --faint: #96a1af; --line: #2f3740; --card: #1b2027; --a: #6ba6e6; --b: #e6ac5c;
  --c: #6cc08b; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
p.where { color: var(--faint); margin: .2rem 0 1.5rem; overflow-wrap: anywhere; }
.cards { display: flex; flex-wrap: wrap; gap: .8rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: .7rem 1rem; flex: 1 1 9rem; }
.card b { display: block; font-size: 1.5rem; font-weight: 600; }
.card span { color: var(--faint); font-size: .85rem; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--faint); font: 11px system-ui, sans-serif; }
.a { fill: var(--a); } .b { fill: var(--b); } .c { fill: var(--c); }
.axis { stroke: var(--line); stroke-width: 1; }
.key i { display: inline-block; width: .7em; height: .7em; border-radius: 2px;
  margin: 0 .3em 0 1em; } .key { color: var(--faint); font-size: .85rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid
  var(--line); } td.n, th.n { text-align: right; }
code { font-family: ui-monospace, monospace; }
)css";

std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

std::string Card(const std::string& value, const std::string& what) {
  return absl::StrCat("<div class=\"card\"><b>", Escaped(value), "</b><span>",
                      Escaped(what), "</span></div>\n");
}

// One column of a bar chart: two amounts on top of each other.
struct Bar {
  std::string label;
  std::string title;  // what hovering tells
  double low = 0;
  double high = 0;
};

constexpr double kWidth = 900;
constexpr double kHeight = 150;
constexpr double kFoot = 20;  // for labels
constexpr double kHead = 14;  // for the largest value

std::string BarChart(const std::vector<Bar>& bars, const std::string& low_class,
                     const std::string& high_class, const std::string& largest) {
  double top = 0;
  for (const Bar& bar : bars) top = std::max(top, bar.low + bar.high);
  const double room = kHeight - kFoot - kHead;
  const double step = kWidth / static_cast<double>(std::max<size_t>(bars.size(), 1));
  const double width = std::min(step * 0.8, 80.0);
  // As many labels as there is room for.
  const size_t every = std::max<size_t>(1, static_cast<size_t>(70 / step + 0.999));
  std::string svg =
      absl::StrFormat("<svg viewBox=\"0 0 %g %g\" role=\"img\">\n", kWidth, kHeight);
  absl::StrAppendFormat(&svg, "<text x=\"0\" y=\"10\">%s</text>\n", Escaped(largest));
  for (size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double x = step * static_cast<double>(i) + (step - width) / 2;
    const double low = top > 0 ? room * bar.low / top : 0;
    const double high = top > 0 ? room * bar.high / top : 0;
    const double ground = kHead + room;
    absl::StrAppendFormat(
        &svg,
        "<g><title>%s</title><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
        "height=\"%.1f\"/><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
        "height=\"%.1f\"/></g>\n",
        Escaped(bar.title), low_class, x, ground - low, width, low, high_class, x,
        ground - low - high, width, high);
    if (i % every != 0) continue;
    absl::StrAppendFormat(&svg,
                          "<text x=\"%.1f\" y=\"%g\" text-anchor=\"middle\">%s</text>\n",
                          x + width / 2, kHeight - 5, Escaped(bar.label));
  }
  absl::StrAppendFormat(
      &svg, "<line class=\"axis\" x1=\"0\" x2=\"%g\" y1=\"%g\" y2=\"%g\"/>\n</svg>\n",
      kWidth, kHeight - kFoot, kHeight - kFoot);
  return svg;
}

struct AgeClass {
  const char* label;
  int64_t seconds;
};
constexpr AgeClass kAges[] = {{"below 1 h", 3600},       {"1 h to 1 d", 86400},
                              {"1 to 3 d", 3 * 86400},   {"3 to 7 d", 7 * 86400},
                              {"7 to 14 d", 14 * 86400}, {"14 to 30 d", 30 * 86400},
                              {"above 30 d", INT64_MAX}};

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
  std::string html =
      "<table><tr><th>target</th><th>kind</th><th class=\"n\">entries</th>"
      "<th class=\"n\">size</th></tr>\n";
  for (const auto& [of, share] : shares) {
    absl::StrAppend(&html, "<tr><td>",
                    Escaped(of.first.empty() ? "unreadable" : of.first), "</td><td>",
                    Escaped(of.second), "</td><td class=\"n\">", share.first,
                    "</td><td class=\"n\">", BytesText(share.second), "</td></tr>\n");
  }
  return html + "</table>\n";
}

std::string CostliestTable(std::vector<CacheEntry> entries) {
  constexpr size_t kShown = 20;
  const size_t shown = std::min(entries.size(), kShown);
  std::partial_sort(entries.begin(), entries.begin() + static_cast<int64_t>(shown),
                    entries.end(), [](const CacheEntry& a, const CacheEntry& b) {
                      return a.compile_ms > b.compile_ms;
                    });
  std::string html =
      "<table><tr><th>key</th><th>operation</th><th>target</th>"
      "<th class=\"n\">size</th><th class=\"n\">compilation</th></tr>\n";
  for (size_t i = 0; i < shown; ++i) {
    const CacheEntry& entry = entries[i];
    absl::StrAppend(&html, "<tr><td><code>", ShortKey(entry.key), "</code></td><td>",
                    Escaped(entry.name), "</td><td>", Escaped(entry.target),
                    "</td><td class=\"n\">", BytesText(entry.bytes),
                    "</td><td class=\"n\">", DurationText(entry.compile_ms),
                    "</td></tr>\n");
  }
  return html + "</table>\n";
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
  std::string html =
      "<h2>Places further out</h2>\n<table><tr><th>place</th><th class=\"n\">hits</th>"
      "<th class=\"n\">misses</th><th>trouble</th></tr>\n";
  for (const CacheStatistics::Tier& tier : statistics.tiers) {
    absl::StrAppend(&html, "<tr><td>", Escaped(tier.name), "</td><td class=\"n\">",
                    tier.hits, "</td><td class=\"n\">", tier.misses, "</td><td>",
                    Escaped(tier.trouble), "</td></tr>\n");
  }
  return html + "</table>\n";
}

}  // namespace

std::string CachePage(const PageFacts& facts) {
  const CacheStatistics& statistics = facts.statistics;
  std::string html = absl::StrCat(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Tilewright compilation cache</title>\n<style>",
      kStyle, "</style></head><body>\n<h1>Compilation cache</h1>\n<p class=\"where\">",
      Escaped(facts.info.dir), ", ", TimeText(facts.now), " UTC",
      statistics.since > 0 ? absl::StrCat("; counted since ", TimeText(statistics.since))
                           : "",
      "</p>\n", Cards(facts));
  if (!statistics.days.empty()) {
    absl::StrAppend(
        &html,
        "<h2>Lookups by day</h2>\n<div class=\"key\"><i style=\"background:"
        "var(--a)\"></i>hits<i style=\"background:var(--b)\"></i>misses</div>",
        LookupChart(statistics), "<h2>Time saved by day</h2>\n", SavedChart(statistics));
  }
  absl::StrAppend(&html, "<h2>Size by time since the last use</h2>\n", AgeChart(facts),
                  TiersTable(statistics), "<h2>Targets</h2>\n", ShareTable(facts.entries),
                  "<h2>Costliest to compile</h2>\n", CostliestTable(facts.entries),
                  "</body></html>\n");
  return html;
}

}  // namespace tilewright::tools
