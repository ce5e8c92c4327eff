// A directory of cache entries.
//
// TRUST: an entry may hold machine code, and loading it is running it. Whoever
// may write to the directory may run code as the user who reads it. A store
// therefore takes only a directory that its user owns and nobody else may write
// to, and only files of which the same is true.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/format/entry.h"
#include "cache/format/mac.h"
#include "cache/format/manifest.h"
#include "cache/store/counters.h"
#include "cache/store/directory.h"
#include "cache/store/file_system.h"
#include "cache/store/gc.h"
#include "cache/store/limits.h"

namespace tilewright::cache {

enum class Mode {
  kOff,       // nothing is read or written
  kReadOnly,  // nothing is written, not even to set damage aside
  kReadWrite,
  kVerify,  // read and written; users make everything again and compare
};

// "off", "ro", "rw", "verify".
std::optional<Mode> FindMode(absl::string_view name);
const char* ModeName(Mode mode);

// The setting mode; a value that means nothing is off, which changes and believes
// nothing.
Mode ModeFromSettings();

// The setting dir, else $XDG_CACHE_HOME/tilewright, else
// $HOME/.cache/tilewright; "" when none of them is set. Relative values of the
// latter two are not used.
std::string DefaultDirectory();

// Why an object or plan was not used although its entry is sound.
enum class Refusal { kMachine, kImports, kConstructors, kContent };

// Thread-safe. Several processes may share one directory: readers see a whole
// entry or none, and no call waits for another process.
// cache/store/directory.h has the layout.
class ObjectStore {
 public:
  struct Options {
    std::string dir;  // "" means DefaultDirectory()
    Mode mode = Mode::kReadWrite;
    // Entries survive a loss of power; otherwise a torn one is a miss.
    bool durable = false;
    Policy policy = Policy::kOwner;
    // Entries are written with its signature. Needed for Policy::kMacRequired.
    std::shared_ptr<const MacKey> key;
    // Others own the directory or write to it too. Needs Policy::kMacRequired;
    // nothing is removed or counted in it.
    bool shared = false;
    // Kept by removing entries now and then.
    Limits limits;
    // GcOptions::current.
    std::map<std::string, std::string> current;
    FileSystem* files = nullptr;  // null: the system itself
  };

  // Policy, key and limits as the settings say, the rest as above; of a policy that means
  // nothing the strict one. The errors are those of MacKey::FromFile.
  static absl::StatusOr<Options> OptionsFromSettings();

  // FailedPrecondition, with the command that mends it, for a directory that is
  // not the user's own or that others may write to, and for a policy without the
  // key it needs; Unavailable when it cannot be made or opened. A directory that is
  // absent is made unless read-only.
  static absl::StatusOr<std::unique_ptr<ObjectStore>> Open(const Options& options);
  // Counts what was not yet counted on disk.
  ~ObjectStore();

  // The entry whose manifest is equal to `manifest`, byte for byte. Trouble of
  // any kind is a miss, counted; `why`, unless null, is what it was, "" where there is
  // nothing.
  std::optional<Entry> Find(const Manifest& manifest, std::string* why = nullptr);

  // Keeps an entry; a later one replaces an earlier one. Trouble is counted and
  // otherwise ignored. Returns whether the entry was kept.
  bool Publish(const Manifest& manifest, const std::vector<Section>& sections);
  // As Publish, for an entry that was made elsewhere, signature and all.
  bool PublishEntry(const Entry& entry);
  // Writes `entry` again with these labels, under our key's signature where we have one.
  // One that another key has signed stays as it is: others may ask for that.
  bool Relabel(const Entry& entry, const std::vector<std::string>& labels);

  // Sets the entry aside: for users who find that its content is not what it must
  // be. A hit becomes a miss.
  void Refuse(const Manifest& manifest, Refusal reason);
  // Adds to the time that hits spared and that loading them took.
  void CountTime(int64_t saved_us, int64_t load_us);
  // Adds what happened elsewhere and is to be kept with this directory's statistics.
  void Count(const Counters& counters);

  // Appends what was counted since the last time to the directory's statistics.
  // Done now and then by itself, and at the end. Trouble is ignored.
  void WriteStats();

  Mode mode() const { return options_.mode; }
  // "" when the mode is off.
  const std::string& dir() const { return options_.dir; }
  // Null when the mode is off.
  std::shared_ptr<const Directory> directory() const;
  Counters counters() const;

 private:
  ObjectStore(const Options& options, FileSystem& files);

  bool writes() const {
    return options_.mode == Mode::kReadWrite || options_.mode == Mode::kVerify;
  }
  absl::StatusOr<std::shared_ptr<const Directory>> OpenDirectory(bool create) const;
  // Opens the directory again if it was removed. Null if that fails.
  std::shared_ptr<const Directory> Reopen();
  // Finds `entry`, or counts in `misses` why not.
  std::optional<Entry> Look(const Directory& directory, const std::string& name,
                            const std::string& text, Counters* misses);
  bool PublishBytes(const std::string& name, absl::string_view bytes);
  // After a put: keeps the limits, when it is time.
  void TidyAfter(const Directory& directory, int64_t bytes);
  GcOptions HowToCollect() const;
  void CountRemoved(const absl::StatusOr<GcReport>& report);

  FileSystem& files_;
  const Options options_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Directory> directory_;  // guarded by mutex_
  Counters counters_;                           // guarded by mutex_
  Counters written_;                            // guarded by mutex_: in stats/
  int64_t written_at_ = 0;                      // guarded by mutex_
  int64_t puts_since_tidy_ = 0;                 // guarded by mutex_
  int64_t bytes_since_tidy_ = 0;                // guarded by mutex_
};

}  // namespace tilewright::cache
