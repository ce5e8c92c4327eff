#include "cache/store/directory.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

bool OthersMayWrite(uint32_t mode) { return (mode & 022) != 0; }

absl::Status Unavailable(const std::string& path, const char* what, int result) {
  return absl::UnavailableError(
      absl::StrCat("cache directory ", path, " ", what, ": ", std::strerror(-result)));
}

// Closes a descriptor on every way out.
class Closer {
 public:
  Closer(FileSystem& files, int file) : files_(files), file_(file) {}
  ~Closer() { files_.Close(file_); }
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;

 private:
  FileSystem& files_;
  const int file_;
};

}  // namespace

bool IsEntryName(absl::string_view name) {
  return name.size() == 32 &&
         name.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

std::string ShardPath(int shard) { return absl::StrCat(kObjects, "/", absl::Hex(shard)); }

int ShardOf(absl::string_view name) {
  return name[0] <= '9' ? name[0] - '0' : name[0] - 'a' + 10;
}

std::string EntryPath(absl::string_view name) {
  return absl::StrCat(kObjects, "/", name.substr(0, 1), "/", name, ".two");
}

std::string UniqueName() {
  // The number tells processes of equal ids apart, on other hosts or after a fork.
  static const uint64_t random = FileSystem::Real().Random();
  static std::atomic<uint64_t> next{0};
  return absl::StrFormat("%d-%016x-%d", getpid(), random, next.fetch_add(1));
}

absl::StatusOr<std::shared_ptr<const Directory>> Directory::Open(FileSystem& files,
                                                                 const std::string& path,
                                                                 const Options& options) {
  int file = files.OpenDirectory(path);
  if (file == -ENOENT && options.create) {
    const int made = files.MakePath(path);
    if (made < 0) return Unavailable(path, "cannot be made", made);
    file = files.OpenDirectory(path);
    // ext4 passes over what was deleted near by in the last minutes, inode by inode: next
    // to a build tree that was just cleaned, making a file takes a millisecond.
    if (file >= 0) files.SpreadFolders(file);
  }
  if (file == -ENOENT) {
    return absl::UnavailableError(
        absl::StrCat("there is no cache directory ", path, "; the first run makes it"));
  }
  if (file < 0) return Unavailable(path, "cannot be opened", file);
  const std::shared_ptr<const Directory> directory =
      absl::WrapUnique(new Directory(files, file, path, options.shared));
  if (!options.shared) TW_RETURN_IF_ERROR(directory->CheckTrust());
  return directory;
}

Directory::~Directory() { files_.Close(file_); }

absl::Status Directory::CheckTrustOf(const FileInfo& info,
                                     const std::string& path) const {
  if (!info.is_directory) {
    return absl::FailedPreconditionError(
        absl::StrCat("cache directory ", path_, ": ", path,
                     " is not a folder. Mend it with: rm ", ShellQuoted(path)));
  }
  if (info.owner != files_.User()) {
    return absl::FailedPreconditionError(
        absl::StrCat("cache directory ", path, " belongs to user ", info.owner,
                     ", not to user ", files_.User(),
                     ": what it holds would be run. Name a directory of your own in "
                     "TILEWRIGHT_CACHE_DIR"));
  }
  if (OthersMayWrite(info.mode)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "cache directory %s may be written to by others (mode %04o): what it holds "
        "would be run. Mend it with: chmod go-w %s",
        path, info.mode, ShellQuoted(path)));
  }
  return absl::OkStatus();
}

// Shards are not looked at one by one: an entry's own owner and mode are, and no
// link is followed on the way to it.
absl::Status Directory::CheckTrust() const {
  FileInfo info;
  int result = files_.Stat(file_, &info);
  if (result < 0) return Unavailable(path_, "cannot be read", result);
  TW_RETURN_IF_ERROR(CheckTrustOf(info, path_));
  for (const char* const folder : {kObjects, kTemporary, kQuarantine, kStats}) {
    result = files_.StatAt(file_, folder, &info);
    if (result == -ENOENT) continue;
    if (result < 0) return Unavailable(path_, "cannot be read", result);
    TW_RETURN_IF_ERROR(CheckTrustOf(info, absl::StrCat(path_, "/", folder)));
  }
  return absl::OkStatus();
}

