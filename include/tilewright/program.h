// Programs: StableHLO text in, a verified program out. MLIR bytecode (the portable
// artifacts that JAX, PyTorch and others write) and what jax.export serializes go
// wherever text goes: they are told apart by their bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tilewright/export.h"
#include "tilewright/types.h"

namespace tilewright {

struct ParseOptions {
  std::string file_name = "<input>";  // for messages
  // The function to take. Empty: "main", or the only public function.
  std::string entry;
  // Types of the inputs at hand: `?` sizes are theirs, other sizes are checked against
  // them. Empty: unknown, and a program whose inputs have `?` sizes is an open one.
  std::vector<TensorType> input_types;
};

// Something that the text says of its own values (the check dialect). The
// values are outputs of the program after its own results.
struct Expectation {
  enum class Kind { kEqual, kAlmostEqual, kClose, kSerialized };
  Kind kind = Kind::kEqual;
  int actual_output = 0;
  int expected_output = 0;
  double tolerance = 0;  // kAlmostEqual: largest absolute difference
  int64_t min_ulp = 0;   // kClose: bounds of the distance in bit patterns
  int64_t max_ulp = 0;
  int line = 0;  // in the text, from 1; 0: unknown
};

// Immutable and cheap to copy; may be used from many threads.
class TILEWRIGHT_EXPORT Program {
 public:
  // InvalidArgument (malformed, ill-typed) and Unimplemented (refused by name)
  // have messages of the form "file:line:column: error: ...", with the source
  // line and a caret below it; of bytes "file: error: ... (IR section, byte 123)",
  // with the line of the user's own file where they tell it.
  static absl::StatusOr<Program> Parse(std::string_view text,
                                       const ParseOptions& options = {});
  // NotFound and PermissionDenied name the file. `file_name` defaults to path.
  // Keeps the text of an open program.
  static absl::StatusOr<Program> ParseFile(const std::string& path,
                                           ParseOptions options = {});

  // Whether sizes of inputs are open: nothing but name and types is known of the
  // program before it is asked for one of given types.
  bool open() const;
  // The program for inputs of these types, with numbers for all its sizes; one that is
  // not open is itself. The errors are Parse's, naming input and types.
  absl::StatusOr<Program> At(const std::vector<TensorType>& input_types) const;

  const std::string& name() const;
  // Of an open program as it declares them, with kOpenSize.
  const std::vector<TensorType>& inputs() const;
  // The function's own results, and then the values of `expectations`.
  const std::vector<TensorType>& outputs() const;
  int num_results() const;
  const std::vector<Expectation>& expectations() const;
  // Every element type that occurs anywhere in the program, in enum order; of an open
  // one, in its inputs and outputs.
  std::vector<ElementType> ElementTypes() const;
  // StableHLO text in generic form; parses back into an equal program. Of an open program
  // what it was read from, or what was built, with ? for symbols, for people.
  std::string Text() const;

  struct Impl;
  explicit Program(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// What an error of Program::Parse or Executable::Compile refuses: everything that the
// program needs and is not supported, each once, "file:line:column: error: ...". Empty
// for errors that are no refusals (Unimplemented).
TILEWRIGHT_EXPORT std::vector<std::string> RefusalsOf(const absl::Status& status);

// A piece of a file between lines that read `// -----`; bytecode is one piece.
struct TextPiece {
  std::string_view text;  // part of what was handed in
  int first_line = 1;
};
TILEWRIGHT_EXPORT std::vector<TextPiece> SplitPieces(std::string_view text);

// Names of the functions of a module that can be an entry, in order.
TILEWRIGHT_EXPORT absl::StatusOr<std::vector<std::string>> EntryNames(
    std::string_view text, const std::string& file_name = "<input>");

}  // namespace tilewright
