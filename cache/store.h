// A directory of cache entries.
//
// TRUST: an entry may hold machine code, and loading it is running it. Whoever
// may write to the directory may run code as the user who reads it. A store
// therefore takes only a directory that its user owns and nobody else may write
// to, and only files of which the same is true.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/entry.h"
#include "cache/file_system.h"
#include "cache/manifest.h"

namespace tilewright::cache {

enum class Mode {
  kOff,       // nothing is read or written
  kReadOnly,  // nothing is written, not even to set damage aside
  kReadWrite,
  kVerify,  // read and written; users make everything again and compare
};

// "off", "ro", "rw", "verify".
std::optional<Mode> FindMode(absl::string_view name);

// $TILEWRIGHT_CACHE_DIR, else $XDG_CACHE_HOME/tilewright, else
// $HOME/.cache/tilewright; "" when none of them is set. Relative values of the
// latter two are not used.
std::string DefaultDirectory();

// What happened since the store was opened.
struct Counters {
  int64_t hits = 0;
  int64_t misses = 0;          // every Find without an entry, whatever the reason
  int64_t damaged = 0;         // misses: the bytes are not an entry's
  int64_t foreign = 0;         // misses: another's file, a link, or writable by others
  int64_t collisions = 0;      // misses: an equal name, another manifest
  int64_t unknown_format = 0;  // misses: another version, a signature, a codec
  int64_t read_errors = 0;     // misses: the system's
  int64_t published = 0;
  int64_t publish_errors = 0;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

// Thread-safe. Several processes may share one directory: readers see a whole
// entry or none, and no call waits for another process.
//
//   objects/ab/<32 hex>.two   entries; `ab` is the name's first two digits
//   tmp/                      entries while they are written
//   quarantine/               the last damaged ones
class ObjectStore {
 public:
  struct Options {
    std::string dir;  // "" means DefaultDirectory()
    Mode mode = Mode::kReadWrite;
    // Entries survive a loss of power; otherwise a torn one is a miss.
    bool durable = false;
    FileSystem* files = nullptr;  // null: the system itself
  };

  // FailedPrecondition, with the command that mends it, for a directory that is
  // not the user's own or that others may write to; Unavailable when it cannot
  // be made or opened. A directory that is absent is made unless read-only.
  static absl::StatusOr<std::unique_ptr<ObjectStore>> Open(const Options& options);
  ~ObjectStore();

  // The entry whose manifest is equal to `manifest`, byte for byte. Trouble of
  // any kind is a miss, counted.
  std::optional<Entry> Find(const Manifest& manifest);

  // Keeps an entry; a later one replaces an earlier one. Trouble is counted and
  // otherwise ignored. Returns whether the entry was kept.
  bool Publish(const Manifest& manifest, const std::vector<Section>& sections);

  // Sets the entry aside as damaged: for users who find that its content is not
  // what it must be.
  void Quarantine(const Manifest& manifest);

  Mode mode() const { return mode_; }
  // "" when the mode is off.
  const std::string& dir() const { return dir_; }
  Counters counters() const;

 private:
  class Directory;

  ObjectStore(const Options& options, FileSystem& files);

  static absl::StatusOr<std::shared_ptr<Directory>> OpenDirectory(FileSystem& files,
                                                                  const std::string& path,
                                                                  bool create);
  std::shared_ptr<Directory> directory() const;
  // Opens the directory again if it was removed. Null if that fails.
  std::shared_ptr<Directory> Reopen();
  // The file's bytes; counts what went wrong.
  std::optional<std::string> ReadFile(int dir, const std::string& path);
  int PublishIn(int dir, const std::string& name, absl::string_view bytes);
  int WriteNew(int dir, const std::string& path, absl::string_view bytes);
  void SetAside(int dir, const std::string& name);
  void RemoveLeftovers(int dir);
  std::string UniqueName();

  FileSystem& files_;
  const std::string dir_;
  const Mode mode_;
  const bool durable_;
  const uint64_t random_;
  std::atomic<uint64_t> next_number_{0};
  mutable std::mutex mutex_;
  std::shared_ptr<Directory> directory_;  // guarded by mutex_
  Counters counters_;                     // guarded by mutex_
};

}  // namespace tilewright::cache
