// Where users wrote what a program is made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilewright::ir {

// A file of a FileTable. 0: one without a name.
using FileId = int32_t;

// Line and column count from 1; 0: unknown. Locations never take part in a program's
// identity.
//
// The ordinal is the operation's number in the program as it was written, regions
// included (ir::NumberOperations); -1: it has none. What rewrites make of an operation
// keeps it, and so do plans: equal programs have equal ordinals at whatever lines they
// are, so that a plan from the cache names the lines of the program at hand.
struct Location {
  int32_t line = 0;
  int32_t column = 0;
  FileId file = 0;
  int32_t ordinal = -1;

  bool known() const { return line > 0; }
};

// The names of the files that a program comes from, each once.
class FileTable {
 public:
  // The file of that name; 0 for "".
  FileId Intern(absl::string_view name);
  // "" for a file without a name, and for one that is not of this table.
  const std::string& Name(FileId file) const;

 private:
  std::vector<std::string> names_;  // of files 1, 2, ...
  absl::flat_hash_map<std::string, FileId> ids_;
};

// "model.py:12:3", without the name or the column where that is not known; "" for a
// location that is not known.
std::string LocationText(const FileTable& files, Location location);
// `status` with its place before the message: "model.py:12:3: error: ...".
absl::Status ErrorAt(const FileTable& files, Location location,
                     const absl::Status& status);

}  // namespace tilewright::ir
