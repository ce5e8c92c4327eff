#include "cache/format/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "support/files.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

absl::Status CheckPrivate(absl::string_view what, const std::string& path,
                          const struct stat& info) {
  if (!S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat(what, " ", path, " is not a plain file"));
  }
  if (info.st_uid != geteuid()) {
    return absl::FailedPreconditionError(
        absl::StrCat(what, " ", path, " belongs to user ", info.st_uid, ", not to user ",
                     geteuid(), ". Make a copy of your own"));
  }
  if ((info.st_mode & 077) != 0) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s %s may be used by others (mode %04o). Mend it with: chmod 600 %s", what, path,
        info.st_mode & 07777, ShellQuoted(path)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<int> OpenPrivateFile(absl::string_view what, const std::string& path) {
  // O_NONBLOCK: a FIFO must not stop us.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return FileError(errno, absl::StrCat("cannot open ", what), path);
  struct stat info;
  const absl::Status status = fstat(file, &info) == 0
                                  ? CheckPrivate(what, path, info)
                                  : FileError(errno, "cannot read", path);
  if (status.ok()) return file;
  close(file);
  return status;
}

absl::StatusOr<std::string> ReadPrivateFile(absl::string_view what,
                                            const std::string& path, size_t max_bytes) {
  int file = -1;
  TW_ASSIGN_OR_RETURN(file, OpenPrivateFile(what, path));
  std::string bytes(max_bytes + 1, '\0');
  size_t have = 0;
  int error = 0;
  while (have < bytes.size()) {
    const ssize_t got = read(file, bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) error = errno;
    if (got <= 0) break;
    have += static_cast<size_t>(got);
  }
  close(file);
  if (error != 0) return FileError(error, absl::StrCat("cannot read ", what), path);
  if (have > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat(what, " ", path, " has more than ", max_bytes, " bytes"));
  }
  bytes.resize(have);
  return bytes;
}

}  // namespace tilewright::cache
