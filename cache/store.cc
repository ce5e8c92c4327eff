#include "cache/store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr char kObjects[] = "objects";
constexpr char kTemporary[] = "tmp";
constexpr char kQuarantine[] = "quarantine";
constexpr size_t kMaxQuarantined = 16;
// A writer that has not finished for so long is dead.
constexpr int64_t kLeftoverSeconds = 3600;
constexpr size_t kMaxLeftovers = 256;

std::string Shard(const std::string& name) {
  return absl::StrCat(kObjects, "/", name.substr(0, 2));
}

std::string EntryPath(const std::string& name) {
  return absl::StrCat(Shard(name), "/", name, ".two");
}

uint64_t RandomNumber() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

bool OthersMayWrite(uint32_t mode) { return (mode & 022) != 0; }

}  // namespace

// An open directory.
class ObjectStore::Directory {
 public:
  Directory(FileSystem& files, int file) : files_(files), file_(file) {}
  ~Directory() { files_.Close(file_); }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  int file() const { return file_; }

 private:
  FileSystem& files_;
  const int file_;
};

std::optional<Mode> FindMode(absl::string_view name) {
  if (name == "off") return Mode::kOff;
  if (name == "ro") return Mode::kReadOnly;
  if (name == "rw") return Mode::kReadWrite;
  if (name == "verify") return Mode::kVerify;
  return std::nullopt;
}

std::string DefaultDirectory() {
  const char* const own = std::getenv("TILEWRIGHT_CACHE_DIR");
  if (own != nullptr && *own != '\0') return own;
  const char* const xdg = std::getenv("XDG_CACHE_HOME");
  if (xdg != nullptr && *xdg == '/') return absl::StrCat(xdg, "/tilewright");
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return absl::StrCat(home, "/.cache/tilewright");
  return "";
}

ObjectStore::ObjectStore(const Options& options, FileSystem& files)
    : files_(files),
      dir_(options.mode == Mode::kOff ? "" : options.dir),
      mode_(options.mode),
      durable_(options.durable),
      random_(RandomNumber()) {}

ObjectStore::~ObjectStore() = default;

absl::StatusOr<std::shared_ptr<ObjectStore::Directory>> ObjectStore::OpenDirectory(
    FileSystem& files, const std::string& path, bool create) {
  int file = files.OpenDirectory(path);
  if (file == -ENOENT && create) {
    const int made = files.MakePath(path);
    if (made < 0) {
      return absl::UnavailableError(absl::StrCat(
          "cache directory ", path, " cannot be made: ", std::strerror(-made)));
    }
    file = files.OpenDirectory(path);
  }
  if (file < 0) {
    return absl::UnavailableError(absl::StrCat(
        "cache directory ", path, " cannot be opened: ", std::strerror(-file)));
  }
  std::shared_ptr<Directory> directory = std::make_shared<Directory>(files, file);
  FileInfo info;
  const int result = files.Stat(file, &info);
  if (result < 0) {
    return absl::UnavailableError(
        absl::StrCat("cache directory ", path, ": ", std::strerror(-result)));
  }
  if (info.owner != files.User()) {
    return absl::FailedPreconditionError(
        absl::StrCat("cache directory ", path, " belongs to user ", info.owner,
                     ", not to user ", files.User(),
                     ": what it holds would be run. Name a directory of your own in "
                     "TILEWRIGHT_CACHE_DIR"));
  }
  if (OthersMayWrite(info.mode)) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "cache directory %s may be written to by others (mode %04o): what it holds "
        "would be run. Mend it with: chmod go-w '%s'",
        path, info.mode, path));
  }
  return directory;
}

