// What is wrong with a cache, or may become so.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "api/cache_impl.h"
#include "cache/format/mac.h"
#include "cache/settings/settings.h"
#include "cache/store/directory.h"
#include "cache/store/limits.h"
#include "cache/store/scan.h"
#include "cache/store/stats.h"
#include "cache/store/store.h"
#include "cache/tiers/check_setting.h"
#include "cache/tiers/trouble.h"
#include "support/shell_quote.h"
#include "tilewright/cache.h"

namespace tilewright {
namespace {

constexpr char kGcLock[] = "gc.lock";  // cache/store/gc.h
constexpr int64_t kLeftoverSeconds = 3600;
constexpr int64_t kClockSlackSeconds = 300;
constexpr size_t kMaxNames = 100000;

class Examination {
 public:
  explicit Examination(std::string dir) : dir_(std::move(dir)) {}

  std::vector<CacheFinding> Run() {
    Variables();
    if (dir_.empty()) {
      Bad("directory", "there is none",
          "set TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME");
      return std::move(findings_);
    }
    absl::StatusOr<std::shared_ptr<const cache::Directory>> directory =
        cache::Directory::Open(files_, dir_, {});
    if (!directory.ok()) {
      DirectoryThatDoesNotOpen(directory.status());
      return std::move(findings_);
    }
    Good("directory", absl::StrCat(dir_, ": yours, and only you may write to it"));
    Parents();
    Shards(**directory);
    Files(**directory);
    Leftovers(**directory);
    Quarantine(**directory);
    Lock(**directory);
    WritingAndClock(**directory);
    Space();
    Refusals(**directory);
    FurtherOut();
    return std::move(findings_);
  }

 private:
  void Good(std::string what, std::string detail) {
    findings_.push_back({true, std::move(what), std::move(detail), ""});
  }
  void Bad(std::string what, std::string detail, std::string remedy) {
    findings_.push_back({false, std::move(what), std::move(detail), std::move(remedy)});
  }

  void Variables() {
    for (const std::string& problem : cache::SettingProblems()) {
      Bad("settings", problem, "tilewright cache config shows all of them");
    }
    Good("mode", cache::ModeName(cache::ModeFromSettings()));
    const std::string key_file = cache::FindSetting(cache::SettingId::kKeyFile).value;
    const absl::StatusOr<std::shared_ptr<const cache::MacKey>> key =
        cache::MacKey::FromSettings();
    if (!key.ok()) {
      Bad("key file", std::string(key.status().message()),
          absl::StrCat("chmod 600 ", ShellQuoted(key_file)));
    } else {
      Good("key file", *key == nullptr
                           ? "none: entries are trusted by their owner"
                           : absl::StrCat(key_file, ": yours, and only you may read it"));
    }
  }

  void DirectoryThatDoesNotOpen(const absl::Status& status) {
    std::error_code error;
    if (!std::filesystem::exists(dir_, error) && !error) {
      DirectoryThatIsNotThere();
      FurtherOut();
      return;
    }
    // The message of a refusal has the command in it.
    Bad("directory", std::string(status.message()),
        absl::IsFailedPrecondition(status) ? "as above"
                                           : "check the path and its permissions");
  }

  // Nothing is made to find out.
  void DirectoryThatIsNotThere() {
    std::error_code error;
    std::filesystem::path parent = std::filesystem::absolute(dir_, error).parent_path();
    while (!std::filesystem::exists(parent, error) && parent.has_relative_path()) {
      parent = parent.parent_path();
    }
    const bool is_folder = std::filesystem::is_directory(parent, error);
    if (is_folder && ::access(parent.c_str(), W_OK | X_OK) == 0) {
      Good("directory", absl::StrCat(dir_, ": not there yet; the first run makes it"));
      return;
    }
    Bad("directory",
        absl::StrCat(dir_, ": not there, and cannot be made in ", parent.string(), ": ",
                     std::strerror(is_folder ? errno : ENOTDIR)),
        "set TILEWRIGHT_CACHE_DIR to a folder that you may write to");
  }

