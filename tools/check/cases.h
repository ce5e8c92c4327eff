// What `check` runs: golden folders and check-style files, found by walking.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace tilewright::tools {

struct Case {
  enum class Kind {
    kGolden,      // a folder with a module, in*.npy, out*.npy, and maybe manifest.json
    kCheckStyle,  // a StableHLO file whose expectations are in its text
  };
  Kind kind = Kind::kGolden;
  std::string path;  // the folder, or the file
};

// The module of a golden case: module.mlirbc (bytecode) where there is one, else
// module.mlir, else the only file that ends so. Empty: there is none.
std::string ModuleOf(const std::string& folder);

// Cases under `path`, sorted. A folder with a module and manifest.json or out0.npy is a
// golden case; a file that ends in .mlir and has `check.` or `RUN` in it is a
// check-style one, and so is any file that is named itself. NotFound when there
// is no `path`.
absl::StatusOr<std::vector<Case>> FindCases(const std::string& path);

// What the `// RUN` lines of a check-style file ask for.
struct RunLines {
  bool interpret = true;        // false: only RUN-DISABLED lines interpret it
  bool expect_failure = false;  // the interpreter is called through `not`
};
RunLines ReadRunLines(absl::string_view text);

}  // namespace tilewright::tools