absl::StatusOr<std::unique_ptr<ObjectStore>> ObjectStore::Open(const Options& options) {
  Options chosen = options;
  FileSystem& files = options.files == nullptr ? FileSystem::Real() : *options.files;
  if (chosen.mode == Mode::kOff) {
    return absl::WrapUnique(new ObjectStore(chosen, files));
  }
  if (chosen.dir.empty()) chosen.dir = DefaultDirectory();
  if (chosen.dir.empty()) {
    return absl::UnavailableError(
        "no cache directory: set TILEWRIGHT_CACHE_DIR, XDG_CACHE_HOME or HOME");
  }
  std::unique_ptr<ObjectStore> store = absl::WrapUnique(new ObjectStore(chosen, files));
  const bool writes = chosen.mode != Mode::kReadOnly;
  TW_ASSIGN_OR_RETURN(store->directory_, OpenDirectory(files, store->dir_, writes));
  if (writes) store->RemoveLeftovers(store->directory_->file());
  return store;
}

std::shared_ptr<ObjectStore::Directory> ObjectStore::directory() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return directory_;
}

std::shared_ptr<ObjectStore::Directory> ObjectStore::Reopen() {
  absl::StatusOr<std::shared_ptr<Directory>> directory =
      OpenDirectory(files_, dir_, /*create=*/true);
  if (!directory.ok()) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  directory_ = *directory;
  return directory_;
}

Counters ObjectStore::counters() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return counters_;
}

std::string ObjectStore::UniqueName() {
  return absl::StrFormat("%d-%016x-%d", getpid(), random_, next_number_.fetch_add(1));
}

std::optional<std::string> ObjectStore::ReadFile(int dir, const std::string& path) {
  const auto count = [this](int64_t Counters::* counter) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++(counters_.*counter);
    return std::nullopt;
  };
  const int file = files_.OpenToRead(dir, path);
  if (file == -ENOENT || file == -ESTALE || file == -ENOTDIR) return std::nullopt;
  if (file == -ELOOP) return count(&Counters::foreign);
  if (file < 0) return count(&Counters::read_errors);
  // Closes on every way out.
  const Directory closer(files_, file);
  FileInfo info;
  if (files_.Stat(file, &info) < 0) return count(&Counters::read_errors);
  if (!info.is_regular || info.owner != files_.User() || OthersMayWrite(info.mode)) {
    return count(&Counters::foreign);
  }
  std::string bytes;
  if (info.size < 0 || static_cast<uint64_t>(info.size) > kMaxEntryBytes) {
    // An empty string is no entry: the caller sees damage.
    return bytes;
  }
  bytes.resize(static_cast<size_t>(info.size));
  size_t have = 0;
  while (have < bytes.size()) {
    const int64_t got = files_.ReadAt(file, bytes.data() + have, bytes.size() - have,
                                      static_cast<int64_t>(have));
    if (got < 0) return count(&Counters::read_errors);
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  bytes.resize(have);
  return bytes;
}

std::optional<Entry> ObjectStore::Find(const Manifest& manifest) {
  const std::shared_ptr<Directory> directory = this->directory();
  if (directory == nullptr) return std::nullopt;  // off
  const std::string text = manifest.Text();
  const std::string name = manifest.Name();
  std::optional<std::string> bytes = ReadFile(directory->file(), EntryPath(name));
  absl::StatusOr<Entry> entry = absl::NotFoundError("");
  if (bytes.has_value()) entry = Entry::Decode(*std::move(bytes));
  const bool damaged = absl::IsDataLoss(entry.status());
  // Before the lock: it calls the system.
  if (damaged) SetAside(directory->file(), name);
  std::lock_guard<std::mutex> lock(mutex_);
  if (entry.ok() && entry->manifest() == text) {
    ++counters_.hits;
    counters_.bytes_read += static_cast<int64_t>(entry->size());
    return *std::move(entry);
  }
  ++counters_.misses;
  if (entry.ok()) ++counters_.collisions;
  if (damaged) ++counters_.damaged;
  if (absl::IsUnimplemented(entry.status())) ++counters_.unknown_format;
  return std::nullopt;
}

int ObjectStore::WriteNew(int dir, const std::string& path, absl::string_view bytes) {
  const int file = files_.OpenNew(dir, path);
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
  if (result == 0 && durable_) result = files_.Sync(file);
  // Some file systems tell about a failed write only here.
  const int closed = files_.Close(file);
  if (result == 0) result = closed;
  if (result < 0) files_.Remove(dir, path);
  return result;
}

