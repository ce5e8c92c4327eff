// StableHLO text to ir.
//
// Accepts what jax.jit(f).lower(x).as_text(), jax.export and the StableHLO
// project's own tests print: pretty and generic forms mixed, properties in
// <{...}> and the older trailing attributes, #loc anywhere, several functions
// (calls are inlined), chlo, the check dialect.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ir/literal.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// Bounds that keep hostile text from taking the machine down. Exceeding one is
// an error that names it.
struct ParseLimits {
  int64_t max_text_bytes = int64_t{1} << 30;
  int64_t max_literal_bytes = int64_t{1} << 32;
  int64_t max_operations = int64_t{1} << 22;  // after inlining
  int max_nesting = 256;                      // regions, types, attributes, calls
};

struct ParseOptions {
  std::string file_name = "<input>";  // for messages
  int first_line = 1;                 // of the text within that file
  // The function to take. Empty: "main", or the only public function.
  std::string entry;
  // Types of the inputs at hand. Programs with `?` sizes are specialised to
  // them; for others they are checked where given.
  std::vector<ir::TensorType> input_types;
  ParseLimits limits;
};

// One check.* operation. What it compares are extra outputs of the program.
struct Expectation {
  enum class Kind {
    kEqual,        // check.expect_eq, expect_eq_const: equal, NaN equals NaN
    kAlmostEqual,  // check.expect_almost_eq(_const): within `tolerance`
    kClose,        // check.expect_close: between min and max ULP apart
    kSerialized    // check.expect_serialized_eq: equal to what a probe saw
  };
  Kind kind = Kind::kEqual;
  int actual_output = 0;    // index among the program's outputs
  int expected_output = 0;  // likewise
  double tolerance = 1e-4;
  int64_t min_ulp = 0;
  int64_t max_ulp = 3;
  ir::Location location;
};

struct ParsedProgram {
  ir::Program program;  // verified
  // Outputs 0 .. num_results-1 are the function's own results; the rest exist
  // for `expectations`.
  int num_results = 0;
  std::vector<Expectation> expectations;
};

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

// The pieces of a file between lines that read `// -----`, with the number of
// the line each starts at.
struct TextPiece {
  absl::string_view text;
  int first_line = 1;
};
std::vector<TextPiece> SplitPieces(absl::string_view text);

}  // namespace tilewright::stablehlo
