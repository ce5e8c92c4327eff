#include "cache/store/gc.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "cache/store/former_layout.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr char kLock[] = "gc.lock";
constexpr char kState[] = "gc.state";
constexpr char kStateMagic[] = "tilewright-gc-2";
constexpr uint64_t kMaxStateBytes = 64 << 10;
// An automatic run goes on to the next shard until it has seen so many: small caches
// are looked at whole.
constexpr int64_t kEntriesPerRun = 400;
// In automatic runs all shards are seen while this share of a limit is put; when there
// is too much, in half of it: then more goes than comes.
constexpr double kRound = 0.25;
// Of the former layout's folders, of which there were 256.
constexpr int kFormerPerRun = 16;
// What is kept when a limit was passed, of that limit.
constexpr double kKeep = 0.8;
// Clocks of two hosts may differ by as much.
constexpr int64_t kClockTolerance = 3600;
constexpr int64_t kSecondsBetweenRuns = 3600;

struct ShardTotal {
  int64_t entries = 0;
  int64_t bytes = 0;
};

// What automatic runs remember. Lost or damaged, it builds up again.
struct State {
  int next_shard = 0;
  bool shrinking = false;  // a limit was passed, and kKeep of it not yet reached
  std::array<ShardTotal, kShards> shards = {};

  ShardTotal Total() const {
    ShardTotal total;
    for (const ShardTotal& shard : shards) {
      total.entries += shard.entries;
      total.bytes += shard.bytes;
    }
    return total;
  }
};

std::string FormatState(const State& state) {
  std::string text = absl::StrCat(kStateMagic, " ", state.next_shard, " ",
                                  state.shrinking ? 1 : 0, "\n");
  for (const ShardTotal& shard : state.shards) {
    absl::StrAppend(&text, shard.entries, " ", shard.bytes, "\n");
  }
  return text;
}

bool ParseTotal(absl::string_view line, ShardTotal* total) {
  const std::pair<absl::string_view, absl::string_view> parts = absl::StrSplit(line, ' ');
  // Bounded, so that sums do not overflow.
  return absl::SimpleAtoi(parts.first, &total->entries) &&
         absl::SimpleAtoi(parts.second, &total->bytes) && total->entries >= 0 &&
         total->entries < (int64_t{1} << 40) && total->bytes >= 0 &&
         total->bytes < (int64_t{1} << 52);
}

State ParseState(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  State state;
  if (lines.size() != kShards + 2) return State();
  const std::vector<absl::string_view> first = absl::StrSplit(lines[0], ' ');
  if (first.size() != 3 || first[0] != kStateMagic ||
      !absl::SimpleAtoi(first[1], &state.next_shard) || state.next_shard < 0 ||
      state.next_shard >= kShards) {
    return State();
  }
  state.shrinking = first[2] == "1";
  for (int i = 0; i < kShards; ++i) {
    if (!ParseTotal(lines[i + 1], &state.shards[i])) return State();
  }
  return state;
}

// The lock that one process at a time holds.
class Lock {
 public:
  explicit Lock(const Directory& directory)
      : files_(directory.files()), file_(files_.OpenLocked(directory.file(), kLock)) {}
  ~Lock() {
    if (file_ >= 0) files_.Close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  int result() const { return file_; }

 private:
  FileSystem& files_;
  const int file_;
};

struct Candidate {
  EntryFile file;
  int64_t age = 0;  // seconds since the last use
  bool gone = false;
};

class Collector {
 public:
  Collector(const Directory& directory, const GcOptions& options,
            const RemovalVisitor& visit)
      : directory_(directory),
        options_(options),
        visit_(visit),
        now_(directory.files().Now()) {}

  // Looks at so many shards, from `state.next_shard` on, and at more where those hold
  // fewer than kEntriesPerRun entries.
  absl::StatusOr<GcReport> Run(State& state, int shards) {
    for (int i = 0; i < kShards; ++i) {
      if (i >= shards && report_.entries >= kEntriesPerRun) break;
      const int shard = (state.next_shard + i) % kShards;
      TW_RETURN_IF_ERROR(Look(shard));
      seen_.push_back(shard);
    }
    for (const int shard : seen_) state.shards[shard] = totals_[shard];
    state.next_shard = (state.next_shard + static_cast<int>(seen_.size())) % kShards;

    const double kept = KeptShare(state);
    RemoveExpired();
    if (kept < 1) RemoveExcess(kept);
    for (const int shard : seen_) state.shards[shard] = totals_[shard];
    return report_;
  }

 private:
  absl::Status Look(int shard) {
    return ForEachEntryOf(directory_, shard, [&](const EntryFile& file) {
      ++report_.entries;
      report_.bytes += file.bytes;
      ++totals_[shard].entries;
      totals_[shard].bytes += file.bytes;
      Candidate candidate = {file, now_ - file.last_used};
      if (candidate.age < -kClockTolerance && !options_.dry_run) {
        // From the future: it is aged from now on.
        directory_.files().Touch(directory_.file(), EntryPath(file.name));
      }
      candidate.age = std::max<int64_t>(candidate.age, 0);
      if (options_.keep.count(file.name) == 0) {
        candidates_.push_back(std::move(candidate));
      }
      return true;
    });
  }

  // What share of entries and bytes may stay, 1 when the limits are kept.
  double KeptShare(State& state) const {
    const ShardTotal total = state.Total();
    double over = 0;  // the worse of the two, as a multiple of the limit
    if (options_.limits.max_entries > 0) {
      over = std::max(over, static_cast<double>(total.entries) /
                                static_cast<double>(options_.limits.max_entries));
    }
    if (options_.limits.max_bytes > 0) {
      over = std::max(over, static_cast<double>(total.bytes) /
                                static_cast<double>(options_.limits.max_bytes));
    }
    if (over > 1) state.shrinking = true;
    if (over <= kKeep) state.shrinking = false;
    return state.shrinking ? kKeep / over : 1;
  }