int ObjectStore::PublishIn(int dir, const std::string& name, absl::string_view bytes) {
  const std::string temporary = absl::StrCat(kTemporary, "/", UniqueName());
  int result = WriteNew(dir, temporary, bytes);
  if (result == -ENOENT) {
    const int made = files_.MakeDirectory(dir, kTemporary);
    if (made < 0 && made != -EEXIST) return made;
    result = WriteNew(dir, temporary, bytes);
  }
  if (result < 0) return result;
  const std::string path = EntryPath(name);
  result = files_.Rename(dir, temporary, path);
  if (result == -ENOENT) {
    files_.MakeDirectory(dir, kObjects);
    files_.MakeDirectory(dir, Shard(name));
    result = files_.Rename(dir, temporary, path);
  }
  if (result < 0) {
    files_.Remove(dir, temporary);
    return result;
  }
  if (durable_) {
    const int shard = files_.OpenToRead(dir, Shard(name));
    if (shard >= 0) {
      files_.Sync(shard);
      files_.Close(shard);
    }
  }
  return 0;
}

bool ObjectStore::Publish(const Manifest& manifest,
                          const std::vector<Section>& sections) {
  std::shared_ptr<Directory> directory = this->directory();
  if (directory == nullptr || mode_ == Mode::kReadOnly) return false;
  absl::StatusOr<std::string> bytes = EncodeEntry(manifest.Text(), sections);
  int result = -EINVAL;
  if (bytes.ok()) {
    result = PublishIn(directory->file(), manifest.Name(), *bytes);
    // The directory itself may have been removed since it was opened.
    if (result == -ENOENT && (directory = Reopen()) != nullptr) {
      result = PublishIn(directory->file(), manifest.Name(), *bytes);
    }
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (result < 0) {
    ++counters_.publish_errors;
    return false;
  }
  ++counters_.published;
  counters_.bytes_written += static_cast<int64_t>(bytes->size());
  return true;
}

void ObjectStore::Quarantine(const Manifest& manifest) {
  const std::shared_ptr<Directory> directory = this->directory();
  if (directory == nullptr) return;
  SetAside(directory->file(), manifest.Name());
  std::lock_guard<std::mutex> lock(mutex_);
  ++counters_.damaged;
}

// Another process may have replaced the entry with a good one by now: then that
// goes, and is made again. Failures do not matter; the next entry published
// under the name replaces the damaged one.
void ObjectStore::SetAside(int dir, const std::string& name) {
  if (mode_ == Mode::kReadOnly) return;
  files_.MakeDirectory(dir, kQuarantine);
  const std::string aside =
      absl::StrFormat("%s/%012d-%s-%s", kQuarantine, files_.Now(), name, UniqueName());
  if (files_.Rename(dir, EntryPath(name), aside) < 0) return;
  std::vector<std::string> names;
  if (files_.List(dir, kQuarantine, 16 * kMaxQuarantined, &names) < 0) return;
  if (names.size() <= kMaxQuarantined) return;
  std::sort(names.begin(), names.end());  // oldest first
  for (size_t i = 0; i < names.size() - kMaxQuarantined; ++i) {
    files_.Remove(dir, absl::StrCat(kQuarantine, "/", names[i]));
  }
}

void ObjectStore::RemoveLeftovers(int dir) {
  std::vector<std::string> names;
  if (files_.List(dir, kTemporary, kMaxLeftovers, &names) < 0) return;
  const int64_t now = files_.Now();
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(kTemporary, "/", name);
    const int file = files_.OpenToRead(dir, path);
    if (file < 0) continue;
    FileInfo info;
    const bool old =
        files_.Stat(file, &info) == 0 && now - info.modified > kLeftoverSeconds;
    files_.Close(file);
    if (old) files_.Remove(dir, path);
  }
}

}  // namespace tilewright::cache