FileBytes Directory::Read(const std::string& path, uint64_t max_bytes, size_t prefix,
                          Fits fits) const {
  using Outcome = FileBytes::Outcome;
  FileBytes read;
  const auto with = [&read](Outcome outcome) {
    read.outcome = outcome;
    return std::move(read);
  };
  const int file = files_.OpenToRead(file_, path);
  if (file == -ENOENT || file == -ESTALE || file == -ENOTDIR) {
    return with(Outcome::kAbsent);
  }
  if (file == -ELOOP) return with(Outcome::kForeign);
  if (file < 0) return with(Outcome::kFailed);
  const Closer closer(files_, file);
  FileInfo info;
  const int result = files_.Stat(file, &info);
  if (result == -ESTALE) return with(Outcome::kAbsent);
  if (result < 0) return with(Outcome::kFailed);
  const bool trusted =
      shared_ || (info.owner == files_.User() && !OthersMayWrite(info.mode));
  if (!info.is_regular || !trusted) return with(Outcome::kForeign);
  read.modified = info.modified;
  if (info.size < 0 || static_cast<uint64_t>(info.size) > max_bytes) {
    return with(Outcome::kRead);
  }
  const uint64_t size = static_cast<uint64_t>(info.size);
  size_t wanted = static_cast<size_t>(info.size);
  if (prefix != 0) wanted = std::min(wanted, prefix);
  // A file of a gigabyte of nothing takes a reader seconds, and no writer's disk.
  int result_of_read = ReadUpTo(file, std::min(wanted, kFirstBytes), &read.bytes);
  const bool whole = result_of_read == 0 && (fits == nullptr || fits(read.bytes, size));
  if (whole && wanted > kFirstBytes) result_of_read = ReadUpTo(file, wanted, &read.bytes);
  if (result_of_read < 0) {
    read.bytes.clear();
    return with(result_of_read == -ESTALE ? Outcome::kAbsent : Outcome::kFailed);
  }
  return with(Outcome::kRead);
}

int Directory::ReadUpTo(int file, size_t wanted, std::string* bytes) const {
  size_t have = bytes->size();
  bytes->resize(wanted);
  while (have < wanted) {
    const int64_t got = files_.ReadAt(file, bytes->data() + have, wanted - have,
                                      static_cast<int64_t>(have));
    if (got < 0) return static_cast<int>(got);
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  bytes->resize(have);
  return 0;
}

int Directory::MakeFolder(const std::string& path) const {
  const int made = files_.MakeDirectory(file_, path, shared_ ? 0777 : 0700);
  return made == -EEXIST ? 0 : made;
}

int Directory::WriteNew(const std::string& path, absl::string_view bytes,
                        bool durable) const {
  const int file = files_.OpenNew(file_, path, shared_ ? 0644 : 0600);
  if (file < 0) return file;
  int result = 0;
  while (!bytes.empty() && result == 0) {
    const int64_t written = files_.Write(file, bytes.data(), bytes.size());
    if (written <= 0) {
      result = written < 0 ? static_cast<int>(written) : -EIO;
    } else {
      bytes.remove_prefix(std::min<size_t>(bytes.size(), static_cast<size_t>(written)));
    }
  }
  if (result == 0 && durable) result = files_.Sync(file);
  // Some file systems tell about a failed write only here.
  const int closed = files_.Close(file);
  if (result == 0) result = closed;
  if (result < 0) files_.Remove(file_, path);
  return result;
}

int Directory::WriteAtomically(const std::string& path, absl::string_view bytes,
                               bool durable) const {
  const std::string temporary = absl::StrCat(kTemporary, "/", UniqueName());
  int result = WriteNew(temporary, bytes, durable);
  if (result == -ENOENT) {
    result = MakeFolder(kTemporary);
    if (result < 0) return result;
    result = WriteNew(temporary, bytes, durable);
  }
  if (result < 0) return result;
  result = files_.Rename(file_, temporary, path);
  if (result == -ENOENT) {
    for (size_t end = path.find('/'); end != std::string::npos;
         end = path.find('/', end + 1)) {
      MakeFolder(path.substr(0, end));
    }
    result = files_.Rename(file_, temporary, path);
  }
  if (result < 0) {
    files_.Remove(file_, temporary);
    return result;
  }
  const size_t folder_end = path.rfind('/');
  if (durable && folder_end != std::string::npos) {
    const int folder = files_.OpenToRead(file_, path.substr(0, folder_end));
    if (folder >= 0) {
      files_.Sync(folder);
      files_.Close(folder);
    }
  }
  return 0;
}

// Another process may have replaced the entry with a good one by now: then that
// goes, and is made again.
void Directory::SetAside(absl::string_view name) const {
  MakeFolder(kQuarantine);
  const std::string aside =
      absl::StrFormat("%s/%012d-%s-%s", kQuarantine, files_.Now(), name, UniqueName());
  if (files_.Rename(file_, EntryPath(name), aside) < 0) return;
  std::vector<std::string> names;
  if (files_.List(file_, kQuarantine, 16 * kMaxQuarantined, &names) < 0) return;
  if (names.size() <= kMaxQuarantined) return;
  std::sort(names.begin(), names.end());  // oldest first
  for (size_t i = 0; i < names.size() - kMaxQuarantined; ++i) {
    files_.Remove(file_, absl::StrCat(kQuarantine, "/", names[i]));
  }
}

}  // namespace tilewright::cache
