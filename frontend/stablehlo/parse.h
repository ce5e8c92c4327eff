// StableHLO text to ir.
//
// Accepts what jax.jit(f).lower(x).as_text(), jax.export and the StableHLO
// project's own tests print: pretty and generic forms mixed, properties in
// <{...}> and the older trailing attributes, #loc anywhere, several functions
// (calls are inlined), chlo, the check dialect.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/lower/parsed_program.h"
#include "frontend/stablehlo/syntax/parse_options.h"

namespace tilewright::stablehlo {

// Parses, inlines, specialises and verifies one module. Errors are
// InvalidArgument (malformed, ill-typed) or Unimplemented (refused by name),
// with a message of the form
//   file:line:column: error: what, and what was expected
//     the source line
//         ^
absl::StatusOr<ParsedProgram> ParseProgram(absl::string_view text,
                                           const ParseOptions& options = {});

// Names of the functions of a module that can be an entry, in order.
absl::StatusOr<std::vector<std::string>> EntryNames(absl::string_view text,
                                                    const ParseOptions& options = {});

// InvalidArgument where the limit on nesting is beyond what readers can bear.
absl::Status CheckNesting(const ParseOptions& options);

// The pieces of a file between lines that read `// -----`, with the number of
// the line each starts at.
struct TextPiece {
  absl::string_view text;
  int first_line = 1;
};
std::vector<TextPiece> SplitPieces(absl::string_view text);

}  // namespace tilewright::stablehlo
