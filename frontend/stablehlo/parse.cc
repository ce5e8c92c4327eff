#include "frontend/stablehlo/parse.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontend/stablehlo/lower/lower_module.h"
#include "frontend/stablehlo/syntax/parser.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"
#include "support/status_macros.h"

namespace tilewright::stablehlo {
namespace {

absl::Status CheckLimits(absl::string_view text, const ParseOptions& options) {
  // Offsets are 32 bits wide.
  const int64_t largest = std::min(options.limits.max_text_bytes, int64_t{1} << 30);
  if (static_cast<int64_t>(text.size()) > largest) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.file_name, ": error: the text has ", text.size(),
                     " bytes, more than the limit of ", largest));
  }
  return CheckNesting(options);
}

}  // namespace

absl::Status CheckNesting(const ParseOptions& options) {
  // Regions and calls nest in recursive functions: a limit beyond this would
  // trade an error for a stack overflow.
  constexpr int kMaxNesting = 1000;
  if (options.limits.max_nesting <= kMaxNesting) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("max_nesting is at most ", kMaxNesting));
}

absl::StatusOr<ParsedProgram> ParseProgram(absl::string_view text,
                                           const ParseOptions& options) {
  TW_RETURN_IF_ERROR(CheckLimits(text, options));
  const Source source(text, options.file_name, options.first_line);
  TW_ASSIGN_OR_RETURN(const Module module, Parser(source, options.limits).ParseModule());
  return LowerModule(module, source, options);
}

absl::StatusOr<std::vector<std::string>> EntryNames(absl::string_view text,
                                                    const ParseOptions& options) {
  TW_RETURN_IF_ERROR(CheckLimits(text, options));
  const Source source(text, options.file_name, options.first_line);
  TW_ASSIGN_OR_RETURN(const Module module, Parser(source, options.limits).ParseModule());
  return EntryNamesOf(module);
}

std::vector<TextPiece> SplitPieces(absl::string_view text) {
  std::vector<TextPiece> pieces;
  size_t piece_begin = 0;
  int piece_line = 1;
  int line_number = 1;
  size_t line_begin = 0;
  while (line_begin <= text.size()) {
    size_t line_end = text.find('\n', line_begin);
    const bool last = line_end == absl::string_view::npos;
    if (last) line_end = text.size();
    const absl::string_view line =
        absl::StripAsciiWhitespace(text.substr(line_begin, line_end - line_begin));
    if (line == "// -----") {
      pieces.push_back({text.substr(piece_begin, line_begin - piece_begin), piece_line});
      piece_begin = last ? text.size() : line_end + 1;
      piece_line = line_number + 1;
    }
    if (last) break;
    line_begin = line_end + 1;
    ++line_number;
  }
  pieces.push_back({text.substr(piece_begin), piece_line});
  return pieces;
}

}  // namespace tilewright::stablehlo
