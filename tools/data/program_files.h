// The programs that a path stands for.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace tilewright::tools {

// The file or package itself; of another folder, sorted, the packages and files of
// programs (.mlir, .mlirbc, .jax_export) that are under it. What is inside of a package
// is its own. Unavailable where a folder cannot be read.
absl::StatusOr<std::vector<std::string>> ProgramFiles(const std::string& path);

}  // namespace tilewright::tools
