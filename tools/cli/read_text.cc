#include "tools/cli/read_text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tilewright::tools {
namespace {

// More is no text that anybody wrote, and no path (/dev/zero) is to fill the memory.
constexpr size_t kMostBytes = size_t{1} << 30;

absl::Status Failed(const std::string& name, int error) {
  const std::string message =
      absl::StrCat("cannot read ", name, ": ", std::strerror(error));
  return error == ENOENT ? absl::NotFoundError(message) : absl::UnavailableError(message);
}

absl::StatusOr<std::string> ReadAll(int descriptor, const std::string& name) {
  std::string text;
  char bytes[1 << 16];
  while (true) {
    const ssize_t got = ::read(descriptor, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Failed(name, errno);
    if (got == 0) break;
    text.append(bytes, static_cast<size_t>(got));
    if (text.size() > kMostBytes) return Failed(name, EFBIG);
  }
  constexpr char kByteOrderMark[] = "\xef\xbb\xbf";
  if (absl::StartsWith(text, kByteOrderMark)) text.erase(0, 3);
  return text;
}

}  // namespace

absl::StatusOr<std::string> ReadText(const std::string& path) {
  if (path == "-") return ReadAll(STDIN_FILENO, "standard input");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Failed(path, errno);
  absl::StatusOr<std::string> text = ReadAll(descriptor, path);
  ::close(descriptor);
  return text;
}

}  // namespace tilewright::tools
