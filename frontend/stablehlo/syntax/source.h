// What is being read, text or bytes, and errors that point into it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// A byte offset into what is read. Texts are bounded to 2^30 bytes, others to 2^32.
using Offset = uint32_t;

// A part of a file that is no text.
struct SourceSection {
  absl::string_view name;  // as messages call it
  uint64_t begin = 0;
  uint64_t end = 0;
};

// Not owning: the text must outlive it. Immutable after construction.
class Source {
 public:
  // `first_line`: the number of the text's first line within its file.
  Source(absl::string_view text, std::string file_name, int first_line);
  // Bytes that are no text: places are bytes of sections.
  Source(absl::string_view bytes, std::string file_name,
         std::vector<SourceSection> sections);

  absl::string_view text() const { return text_; }
  bool is_text() const { return is_text_; }
  // Lines and columns of bytes mean nothing outside of Message.
  ir::Location Locate(Offset offset) const;

  // "file:line:column: error: message", the source line, and a caret; of bytes
  // "file: error: message (IR section, byte 123)".
  std::string Message(Offset offset, absl::string_view message) const;
  std::string Message(ir::Location location, absl::string_view message) const;

  absl::Status Invalid(Offset offset, absl::string_view message) const;
  // For what is well-formed but refused by name.
  absl::Status Unsupported(Offset offset, absl::string_view message) const;

 private:
  std::string BytesMessage(uint64_t offset, absl::string_view message) const;

  absl::string_view text_;
  std::string file_name_;
  bool is_text_ = true;
  int first_line_ = 1;
  std::vector<SourceSection> sections_;
  std::vector<Offset> line_starts_;
};

}  // namespace tilewright::stablehlo
