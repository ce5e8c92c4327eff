#include "tools/check/cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tilewright::tools {
namespace {

namespace fs = std::filesystem;

bool IsGolden(const fs::path& folder) {
  std::error_code error;
  return (fs::is_regular_file(folder / "manifest.json", error) ||
          fs::is_regular_file(folder / "out0.npy", error)) &&
         !ModuleOf(folder.string()).empty();
}

// Reads a bounded head: RUN lines come first, and a check is near enough.
bool LooksCheckStyle(const fs::path& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  std::string content = text.str();
  return absl::StrContains(content, "check.") || absl::StrContains(content, "// RUN");
}

void Walk(const fs::path& folder, std::vector<Case>* cases) {
  if (IsGolden(folder)) {
    cases->push_back({Case::Kind::kGolden, folder.string()});
    return;
  }
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    entries.push_back(it->path());
  }
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    // A link to a folder may lead in a circle: links are not followed.
    if (fs::is_directory(entry, error) && !fs::is_symlink(entry, error)) {
      Walk(entry, cases);
    } else if (entry.extension() == ".mlir" && LooksCheckStyle(entry)) {
      cases->push_back({Case::Kind::kCheckStyle, entry.string()});
    }
  }
}

// True when the words of `command` have `not` before the interpreter.
bool CallsThroughNot(absl::string_view command) {
  for (absl::string_view part : absl::StrSplit(command, '|')) {
    if (!absl::StrContains(part, "--interpret")) continue;
    for (absl::string_view word : absl::StrSplit(part, ' ', absl::SkipEmpty())) {
      if (word == "not") return true;
    }
  }
  return false;
}

}  // namespace

std::string ModuleOf(const std::string& folder) {
  std::error_code error;
  for (const char* name : {"module.mlirbc", "module.mlir"}) {
    const fs::path module = fs::path(folder) / name;
    if (fs::is_regular_file(module, error)) return module.string();
  }
  std::vector<std::string> modules;
  for (fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const fs::path extension = it->path().extension();
    if (extension == ".mlir" || extension == ".mlirbc") {
      modules.push_back(it->path().string());
    }
  }
  return modules.size() == 1 ? modules[0] : "";
}

absl::StatusOr<std::vector<Case>> FindCases(const std::string& path) {
  std::vector<Case> cases;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    Walk(path, &cases);
  } else if (fs::exists(path, error)) {
    cases.push_back({Case::Kind::kCheckStyle, path});
  } else {
    return absl::NotFoundError(absl::StrCat("no file or folder ", path));
  }
  return cases;
}

RunLines ReadRunLines(absl::string_view text) {
  bool has_enabled = false, has_disabled = false;
  RunLines lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::StartsWith(line, "//") || !absl::StrContains(line, "RUN") ||
        !absl::StrContains(line, "--interpret")) {
      continue;
    }
    if (absl::StrContains(line, "RUN-DISABLED")) {
      has_disabled = true;
    } else if (absl::StrContains(line, "RUN:")) {
      has_enabled = true;
      if (CallsThroughNot(line.substr(line.find("RUN:") + 4)))
        lines.expect_failure = true;
    }
  }
  lines.interpret = has_enabled || !has_disabled;
  return lines;
}

}  // namespace tilewright::tools
