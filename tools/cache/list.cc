// tilewright cache info and ls.
#include <ctime>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tools/cache/verbs.h"
#include "tools/cli/table.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kInfoExamples[] =
    "Examples:\n"
    "  tilewright cache info\n"
    "  tilewright cache info --dir=/srv/cache --json";
constexpr char kListExamples[] =
    "Examples:\n"
    "  tilewright cache ls --sort=compile-ms --limit=10\n"
    "  tilewright cache ls --where 'name=dot_general*,numerics=ieee'\n"
    "  tilewright cache ls --label gpt2\n"
    "  tilewright cache ls --where kind=executable --where 'target!=native'\n"
    "  tilewright cache ls --quiet --where 'llvm!=19.1.7'     # keys only";

std::string LimitText(int64_t limit, const std::string& text) {
  return limit <= 0 ? "no limit" : text;
}

ExitCode Info(const CacheArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<CacheInfo> found = cache->Info();
  if (!found.ok()) return ReportStatus(found.status());
  const CacheInfo& info = *found;
  if (arguments.json) {
    return PrintJson({{"dir", info.dir},
                      {"mode", info.mode},
                      {"entries", info.entries},
                      {"bytes", info.bytes},
                      {"quarantined", info.quarantined},
                      {"max_bytes", info.limits.max_bytes},
                      {"max_age_seconds", info.limits.max_age_seconds},
                      {"max_entries", info.limits.max_entries},
                      {"policy", info.policy},
                      {"has_key", info.has_key},
                      {"tiers", info.tiers},
                      {"build", info.build},
                      {"machine", info.machine}});
  }
  if (arguments.quiet) return PrintText(info.dir + "\n");
  const CacheLimits& limits = info.limits;
  const int width = TerminalWidth();
  std::string text = absl::StrCat("directory   ", info.dir, "\n");
  absl::StrAppendFormat(&text, "mode        %s\n", info.mode);
  absl::StrAppendFormat(&text, "entries     %d, at most %s\n", info.entries,
                        LimitText(limits.max_entries, absl::StrCat(limits.max_entries)));
  absl::StrAppendFormat(&text, "size        %s, at most %s\n", BytesText(info.bytes),
                        LimitText(limits.max_bytes, BytesText(limits.max_bytes)));
  absl::StrAppendFormat(
      &text, "kept for    %s after the last use\n",
      LimitText(limits.max_age_seconds, AgeText(limits.max_age_seconds)));
  absl::StrAppendFormat(&text, "quarantine  %s\n",
                        CountText(info.quarantined, "damaged entry", "damaged entries"));
  absl::StrAppendFormat(&text, "policy      %s%s\n", info.policy,
                        info.has_key ? ", entries are signed" : ", no key");
  for (const std::string& tier : info.tiers) {
    absl::StrAppendFormat(&text, "then        %s\n", tier);
  }
  for (const auto& [title, facts] :
       {std::make_pair("build", &info.build), std::make_pair("machine", &info.machine)}) {
    absl::StrAppend(&text, title, "\n");
    for (const auto& [field, value] : *facts) {
      absl::StrAppendFormat(&text, "  %-12s%s\n", field, Wrapped(value, 14, width));
    }
  }
  return PrintText(text);
}

struct ListArguments : CacheArguments {
  CacheQuery query;
};

// A narrow terminal has no room for all.
std::string ListText(const std::vector<CacheEntry>& entries, int width) {
  const bool narrow = width > 0 && width < 80;
  std::vector<Table::Column> columns = {
      {"KEY"}, {"KIND"}, {"NAME", false, true}, {"LABEL", false, true}};
  if (!narrow) columns.push_back({"TARGET", false, true});
  columns.push_back({"SIZE", true});
  if (!narrow) columns.push_back({"COMPILE", true});
  columns.push_back({"USED", true});
  Table table(std::move(columns));
  const int64_t now = std::time(nullptr);
  int64_t bytes = 0;
  for (const CacheEntry& entry : entries) {
    bytes += entry.bytes;
    const bool readable = entry.problem.empty();
    std::vector<std::string> cells = {ShortKey(entry.key).substr(0, narrow ? 8 : 12),
                                      readable ? entry.kind : "unreadable",
                                      readable ? entry.name : entry.problem,
                                      absl::StrJoin(entry.labels, ", ")};
    if (!narrow) cells.push_back(entry.target);
    cells.push_back(BytesText(entry.bytes));
    if (!narrow) cells.push_back(DurationText(entry.compile_ms));
    cells.push_back(AgeText(now - entry.last_used));
    table.Add(std::move(cells));
  }
  return absl::StrCat(table.empty() ? "" : table.Text(width),
                      CountText(static_cast<int64_t>(entries.size()), "entry", "entries"),
                      ", ", BytesText(bytes), "\n");
}

ExitCode List(const ListArguments& arguments) {
  absl::StatusOr<Cache> cache = arguments.Open();
  if (!cache.ok()) return ReportOpening(cache.status());
  CacheQuery query = arguments.query;
  query.where = SplitConditions(query.where);
  absl::StatusOr<std::vector<CacheEntry>> entries = cache->List(query);
  if (!entries.ok()) return ReportStatus(entries.status());
  if (arguments.json) {
    Json json = Json::array();
    for (const CacheEntry& entry : *entries) json.push_back(JsonOf(entry));
    return PrintJson(json);
  }
  if (!arguments.quiet) return PrintText(ListText(*entries, TerminalWidth()));
  std::string keys;
  for (const CacheEntry& entry : *entries) absl::StrAppend(&keys, entry.key, "\n");
  return PrintText(keys);
}

}  // namespace

Command AddCacheInfo(CLI::App* verb) {
  auto arguments = std::make_shared<CacheArguments>();
  arguments->AddTo(verb, kInfoExamples);
  return [arguments] { return Info(*arguments); };
}

Command AddCacheList(CLI::App* verb) {
  auto arguments = std::make_shared<ListArguments>();
  AddWhere(verb, &arguments->query.where);
  AddLabel(verb, &arguments->query.label);
  verb->add_option("--sort", arguments->query.sort,
                   "used (the default: last used first), age (oldest first), size, "
                   "compile-ms, name")
      ->check(OneOf({"used", "age", "size", "compile-ms", "name"}));
  verb->add_option("--limit", arguments->query.limit, "how many (default: all)")
      ->check(WholeNumber(1, 1000000000));
  arguments->AddTo(verb, kListExamples);
  return [arguments] { return List(*arguments); };
}

}  // namespace tilewright::tools
