// A cache directory that is open and trusted, and the files in it.
//
//   objects/a/<32 hex>.two    entries; `a` is the name's first digit
//   tmp/                      entries while they are written
//   quarantine/               the last damaged ones
//   stats/<yyyy-mm>.log       what happened (cache/store/stats.h)
//   gc.lock, gc.state         of who removes entries (cache/store/gc.h)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "cache/store/file_system.h"

namespace tilewright::cache {

inline constexpr char kObjects[] = "objects";
inline constexpr char kTemporary[] = "tmp";
inline constexpr char kQuarantine[] = "quarantine";
inline constexpr char kStats[] = "stats";
// Few: in a new directory a put has to make its folder, which takes a file system as
// long as a file does.
inline constexpr int kShards = 16;
inline constexpr size_t kMaxQuarantined = 16;

// 32 lower-case hex digits.
bool IsEntryName(absl::string_view name);
// "objects/a"
std::string ShardPath(int shard);
// The shard that an entry of this name is in: its first digit.
int ShardOf(absl::string_view name);
// "objects/a/<name>.two"
std::string EntryPath(absl::string_view name);
// A name that no other call, in no process, gives.
std::string UniqueName();

// What came of reading a file.
struct FileBytes {
  enum class Outcome {
    kRead,
    kAbsent,
    kForeign,  // another's, a link, not a plain file, or writable by others
    kFailed,   // the system's error
  };
  Outcome outcome = Outcome::kAbsent;
  std::string bytes;  // empty, too, for a file beyond the bound
  int64_t modified = 0;
};

// Thread-safe. Paths are relative to the directory.
class Directory {
 public:
  struct Options {
    bool create = false;
    // Owners and modes are not looked at, and files are made for others to read:
    // whoever opens it so has to require signatures.
    bool shared = false;
  };
  // FailedPrecondition, with the command that mends it, for a directory, or one of
  // the folders in it, that is not the user's own or that others may write to;
  // Unavailable when it cannot be made or opened.
  static absl::StatusOr<std::shared_ptr<const Directory>> Open(FileSystem& files,
                                                               const std::string& path,
                                                               const Options& options);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  const std::string& path() const { return path_; }
  bool shared() const { return shared_; }
  FileSystem& files() const { return files_; }
  int file() const { return file_; }

  // Whether a file of `size` bytes can be what its first ones (kFirstBytes, or all) say.
  using Fits = bool (*)(absl::string_view first, uint64_t size);
  static constexpr size_t kFirstBytes = size_t{64} << 10;

  // The whole file, or its first `prefix` bytes where that is not 0. Files larger
  // than `max_bytes` are not read; of those that do not fit, the first bytes are.
  FileBytes Read(const std::string& path, uint64_t max_bytes, size_t prefix = 0,
                 Fits fits = nullptr) const;
  // Readers see the whole file or what was there before. 0, or -errno.
  int WriteAtomically(const std::string& path, absl::string_view bytes,
                      bool durable = false) const;
  // 0, also when it is there, or -errno.
  int MakeFolder(const std::string& path) const;
  // Moves an entry to quarantine/, which keeps the last kMaxQuarantined. Failures
  // do not matter; the next entry published under the name replaces this one.
  void SetAside(absl::string_view name) const;

 private:
  Directory(FileSystem& files, int file, std::string path, bool shared)
      : files_(files), file_(file), path_(std::move(path)), shared_(shared) {}
  absl::Status CheckTrust() const;
  absl::Status CheckTrustOf(const FileInfo& info, const std::string& path) const;
  // Until there are `wanted` bytes, or the file ends. 0, or -errno.
  int ReadUpTo(int file, size_t wanted, std::string* bytes) const;
  int WriteNew(const std::string& path, absl::string_view bytes, bool durable) const;

  FileSystem& files_;
  const int file_;
  const std::string path_;
  const bool shared_;
};

}  // namespace tilewright::cache
