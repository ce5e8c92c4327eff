// tilewright cache gc and rm.
#include <unistd.h>

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/cache/verbs.h"
#include "tools/cli/progress.h"
#include "tools/cli/text.h"
#include "tools/cli/values.h"

namespace tilewright::tools {
namespace {

constexpr char kCollectExamples[] =
    "Entries go that were not used for longer than the age; then, beyond size or\n"
    "number, first those of compilers that are gone, then the least recently used.\n"
    "Runs by itself as the cache grows. Limits default to TILEWRIGHT_CACHE_MAX_BYTES,\n"
    "TILEWRIGHT_CACHE_MAX_AGE and TILEWRIGHT_CACHE_MAX_ENTRIES.\n"
    "Examples:\n"
    "  tilewright cache gc --dry-run\n"
    "  tilewright cache gc --max-bytes=500M --max-age=7d\n"
    "  tilewright cache gc --max-bytes=500M --keep-label gpt2";
constexpr char kRemoveExamples[] =
    "Examples:\n"
    "  tilewright cache rm 3fa2c1 77e0\n"
    "  tilewright cache rm --where 'llvm!=19.1.7' --dry-run\n"
    "  tilewright cache rm --label gpt2 --dry-run\n"
    "  tilewright cache rm --all --yes";

struct CollectArguments : CacheArguments {
  std::string max_bytes;
  std::string max_age;
  std::string max_entries;
  std::vector<std::string> keep_labels;
  bool dry_run = false;
};

// Nothing where `text` is empty.
absl::Status Take(const char* option, const std::string& text,
                  absl::StatusOr<int64_t> (*parse)(std::string_view), int64_t* limit) {
  if (text.empty()) return absl::OkStatus();
  absl::StatusOr<int64_t> value = parse(text);
  if (!value.ok()) {
    return absl::Status(value.status().code(),
                        absl::StrCat(option, ": ", value.status().message()));
  }
  *limit = *value;
  return absl::OkStatus();
}

ExitCode Collect(const CollectArguments& arguments) {
  CacheLimits limits;
  for (const absl::Status& status :
       {Take("--max-bytes", arguments.max_bytes, ParseCacheBytes, &limits.max_bytes),
        Take("--max-age", arguments.max_age, ParseCacheAge, &limits.max_age_seconds),
        Take("--max-entries", arguments.max_entries, ParseCacheCount,
             &limits.max_entries)}) {
    if (!status.ok()) return ReportStatus(status);
  }
  absl::StatusOr<Cache> cache =
      arguments.dry_run ? arguments.Open() : arguments.OpenToWrite();
  if (!cache.ok()) return ReportOpening(cache.status());
  absl::StatusOr<CacheCollection> done = [&] {
    const Ticker ticker("looking through the cache");
    return cache->Collect(limits, arguments.dry_run, arguments.keep_labels);
  }();
  if (!done.ok()) return ReportStatus(done.status());
  if (arguments.json) {
    return PrintJson({{"busy", done->busy},
                      {"dry_run", arguments.dry_run},
                      {"entries", done->entries},
                      {"bytes", done->bytes},
                      {"removed", done->removed},
                      {"removed_bytes", done->removed_bytes}});
  }
  if (arguments.quiet) return kFine;
  if (done->busy) {
    return PrintText("another process is removing entries; nothing was done\n");
  }
  return PrintText(absl::StrFormat(
      "%s %d of %s, %s of %s\n", arguments.dry_run ? "would remove" : "removed",
      done->removed, CountText(done->entries, "entry", "entries"),
      BytesText(done->removed_bytes), BytesText(done->bytes)));
}

struct RemoveArguments : CacheArguments {
  std::vector<std::string> keys;
  std::vector<std::string> where;
  std::string label;
  bool all = false;
  bool yes = false;
  bool dry_run = false;
};

bool Agreed(const std::string& question) {
  std::fprintf(stderr, "%s [y/N] ", question.c_str());
  std::fflush(stderr);
  const int answer = std::getchar();
  return answer == 'y' || answer == 'Y';
}

ExitCode Remove(const RemoveArguments& arguments) {
  const int ways = (arguments.keys.empty() ? 0 : 1) + (arguments.where.empty() ? 0 : 1) +
                   (arguments.label.empty() ? 0 : 1) + (arguments.all ? 1 : 0);
  if (ways != 1) {
    return Report({kUsage, "name keys, or give --where, --label or --all: one of these"});
  }
  absl::StatusOr<Cache> cache =
      arguments.dry_run ? arguments.Open() : arguments.OpenToWrite();
  if (!cache.ok()) return ReportOpening(cache.status());
  std::vector<std::string> keys;
  if (!arguments.keys.empty()) {
    absl::StatusOr<std::vector<std::string>> found = FindKeys(*cache, arguments.keys);
    if (!found.ok()) return ReportStatus(found.status());
    keys = *std::move(found);
  } else if (arguments.label.empty()) {
    CacheQuery query;
    query.where = SplitConditions(arguments.where);
    absl::StatusOr<std::vector<CacheEntry>> entries = cache->List(query);
    if (!entries.ok()) return ReportStatus(entries.status());
    for (const CacheEntry& entry : *entries) keys.push_back(entry.key);
  }
  if (arguments.all && !arguments.yes && !arguments.dry_run) {
    if (::isatty(STDIN_FILENO) != 1) {
      return Report({kUsage, "--all needs --yes where nobody can be asked"});
    }
    if (!Agreed(absl::StrCat("Remove all ", keys.size(), " entries?"))) return kFine;
  }
  if (!arguments.label.empty()) {
    absl::StatusOr<std::vector<std::string>> gone =
        cache->RemoveLabel(arguments.label, arguments.dry_run);
    if (!gone.ok()) return ReportStatus(gone.status());
    keys = *std::move(gone);
  }
  int64_t removed = static_cast<int64_t>(keys.size());
  if (!arguments.dry_run && arguments.label.empty()) {
    absl::StatusOr<int64_t> done = cache->Remove(keys);
    if (!done.ok()) return ReportStatus(done.status());
    removed = *done;
  }
  if (arguments.json) {
    return PrintJson(
        {{"dry_run", arguments.dry_run}, {"removed", removed}, {"keys", keys}});
  }
  if (arguments.quiet) return kFine;
  return PrintText(absl::StrCat(arguments.dry_run ? "would remove " : "removed ",
                                CountText(removed, "entry", "entries"), "\n"));
}

}  // namespace

Command AddCacheCollect(CLI::App* verb) {
  auto arguments = std::make_shared<CollectArguments>();
  verb->add_option("--max-bytes", arguments->max_bytes,
                   "such as 500M or 2GiB; 0: no limit");
  verb->add_option("--max-age", arguments->max_age,
                   "since the last use, such as 12h or 30d; 0: no limit");
  verb->add_option("--max-entries", arguments->max_entries, "such as 50k; 0: no limit");
  verb->add_option("--keep-label", arguments->keep_labels,
                   "programs of this label stay, with their kernels; repeat for more")
      ->expected(1)
      ->take_all()
      ->check(Label());
  verb->add_flag("--dry-run,-n", arguments->dry_run, "say what would be removed");
  arguments->AddTo(verb, kCollectExamples);
  return [arguments] { return Collect(*arguments); };
}

Command AddCacheRemove(CLI::App* verb) {
  auto arguments = std::make_shared<RemoveArguments>();
  verb->add_option("KEY", arguments->keys, "entries");
  AddWhere(verb, &arguments->where);
  verb->add_option("--label", arguments->label,
                   "programs of this label, and their kernels, but for what other "
                   "programs name")
      ->check(Label());
  verb->add_flag("--all", arguments->all, "every entry; asks, unless --yes");
  verb->add_flag("--yes,-y", arguments->yes, "do not ask");
  verb->add_flag("--dry-run,-n", arguments->dry_run, "say what would be removed");
  arguments->AddTo(verb, kRemoveExamples);
  return [arguments] { return Remove(*arguments); };
}

}  // namespace tilewright::tools