  bool IsGone(const EntryFile& file) const {
    if (options_.current.empty()) return false;
    const absl::StatusOr<EntrySummary> summary = ReadSummary(directory_, file.name);
    if (!summary.ok()) return absl::IsUnimplemented(summary.status());
    for (const auto& [field, value] : options_.current) {
      if (summary->manifest.Get(field) != value) return true;
    }
    return false;
  }

  void RemoveExpired() {
    std::vector<Candidate> rest;
    for (Candidate& candidate : candidates_) {
      if (options_.limits.max_age > 0 && candidate.age > options_.limits.max_age) {
        Remove(candidate, RemovalReason::kAged);
      } else if (candidate.age > options_.gone_age && IsGone(candidate.file)) {
        Remove(candidate, RemovalReason::kGone);
      } else {
        rest.push_back(std::move(candidate));
      }
    }
    candidates_ = std::move(rest);
  }

  void RemoveExcess(double kept) {
    const int64_t entries =
        static_cast<int64_t>(kept * static_cast<double>(report_.entries));
    const int64_t bytes = static_cast<int64_t>(kept * static_cast<double>(report_.bytes));
    const auto enough = [&] {
      return report_.entries - report_.removed_entries <= entries &&
             report_.bytes - report_.removed_bytes <= bytes;
    };
    if (enough()) return;
    for (Candidate& candidate : candidates_) candidate.gone = IsGone(candidate.file);
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& a, const Candidate& b) {
                if (a.gone != b.gone) return a.gone;
                if (a.age != b.age) return a.age > b.age;
                return a.file.name < b.file.name;
              });
    for (const Candidate& candidate : candidates_) {
      if (enough()) return;
      Remove(candidate, candidate.gone ? RemovalReason::kGone : RemovalReason::kExcess);
    }
  }

  void Remove(const Candidate& candidate, RemovalReason reason) {
    const EntryFile& file = candidate.file;
    if (!options_.dry_run) {
      const absl::Status status = RemoveEntry(directory_, file.name);
      if (!status.ok() && !absl::IsNotFound(status)) return;
    }
    const int shard = ShardOf(file.name);
    --totals_[shard].entries;
    totals_[shard].bytes -= file.bytes;
    ++report_.removed_entries;
    report_.removed_bytes += file.bytes;
    if (visit_ != nullptr) visit_(file, reason);
  }

  const Directory& directory_;
  const GcOptions& options_;
  const RemovalVisitor& visit_;
  const int64_t now_;
  std::array<ShardTotal, kShards> totals_ = {};
  std::vector<int> seen_;
  std::vector<Candidate> candidates_;
  GcReport report_;
};

// How many shards an automatic run looks at.
int ShardsPerRun(const State& state, double put_share) {
  const double rounds = put_share / kRound * (state.shrinking ? 2 : 1);
  return static_cast<int>(std::ceil(std::min(rounds, 1.0) * kShards));
}

// Everything, unless `put_share` says what was put.
absl::StatusOr<GcReport> Collect(const Directory& directory, const GcOptions& options,
                                 const RemovalVisitor& visit,
                                 std::optional<double> put_share) {
  std::optional<Lock> lock;
  if (!options.dry_run) {
    lock.emplace(directory);
    GcReport busy;
    busy.busy = true;
    if (lock->result() == -EWOULDBLOCK) return busy;
    // Where files cannot be locked, nothing is removed automatically.
    if (lock->result() < 0) {
      return absl::UnavailableError(
          absl::StrCat("cache directory ", directory.path(), "/", kLock,
                       " cannot be locked: ", std::strerror(-lock->result())));
    }
  }
  State state;
  int shards = kShards;
  if (put_share.has_value()) {
    state = ParseState(directory.Read(kState, kMaxStateBytes).bytes);
    shards = ShardsPerRun(state, *put_share);
  }
  absl::StatusOr<GcReport> report =
      Collector(directory, options, visit).Run(state, shards);
  if (report.ok() && !options.dry_run) {
    directory.WriteAtomically(kState, FormatState(state));
  }
  TW_RETURN_IF_ERROR(report.status());
  TW_RETURN_IF_ERROR(RemoveFormerLayout(
      directory, put_share.has_value() ? kFormerPerRun : std::numeric_limits<int>::max(),
      options.dry_run, &*report));
  return report;
}

}  // namespace

absl::StatusOr<GcReport> CollectGarbage(const Directory& directory,
                                        const GcOptions& options,
                                        const RemovalVisitor& visit) {
  return Collect(directory, options, visit, /*put_share=*/std::nullopt);
}

absl::StatusOr<GcReport> CollectSomeGarbage(const Directory& directory,
                                            const GcOptions& options, double put_share) {
  return Collect(directory, options, nullptr, put_share);
}

absl::StatusOr<GcReport> CollectWhenDue(const Directory& directory,
                                        const GcOptions& options) {
  FileSystem& files = directory.files();
  FileInfo state;
  const int found = files.StatAt(directory.file(), kState, &state);
  // In a new directory the hour begins.
  if (found == -ENOENT) directory.WriteAtomically(kState, FormatState(State()));
  if (found < 0) return GcReport();
  if (std::abs(files.Now() - state.modified) <= kSecondsBetweenRuns) return GcReport();
  return CollectSomeGarbage(directory, options, /*put_share=*/0);
}

}  // namespace tilewright::cache
