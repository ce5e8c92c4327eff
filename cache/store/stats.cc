#include "cache/store/stats.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "support/hash.h"

namespace tilewright::cache {
namespace {

constexpr char kMagic[] = "tw1";
// Of a part of what was counted, or of a place's further out.
struct NamedForm {
  const char* magic;
  absl::string_view field;
  std::string StatsRecord::* name;
};
constexpr NamedForm kNamedForms[] = {{"tw2", "tier=", &StatsRecord::tier},
                                     {"tw3", "label=", &StatsRecord::label}};
constexpr size_t kMaxTierName = 120;  // three times that when it is all escaped
constexpr size_t kSumDigits = 8;
constexpr uint64_t kMaxLogBytes = 64 << 20;
// A log that is longer is written anew as one line.
constexpr int64_t kLongLogBytes = 1 << 20;
constexpr size_t kMaxLogs = 1200;
// Bounds of what is believed, so that sums do not overflow.
constexpr int64_t kLargestCount = int64_t{1} << 40;

std::string WithSum(std::string line) {
  absl::StrAppend(&line, " #", Xxh3Hex(line).substr(0, kSumDigits), "\n");
  return line;
}

std::string EscapedName(absl::string_view name) {
  std::string text;
  for (char c : name.substr(0, kMaxTierName)) {
    if (absl::ascii_isgraph(static_cast<unsigned char>(c)) && c != '%' && c != '#') {
      text.push_back(c);
    } else {
      absl::StrAppendFormat(&text, "%%%02x", static_cast<unsigned char>(c));
    }
  }
  return text;
}

// Nothing for what EscapedName does not give.
std::optional<std::string> NameOf(absl::string_view text) {
  std::string name;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      name.push_back(text[i]);
      continue;
    }
    uint32_t byte = 0;
    if (i + 2 >= text.size() || !absl::SimpleHexAtoi(text.substr(i + 1, 2), &byte)) {
      return std::nullopt;
    }
    name.push_back(static_cast<char>(byte));
    i += 2;
  }
  if (name.empty() || EscapedName(name) != text) return std::nullopt;
  return name;
}

std::string LogName(int64_t seconds) {
  const time_t time = seconds;
  tm parts = {};
  gmtime_r(&time, &parts);
  return absl::StrFormat("%s/%04d-%02d.log", kStats, parts.tm_year + 1900,
                         parts.tm_mon + 1);
}

// "2026-11.log"
bool IsLogName(absl::string_view name) {
  const auto is_number = [](absl::string_view digits) {
    return digits.find_first_not_of("0123456789") == absl::string_view::npos;
  };
  return name.size() == 11 && is_number(name.substr(0, 4)) && name[4] == '-' &&
         is_number(name.substr(5, 2)) && absl::EndsWith(name, ".log");
}

absl::StatusOr<std::vector<std::string>> Logs(const Directory& directory) {
  std::vector<std::string> names;
  const int listed = directory.files().List(directory.file(), kStats, kMaxLogs, &names);
  if (listed < 0 && listed != -ENOENT) {
    return absl::UnavailableError(absl::StrCat("cache directory ", directory.path(), "/",
                                               kStats, ": ", std::strerror(-listed)));
  }
  std::vector<std::string> logs;
  for (const std::string& name : names) {
    if (IsLogName(name)) logs.push_back(absl::StrCat(kStats, "/", name));
  }
  return logs;
}

// Visits the records of one log; returns how many lines are damaged.
int64_t ForEachRecordOf(absl::string_view log,
                        absl::FunctionRef<void(const StatsRecord&)> visit) {
  int64_t damaged = 0;
  for (absl::string_view line : absl::StrSplit(log, '\n', absl::SkipEmpty())) {
    const absl::StatusOr<StatsRecord> record = ParseStatsLine(line);
    if (record.ok()) {
      visit(*record);
    } else {
      ++damaged;
    }
  }
  return damaged;
}

void AddRecord(const StatsRecord& record, Stats* stats) {
  if (!record.tier.empty()) return Add(record.counters, &stats->tiers[record.tier]);
  if (!record.label.empty()) return Add(record.counters, &stats->labels[record.label]);
  Add(record.counters, &stats->counters);
  stats->since = stats->lines == 0 ? record.begin : std::min(stats->since, record.begin);
  stats->until = std::max(stats->until, record.end);
  ++stats->lines;
}

}  // namespace

std::vector<std::string> FormatStats(const StatsRecord& record) {
  std::vector<std::string> lines;
  std::string start = absl::StrCat(kMagic, " ", record.begin, " ", record.end);
  for (const NamedForm& form : kNamedForms) {
    const std::string& name = record.*form.name;
    if (name.empty()) continue;
    start = absl::StrCat(form.magic, " ", record.begin, " ", record.end, " ", form.field,
                         EscapedName(name));
  }
  std::string line = start;
  for (const CounterRow& row : kCounterRows) {
    const int64_t value = record.counters.*row.field;
    if (value == 0) continue;
    const std::string item = absl::StrCat(
        " ", row.name, "=", std::clamp<int64_t>(value, -kLargestCount, kLargestCount));
    if (line.size() + item.size() + kSumDigits + 3 > kMaxStatsLine) {
      lines.push_back(WithSum(std::move(line)));
      line = start;
    }
    line += item;
  }
  if (line != start) lines.push_back(WithSum(std::move(line)));
  return lines;
}

