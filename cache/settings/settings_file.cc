#include "cache/settings/settings_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "support/files.h"
#include "support/output_file.h"
#include "support/shell_quote.h"
#include "support/status_macros.h"

namespace tilewright::cache {
namespace {

constexpr size_t kMaxFileBytes = 64 << 10;

// Whoever writes to it says where code is taken from.
absl::Status CheckTrust(const std::string& path, const struct stat& info) {
  if (!S_ISREG(info.st_mode)) {
    return absl::FailedPreconditionError(
        absl::StrCat("settings ", path, ": not a plain file"));
  }
  if (info.st_uid != ::geteuid()) {
    return absl::FailedPreconditionError(absl::StrCat("settings ", path,
                                                      " belong to user ", info.st_uid,
                                                      ", not to user ", ::geteuid()));
  }
  if ((info.st_mode & 022) != 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        "settings ", path, " may be written to by others. Mend it with: ", "chmod go-w ",
        ShellQuoted(path)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadText(const std::string& path, int file,
                                     const struct stat& info) {
  TW_RETURN_IF_ERROR(CheckTrust(path, info));
  std::string text(kMaxFileBytes + 1, '\0');
  size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::read(file, text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(errno, "cannot read settings", path);
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  if (have > kMaxFileBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("settings ", path, " have more than ", kMaxFileBytes, " bytes"));
  }
  text.resize(have);
  return text;
}

SettingsFile::Line ParseLine(absl::string_view text) {
  SettingsFile::Line line;
  line.text = std::string(text);
  const absl::string_view said = absl::StripAsciiWhitespace(text);
  line.is_said = !said.empty() && said[0] != '#';
  const size_t equals = said.find('=');
  if (!line.is_said || equals == absl::string_view::npos) return line;
  line.name = std::string(absl::StripAsciiWhitespace(said.substr(0, equals)));
  line.value = std::string(absl::StripAsciiWhitespace(said.substr(equals + 1)));
  return line;
}

// What tells that a file is as it was.
struct Stamp {
  std::string path;
  ino_t inode = 0;
  off_t size = -1;  // there is none
  int64_t changed_ns = 0;
  uid_t owner = 0;
  mode_t mode = 0;

  friend bool operator==(const Stamp&, const Stamp&) = default;
};

Stamp StampOf(const std::string& path, const struct stat& info) {
  return {path,         info.st_ino,
          info.st_size, int64_t{info.st_ctim.tv_sec} * 1000000000 + info.st_ctim.tv_nsec,
          info.st_uid,  info.st_mode};
}

std::shared_ptr<const SettingsFile> ReadNow(const std::string& path) {
  auto read = std::make_shared<SettingsFile>();
  // O_NONBLOCK: a FIFO must not stop us.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    if (errno != ENOENT && errno != ENOTDIR) {
      read->problem = FileError(errno, "cannot open settings", path);
    }
    return read;
  }
  struct stat info = {};
  const absl::StatusOr<std::string> text =
      ::fstat(file, &info) == 0
          ? ReadText(path, file, info)
          : absl::StatusOr<std::string>(FileError(errno, "cannot read settings", path));
  ::close(file);
  if (!text.ok()) {
    read->problem = text.status();
    return read;
  }
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    read->lines.push_back(ParseLine(line));
  }
  if (read->lines.back().text.empty()) read->lines.pop_back();  // behind the last end
  return read;
}

}  // namespace

std::shared_ptr<const SettingsFile> SettingsFile::Read(const std::string& path) {
  struct Known {
    std::mutex mutex;
    Stamp stamp;
    std::shared_ptr<const SettingsFile> file = std::make_shared<const SettingsFile>();
  };
  static Known* const kKnown = new Known();  // also while the process ends
  struct stat info = {};
  const bool is_there = !path.empty() && ::stat(path.c_str(), &info) == 0;
  const Stamp stamp = is_there ? StampOf(path, info) : Stamp{};
  const std::lock_guard<std::mutex> lock(kKnown->mutex);
  if (stamp == kKnown->stamp) return kKnown->file;
  kKnown->file = is_there ? ReadNow(path) : std::make_shared<const SettingsFile>();
  kKnown->stamp = stamp;
  return kKnown->file;
}

absl::Status SettingsFile::Write(const std::string& path,
                                 const std::vector<std::string>& lines) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return FileError(error.value(), "cannot make folder", folder.string());
  // It may hold a server's password.
  TW_ASSIGN_OR_RETURN(const std::unique_ptr<OutputFile> file,
                      OutputFile::Create(path, 0600));
  std::string text;
  for (const std::string& line : lines) absl::StrAppend(&text, line, "\n");
  TW_RETURN_IF_ERROR(file->Write(text));
  return file->Finish(/*durable=*/true);
}

}  // namespace tilewright::cache