  // Whoever may rename a parent may put another directory in its place.
  void Parents() {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::canonical(dir_, error);
    if (error) return;
    for (std::filesystem::path parent = path.parent_path();;
         parent = parent.parent_path()) {
      struct stat owner = {};
      if (::stat(parent.c_str(), &owner) == 0 && owner.st_uid != 0 &&
          owner.st_uid != files_.User()) {
        Bad("parents",
            absl::StrCat(parent.string(), " belongs to user ", owner.st_uid,
                         ", who may put another directory in the cache's place"),
            "keep the cache below a folder of your own");
        return;
      }
      const std::filesystem::perms mode =
          std::filesystem::status(parent, error).permissions();
      using std::filesystem::perms;
      const bool others =
          (mode & (perms::group_write | perms::others_write)) != perms::none;
      const bool sticky = (mode & perms::sticky_bit) != perms::none;
      if (!error && others && !sticky) {
        Bad("parents", absl::StrCat(parent.string(), " may be written to by others"),
            absl::StrCat("chmod go-w ", ShellQuoted(parent.string())));
        return;
      }
      if (parent == parent.root_path()) break;
    }
    Good("parents", "nobody else may replace the directory");
  }

  // What lies below a link is never read; others' names in a folder are harmless, but
  // nobody's wish.
  void Shards(const cache::Directory& directory) {
    std::vector<std::string> bad;
    for (int shard = 0; shard < cache::kShards; ++shard) {
      cache::FileInfo info;
      const std::string path = cache::ShardPath(shard);
      if (files_.StatAt(directory.file(), path, &info) < 0) continue;
      if (!info.is_directory || info.owner != files_.User() || (info.mode & 022) != 0) {
        bad.push_back(path);
      }
    }
    if (bad.empty()) return;
    Bad("folders",
        absl::StrCat(bad.size(), " are links, another's or writable by others, such as ",
                     bad[0]),
        absl::StrCat("mv ", ShellQuoted(absl::StrCat(dir_, "/", bad[0])), " elsewhere"));
  }

  void Files(const cache::Directory& directory) {
    int64_t entries = 0;
    int64_t bytes = 0;
    int64_t foreign = 0;
    int64_t future = 0;
    const int64_t now = files_.Now();
    const absl::Status status =
        cache::ForEachEntry(directory, [&](const cache::EntryFile& file) {
          ++entries;
          bytes += file.bytes;
          cache::FileInfo info;
          if (files_.StatAt(directory.file(), cache::EntryPath(file.name), &info) == 0) {
            foreign +=
                !info.is_regular || info.owner != files_.User() || (info.mode & 022) != 0;
            future += info.modified > now + kClockSlackSeconds;
          }
          return true;
        });
    if (!status.ok()) {
      Bad("entries", std::string(status.message()), "check the file system");
      return;
    }
    const std::string all = absl::StrCat(entries, " entries, ", bytes, " bytes");
    if (foreign > 0) {
      Bad("entries",
          absl::StrCat(all, "; ", foreign,
                       " are another's, no plain files or writable by others, and are "
                       "not read"),
          absl::StrCat("chmod -R go-w ", ShellQuoted(dir_)));
    } else {
      Good("entries", all);
    }
    if (future > 0) {
      Bad("times", absl::StrCat(future, " entries were last used in the future"),
          "check the clock; they are kept until it gets there");
    }
    const cache::Limits limits = cache::LimitsFromSettings();
    if ((limits.max_bytes > 0 && bytes > limits.max_bytes) ||
        (limits.max_entries > 0 && entries > limits.max_entries)) {
      Bad("limits", absl::StrCat(all, " are more than the limits"),
          "tilewright cache gc");
    }
  }

  void Leftovers(const cache::Directory& directory) {
    std::vector<std::string> names;
    files_.List(directory.file(), cache::kTemporary, kMaxNames, &names);
    const int64_t now = files_.Now();
    int64_t old = 0;
    for (const std::string& name : names) {
      cache::FileInfo info;
      const std::string path = absl::StrCat(cache::kTemporary, "/", name);
      if (files_.StatAt(directory.file(), path, &info) == 0) {
        old += now - info.modified > kLeftoverSeconds;
      }
    }
    if (old > 0) {
      Bad("leftovers", absl::StrCat(old, " files of writers that died"),
          absl::StrCat("the next run removes them, or: rm ", ShellQuoted(dir_), "/",
                       cache::kTemporary, "/*"));
    } else {
      Good("leftovers", "none");
    }
  }

