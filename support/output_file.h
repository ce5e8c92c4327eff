// Files that are written where a user says.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright {

// What a path names is written to, and nothing is put in its place but a file:
//   nothing yet, or a regular file  a new file beside it takes its name at the end, so
//                                   that readers see the old content or the new; where
//                                   the folder takes no file, the old one is overwritten
//   a link                          what it leads to, as here
//   a device, a FIFO                its bytes, as they come
//   /dev/stdout, /dev/fd/3          the open descriptor, at its place
class OutputFile {
 public:
  // `mode` is a new file's, less the umask; an old file keeps its own. Errors are
  // FileError's: Unavailable for a folder.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path,
                                                            uint32_t mode = 0666);
  // Without Finish, nothing stays of a new file.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  absl::Status Write(absl::string_view bytes);
  // Puts what was written under its name; `durable`: forced to the disk first.
  absl::Status Finish(bool durable = false);

 private:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}
  absl::Status OpenDirectly(const std::string& path, int flags);
  absl::Status OpenBeside(uint32_t mode);
  absl::Status Failed(int error) const;

  const std::string path_;  // as the user wrote it, for messages
  std::string place_;       // where links lead
  std::string temporary_;   // "": written directly
  int file_ = -1;
};

// All of `bytes` into an open file, at its place. 0, or the error's number: what was
// written before it stays.
int WriteWhole(int file, absl::string_view bytes);

// All of `bytes`, through OutputFile.
absl::Status WriteOutput(const std::string& path, absl::string_view bytes);

}  // namespace tilewright
