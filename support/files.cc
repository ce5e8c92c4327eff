#include "support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace tilewright {
namespace {

absl::StatusCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kUnavailable;
  }
}

// Closes on destruction.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  const int fd_;
};

}  // namespace

absl::Status FileError(int error_number, absl::string_view what,
                       const std::string& path) {
  return absl::Status(CodeOf(error_number),
                      absl::StrCat(what, " ", path, ": ", std::strerror(error_number)));
}

absl::StatusOr<std::string> ReadFile(const std::string& path, int64_t max_bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return FileError(errno, "cannot open", path);
  struct stat facts;
  if (::fstat(file.get(), &facts) != 0) return FileError(errno, "cannot read", path);
  if (S_ISDIR(facts.st_mode)) return FileError(EISDIR, "cannot read", path);
  std::string bytes;
  absl::Status too_large = absl::ResourceExhaustedError(
      absl::StrCat("cannot read ", path, ": larger than ", max_bytes, " bytes"));
  if (facts.st_size > max_bytes) return too_large;
  if (S_ISREG(facts.st_mode)) {
    bytes.reserve(facts.st_size + 1);
  } else if (max_bytes > kMaxStreamBytes) {
    max_bytes = kMaxStreamBytes;
    too_large = absl::UnavailableError(
        absl::StrCat("cannot read ", path, ": it has no end within 1 GiB"));
  }
  size_t used = 0;
  while (true) {
    if (static_cast<int64_t>(used) > max_bytes) return too_large;
    size_t room = bytes.capacity() > used ? bytes.capacity() - used : size_t{1} << 16;
    bytes.resize(used + room);
    ssize_t got = ::read(file.get(), bytes.data() + used, room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(errno, "cannot read", path);
    if (got == 0) break;
    used += static_cast<size_t>(got);
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace tilewright