  void Quarantine(const cache::Directory& directory) {
    std::vector<std::string> names;
    files_.List(directory.file(), cache::kQuarantine, kMaxNames, &names);
    if (names.empty()) {
      Good("quarantine", "empty");
      return;
    }
    Bad("quarantine", absl::StrCat(names.size(), " damaged entries were set aside"),
        absl::StrCat("if it was not a power loss, check the disk; then rm ",
                     ShellQuoted(dir_), "/", cache::kQuarantine, "/*"));
  }

  void Lock(const cache::Directory& directory) {
    const int lock = files_.OpenLocked(directory.file(), kGcLock);
    if (lock >= 0) {
      files_.Close(lock);
      Good("lock", "free");
    } else if (lock == -EWOULDBLOCK) {
      Good("lock", "another process is removing entries now");
    } else if (lock == -EROFS || lock == -EACCES) {
      Good("lock", "not needed: the directory is read-only");
    } else {
      Bad("lock", absl::StrCat(kGcLock, ": ", std::strerror(-lock)),
          "use a file system with flock, or run tilewright cache gc elsewhere");
    }
  }

  void WritingAndClock(const cache::Directory& directory) {
    const std::string path = absl::StrCat(cache::kTemporary, "/", cache::UniqueName());
    directory.MakeFolder(cache::kTemporary);
    const int written = directory.WriteAtomically(path, "x");
    if (written < 0) {
      Bad("writing", std::strerror(-written),
          "set TILEWRIGHT_CACHE=ro if it is meant to be read only");
      return;
    }
    cache::FileInfo info;
    const int found = files_.StatAt(directory.file(), path, &info);
    files_.Remove(directory.file(), path);
    Good("writing", "new entries can be made");
    if (found < 0) return;
    const int64_t skew = info.modified - files_.Now();
    if (std::abs(skew) > kClockSlackSeconds) {
      Bad("clock", absl::StrCat("the file system's is ", skew, " s off this machine's"),
          "set both clocks; limits by age go by them");
    } else {
      Good("clock", "agrees with the file system's");
    }
  }

  void Space() {
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(dir_, error);
    if (error || space.capacity == 0) return;
    const double share =
        static_cast<double>(space.available) / static_cast<double>(space.capacity);
    const std::string detail = absl::StrFormat(
        "%.1f GB free, %.0f %%", static_cast<double>(space.available) / 1e9, 100 * share);
    if (space.available < (uint64_t{256} << 20)) {
      Bad("disk space", detail, "tilewright cache gc --max-bytes=...");
    } else {
      Good("disk space", detail);
    }
  }

  // A place that answers may give what is refused.
  void Refusals(const cache::Directory& directory) {
    const absl::StatusOr<cache::Stats> stats = cache::ReadStats(directory);
    if (!stats.ok()) return;
    for (const auto& [tier, counters] : stats->tiers) {
      const std::string trouble = cache::TroubleText(counters);
      if (trouble.empty()) continue;
      Bad("other stores", absl::StrCat(tier, ": counted so far: ", trouble),
          "check who writes there and with which key; tilewright cache stats --reset "
          "forgets it");
    }
  }

  // Every shared directory and remote store is asked once.
  void FurtherOut() {
    std::vector<std::string> problems;
    const absl::StatusOr<std::unique_ptr<cache::Tiers>> tiers =
        api::OpenTiers(dir_, &problems);
    // What is wrong with the local directory's own settings is told above.
    for (const std::string& problem : problems) {
      Bad("other stores", problem, "see docs/sharing.md");
    }
    if (!tiers.ok()) return;
    for (const std::unique_ptr<cache::Tier>& tier : (*tiers)->outer()) {
      const absl::Status reached = tier->Reach();
      if (reached.ok()) {
        Good("other stores", absl::StrCat(tier->name(), ": answers"));
      } else {
        Bad("other stores", absl::StrCat(tier->name(), ": ", reached.message()),
            "check address, server and credentials; until then it is left alone");
      }
    }
  }

  cache::FileSystem& files_ = cache::FileSystem::Real();
  const std::string dir_;
  std::vector<CacheFinding> findings_;
};

}  // namespace

std::vector<CacheFinding> ExamineCache(const CacheOptions& options) {
  return Examination(options.dir.empty() ? cache::DefaultDirectory() : options.dir).Run();
}

}  // namespace tilewright
