#include "jit/library/dump.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace tilewright::jit {
namespace {

// Names of operations as file names: what is not a letter, a digit or one of
// "-._" becomes '_'.
std::string FileName(absl::string_view name) {
  std::string result(name.substr(0, 80));
  for (char& c : result) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '.' && c != '_') c = '_';
  }
  return result;
}

}  // namespace

absl::Status DumpStage(const std::string& dir, const KernelRequest& request,
                       absl::string_view ending, absl::string_view bytes) {
  std::error_code error;
  std::filesystem::create_directories(dir, error);
  const std::string path =
      absl::StrCat(dir, "/", FileName(request.name), "-",
                   FileName(request.identity.substr(0, 12)), ".", ending);
  std::FILE* const file = std::fopen(path.c_str(), "we");
  if (file == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("dump ", path, ": ", std::strerror(errno)));
  }
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (std::fclose(file) != 0 || !whole) {
    return absl::UnavailableError(
        absl::StrCat("dump ", path, ": ", std::strerror(errno)));
  }
  return absl::OkStatus();
}

}  // namespace tilewright::jit
