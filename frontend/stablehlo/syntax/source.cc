#include "frontend/stablehlo/syntax/source.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tilewright::stablehlo {
namespace {

// A line longer than this is shown as a window around the caret: constants can
// make lines of many megabytes.
constexpr size_t kShownBefore = 72;
constexpr size_t kShownAfter = 48;

// A location has no room for an offset of 32 bits but in its line and column together.
constexpr int kColumnBits = 20;

}  // namespace

Source::Source(absl::string_view text, std::string file_name, int first_line)
    : text_(text), file_name_(std::move(file_name)), first_line_(first_line) {
  line_starts_.push_back(0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') line_starts_.push_back(static_cast<Offset>(i + 1));
  }
}

Source::Source(absl::string_view bytes, std::string file_name,
               std::vector<SourceSection> sections)
    : text_(bytes),
      file_name_(std::move(file_name)),
      is_text_(false),
      sections_(std::move(sections)) {}

ir::Location Source::Locate(Offset offset) const {
  if (!is_text_) {
    ir::Location location;
    location.line = static_cast<int32_t>(offset >> kColumnBits) + 1;
    location.column = static_cast<int32_t>(offset & ((1 << kColumnBits) - 1));
    return location;
  }
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const int64_t line = after - line_starts_.begin();  // from 1
  ir::Location location;
  location.line = static_cast<int32_t>(line - 1 + first_line_);
  location.column = static_cast<int32_t>(offset - line_starts_[line - 1] + 1);
  return location;
}

std::string Source::Message(Offset offset, absl::string_view message) const {
  return is_text_ ? Message(Locate(offset), message) : BytesMessage(offset, message);
}

std::string Source::BytesMessage(uint64_t offset, absl::string_view message) const {
  absl::string_view section;
  for (const SourceSection& at : sections_) {
    if (offset >= at.begin && offset <= at.end) section = at.name;
  }
  return absl::StrCat(file_name_, ": error: ", message, " (", section,
                      section.empty() ? "" : " section, ", "byte ", offset, ")");
}

std::string Source::Message(ir::Location location, absl::string_view message) const {
  if (!is_text_) {
    const uint64_t line = static_cast<uint64_t>(std::max(location.line - 1, 0));
    return BytesMessage((line << kColumnBits) + location.column, message);
  }
  const int64_t index = int64_t{location.line} - first_line_;
  if (index < 0 || index >= static_cast<int64_t>(line_starts_.size())) {
    return absl::StrCat(file_name_, ": error: ", message);
  }
  absl::string_view line = text_.substr(line_starts_[index]);
  line = line.substr(0, line.find_first_of("\r\n"));
  size_t caret = std::min<size_t>(location.column - 1, line.size());
  absl::string_view lead, trail;
  if (caret > kShownBefore) {
    line.remove_prefix(caret - kShownBefore);
    caret = kShownBefore;
    lead = "...";
  }
  if (line.size() > caret + kShownAfter) {
    line = line.substr(0, caret + kShownAfter);
    trail = "...";
  }
  std::string pad(lead.size(), ' ');
  std::string shown;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    // Control characters would move the caret or the terminal.
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    shown.push_back(control ? ' ' : c);
  }
  pad.append(caret, ' ');
  return absl::StrCat(file_name_, ":", location.line, ":", location.column,
                      ": error: ", message, "\n  ", lead, shown, trail, "\n  ", pad, "^");
}

absl::Status Source::Invalid(Offset offset, absl::string_view message) const {
  return absl::InvalidArgumentError(Message(offset, message));
}

absl::Status Source::Unsupported(Offset offset, absl::string_view message) const {
  return absl::UnimplementedError(Message(offset, message));
}

}  // namespace tilewright::stablehlo