absl::StatusOr<StatsRecord> ParseStatsLine(absl::string_view line) {
  const absl::Status damaged = absl::DataLossError("cache statistics: a damaged line");
  const size_t sum = line.rfind(" #");
  if (line.size() >= kMaxStatsLine || sum == absl::string_view::npos ||
      line.substr(sum + 2) !=
          absl::string_view(Xxh3Hex(line.substr(0, sum))).substr(0, kSumDigits)) {
    return damaged;
  }
  const std::vector<absl::string_view> words = absl::StrSplit(line.substr(0, sum), ' ');
  StatsRecord record;
  const NamedForm* named = nullptr;
  for (const NamedForm& form : kNamedForms) {
    if (words[0] == form.magic) named = &form;
  }
  if (words.size() < 3 || (words[0] != kMagic && named == nullptr) ||
      !absl::SimpleAtoi(words[1], &record.begin) ||
      !absl::SimpleAtoi(words[2], &record.end)) {
    return damaged;
  }
  size_t first = 3;
  if (named != nullptr) {
    if (words.size() <= first || !absl::StartsWith(words[first], named->field)) {
      return damaged;
    }
    const std::optional<std::string> name =
        NameOf(words[first].substr(named->field.size()));
    if (!name.has_value()) return damaged;
    record.*(named->name) = *name;
    ++first;
  }
  for (size_t i = first; i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> item =
        absl::StrSplit(words[i], absl::MaxSplits('=', 1));
    int64_t value = 0;
    if (!absl::SimpleAtoi(item.second, &value) || value > kLargestCount ||
        value < -kLargestCount) {
      return damaged;
    }
    for (const CounterRow& row : kCounterRows) {
      if (item.first == row.name) record.counters.*row.field = value;
    }
  }
  return record;
}

int AppendStats(const Directory& directory, const StatsRecord& record) {
  FileSystem& files = directory.files();
  for (const std::string& line : FormatStats(record)) {
    const std::string log = LogName(record.end);
    int file = files.OpenToAppend(directory.file(), log);
    if (file == -ENOENT) {
      const int made = directory.MakeFolder(kStats);
      if (made < 0) return made;
      file = files.OpenToAppend(directory.file(), log);
    }
    if (file < 0) return file;
    // A part that a full disk left is a damaged line.
    const int64_t written = files.Write(file, line.data(), line.size());
    const int closed = files.Close(file);
    if (written < 0) return static_cast<int>(written);
    if (closed < 0) return closed;
  }
  return 0;
}

absl::StatusOr<int64_t> ForEachRecord(const Directory& directory,
                                      absl::FunctionRef<void(const StatsRecord&)> visit) {
  const absl::StatusOr<std::vector<std::string>> logs = Logs(directory);
  if (!logs.ok()) return logs.status();
  int64_t damaged = 0;
  for (const std::string& log : *logs) {
    damaged += ForEachRecordOf(directory.Read(log, kMaxLogBytes).bytes, visit);
  }
  return damaged;
}

absl::StatusOr<Stats> ReadStats(const Directory& directory, int64_t since) {
  Stats stats;
  const absl::StatusOr<int64_t> damaged =
      ForEachRecord(directory, [&](const StatsRecord& record) {
        if (record.end >= since) AddRecord(record, &stats);
      });
  if (!damaged.ok()) return damaged.status();
  stats.damaged_lines = *damaged;
  return stats;
}

absl::Status ResetStats(const Directory& directory) {
  const absl::StatusOr<std::vector<std::string>> logs = Logs(directory);
  if (!logs.ok()) return logs.status();
  for (const std::string& log : *logs) {
    const int result = directory.files().Remove(directory.file(), log);
    if (result < 0 && result != -ENOENT) {
      return absl::UnavailableError(
          absl::StrCat("cache directory ", directory.path(), "/", log,
                       " cannot be removed: ", std::strerror(-result)));
    }
  }
  return absl::OkStatus();
}

void CompactStats(const Directory& directory) {
  FileSystem& files = directory.files();
  const std::string log = LogName(files.Now());
  FileInfo info;
  if (files.StatAt(directory.file(), log, &info) < 0 || info.size < kLongLogBytes) return;
  Stats stats;
  ForEachRecordOf(directory.Read(log, kMaxLogBytes).bytes,
                  [&](const StatsRecord& record) { AddRecord(record, &stats); });
  std::string text;
  for (const std::string& line :
       FormatStats({stats.since, stats.until, stats.counters})) {
    text += line;
  }
  for (const auto& [tier, counters] : stats.tiers) {
    for (const std::string& line :
         FormatStats({stats.since, stats.until, counters, tier})) {
      text += line;
    }
  }
  for (const auto& [label, counters] : stats.labels) {
    for (const std::string& line :
         FormatStats({stats.since, stats.until, counters, "", label})) {
      text += line;
    }
  }
  directory.WriteAtomically(log, text);
}

}  // namespace tilewright::cache
