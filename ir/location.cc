#include "ir/location.h"

#include "absl/strings/str_cat.h"

namespace tilewright::ir {

FileId FileTable::Intern(absl::string_view name) {
  if (name.empty()) return 0;
  const auto [it, added] =
      ids_.try_emplace(std::string(name), static_cast<FileId>(names_.size()) + 1);
  if (added) names_.emplace_back(name);
  return it->second;
}

const std::string& FileTable::Name(FileId file) const {
  static const std::string* const kNone = new std::string();
  const bool known = file > 0 && static_cast<size_t>(file) <= names_.size();
  return known ? names_[file - 1] : *kNone;
}

std::string LocationText(const FileTable& files, Location location) {
  if (!location.known()) return "";
  const std::string& file = files.Name(location.file);
  std::string text = absl::StrCat(file, file.empty() ? "" : ":", location.line);
  if (location.column > 0) absl::StrAppend(&text, ":", location.column);
  return text;
}

absl::Status ErrorAt(const FileTable& files, Location location,
                     const absl::Status& status) {
  if (status.ok() || !location.known()) return status;
  return absl::Status(status.code(), absl::StrCat(LocationText(files, location),
                                                  ": error: ", status.message()));
}

}  // namespace tilewright::ir
