#include "tools/data/program_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tilewright/package.h"

namespace tilewright::tools {

absl::StatusOr<std::vector<std::string>> ProgramFiles(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error) || Package::IsPackage(path)) {
    return std::vector<std::string>{path};
  }
  std::vector<std::string> files;
  for (std::filesystem::recursive_directory_iterator it(path, error), end;
       !error && it != end; it.increment(error)) {
    const std::string ending = it->path().extension().string();
    std::error_code unreadable;
    if (it->is_directory(unreadable)) {
      if (!Package::IsPackage(it->path().string())) continue;
      it.disable_recursion_pending();
      files.push_back(it->path().string());
    } else if (ending == ".mlir" || ending == ".mlirbc" || ending == ".jax_export") {
      files.push_back(it->path().string());
    }
  }
  if (error) return absl::UnavailableError(absl::StrCat(path, ": ", error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace tilewright::tools
