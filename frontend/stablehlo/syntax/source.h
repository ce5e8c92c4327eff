// The text being parsed, and errors that point into it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// A byte offset into the text. Texts are bounded to 2^30 bytes.
using Offset = uint32_t;

// Not owning: the text must outlive it. Immutable after construction.
class Source {
 public:
  // `first_line`: the number of the text's first line within its file.
  Source(absl::string_view text, std::string file_name, int first_line);

  absl::string_view text() const { return text_; }
  ir::Location Locate(Offset offset) const;

  // "file:line:column: error: message", the source line, and a caret.
  std::string Message(Offset offset, absl::string_view message) const;
  std::string Message(ir::Location location, absl::string_view message) const;

  absl::Status Invalid(Offset offset, absl::string_view message) const;
  // For what is well-formed but refused by name.
  absl::Status Unsupported(Offset offset, absl::string_view message) const;

 private:
  absl::string_view text_;
  std::string file_name_;
  int first_line_;
  std::vector<Offset> line_starts_;
};

}  // namespace tilewright::stablehlo
