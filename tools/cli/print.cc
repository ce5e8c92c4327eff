#include "tools/cli/print.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "tilewright/npy.h"
#include "tools/cli/text.h"

namespace tilewright::tools {

void TakeClosedDescriptors() {
  for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The least that is free is this one. Not for what it is there for: reading from
    // it, or writing to it, fails as it would have.
    if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

ExitCode PrintText(const std::string& text) { return PrintBytes(Printable(text)); }

ExitCode PrintBytes(const std::string& text) {
  static bool failed = false;
  if (failed) return kInputOutput;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
      std::fflush(stdout) == 0) {
    return kFine;
  }
  failed = true;
  return Report({kInputOutput, absl::StrCat("cannot write to standard output: ",
                                            std::strerror(errno))});
}

bool IsStandardOutput(const std::string& path) {
  return path == "-" || path == "/dev/stdout";
}

ExitCode WriteResult(const std::string& path, const std::string& bytes) {
  if (path == "-") return PrintBytes(bytes);
  const absl::Status written = WriteFile(path, bytes);
  return written.ok() ? kFine : Report({kInputOutput, std::string(written.message())});
}

}  // namespace tilewright::tools
