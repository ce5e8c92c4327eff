#include "support/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <optional>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "support/files.h"
#include "support/status_macros.h"

namespace tilewright {
namespace {

constexpr int kMostLinks = 40;  // as Linux has it

// "a/b/c" to "a/b/".
std::string FolderWithSlash(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// The descriptor of this process that the path is a name of.
std::optional<int> DescriptorNamed(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  absl::string_view number = path;
  int descriptor = -1;
  const bool named = absl::ConsumePrefix(&number, "/dev/fd/") ||
                     absl::ConsumePrefix(&number, "/proc/self/fd/");
  if (!named || !absl::SimpleAtoi(number, &descriptor) || descriptor < 0) {
    return std::nullopt;
  }
  return descriptor;
}

// Where a link, or one after the other, leads; what is there may be missing. Stops at a
// descriptor's name.
std::string FollowLinks(std::string path) {
  for (int i = 0; i < kMostLinks && !DescriptorNamed(path).has_value(); ++i) {
    std::array<char, PATH_MAX> target;
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
    if (length <= 0) break;
    const std::string next(target.data(), static_cast<size_t>(length));
    path = next[0] == '/' ? next : FolderWithSlash(path) + next;
  }
  return path;
}

}  // namespace

absl::Status OutputFile::Failed(int error) const {
  return FileError(error, "cannot write", path_);
}

absl::Status OutputFile::OpenDirectly(const std::string& path, int flags) {
  file_ = ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC | flags);
  return file_ < 0 ? Failed(errno) : absl::OkStatus();
}

absl::Status OutputFile::OpenBeside(uint32_t mode) {
  static std::atomic<uint64_t> counter{0};  // distinct names within the process
  struct stat old;
  const bool replaces = ::stat(place_.c_str(), &old) == 0;
  do {
    temporary_ = absl::StrCat(FolderWithSlash(place_), ".tilewright-", ::getpid(), "-",
                              counter.fetch_add(1));
    file_ = ::open(temporary_.c_str(),
                   O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  } while (file_ < 0 && errno == EEXIST);
  if (file_ < 0) {
    const int error = errno;
    temporary_.clear();
    const bool no_new_files = error == EACCES || error == EPERM || error == EROFS;
    if (replaces && no_new_files) return OpenDirectly(place_, O_TRUNC);
    return Failed(error);
  }
  // What others may do with the file is not for us to change.
  if (replaces && ::fchmod(file_, old.st_mode & 0777) != 0) return Failed(errno);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(const std::string& path,
                                                               uint32_t mode) {
  std::unique_ptr<OutputFile> file = absl::WrapUnique(new OutputFile(path));
  file->place_ = FollowLinks(path);
  if (const std::optional<int> descriptor = DescriptorNamed(file->place_)) {
    file->file_ = ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0);
    if (file->file_ < 0) return file->Failed(errno);
    return file;
  }
  struct stat info;
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) return file->Failed(EISDIR);
    TW_RETURN_IF_ERROR(file->OpenDirectly(path, 0));
    return file;
  }
  if (file->place_.empty() || file->place_.back() == '/') return file->Failed(ENOENT);
  if (::lstat(file->place_.c_str(), &info) == 0 && S_ISLNK(info.st_mode)) {
    return file->Failed(ELOOP);
  }
  TW_RETURN_IF_ERROR(file->OpenBeside(mode));
  return file;
}

OutputFile::~OutputFile() {
  if (file_ < 0) return;
  ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

int WriteWhole(int file, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return 0;
}

absl::Status OutputFile::Write(absl::string_view bytes) {
  const int error = WriteWhole(file_, bytes);
  return error == 0 ? absl::OkStatus() : Failed(error);
}

absl::Status OutputFile::Finish(bool durable) {
  // Some file systems tell about a failed write only when they sync or close. Devices
  // and pipes have nothing to sync.
  if (durable && !temporary_.empty() && ::fsync(file_) != 0) return Failed(errno);
  const int closed = ::close(std::exchange(file_, -1));
  int error = closed == 0 ? 0 : errno;
  if (temporary_.empty()) return error == 0 ? absl::OkStatus() : Failed(error);
  if (error == 0 && ::rename(temporary_.c_str(), place_.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary_.c_str());
    return Failed(error);
  }
  if (!durable) return absl::OkStatus();
  const std::string folder = FolderWithSlash(place_);
  const int opened =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened >= 0) {
    ::fsync(opened);
    ::close(opened);
  }
  return absl::OkStatus();
}

absl::Status WriteOutput(const std::string& path, absl::string_view bytes) {
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file, OutputFile::Create(path));
  TW_RETURN_IF_ERROR(file->Write(bytes));
  return file->Finish();
}

}  // namespace tilewright
