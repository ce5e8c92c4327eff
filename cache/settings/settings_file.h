// The file of settings as text: lines `name = value`, empty ones, and those that begin
// with #.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace tilewright::cache {

struct SettingsFile {
  struct Line {
    std::string text;  // as it stands
    std::string name;  // "" for one that says nothing
    std::string value;
    bool is_said = false;  // neither empty nor a comment
  };
  std::vector<Line> lines;
  // Why nothing of it counts: it is not a plain file of the user's own, others may write
  // to it, or it cannot be read. OK for one that is not there.
  absl::Status problem;

  // Read once, and again when it has changed. Never null; "" is no file.
  static std::shared_ptr<const SettingsFile> Read(const std::string& path);
  // In its place, with what folders are missing; only the user may read it.
  static absl::Status Write(const std::string& path,
                            const std::vector<std::string>& lines);
};

}  // namespace tilewright::cache
