#include "tools/data/load.h"

#include <utility>

#include "tools/cli/progress.h"
#include "tools/cli/text.h"

namespace tilewright::tools {

Failure InputFailure(const absl::Status& status) {
  bool of_the_file = IsFileError(status) || absl::IsDataLoss(status);
  return {of_the_file ? kInputOutput : kFailed,
          of_the_file ? std::string(status.message()) : Describe(status)};
}

std::optional<Failure> LoadProgram(const std::string& path, const std::string& entry,
                                   const std::vector<Array>& arrays,
                                   std::optional<Program>* program) {
  Ticker ticker("reading " + BaseName(path));
  ParseOptions options;
  options.entry = entry;
  absl::StatusOr<Program> parsed = Program::ParseFile(path, options);
  if (!parsed.ok() && !arrays.empty() && !IsFileError(parsed.status())) {
    for (const Array& array : arrays) options.input_types.push_back(array.type);
    // What is wrong with these inputs, or still wrong, rather than that there are none.
    parsed = Program::ParseFile(path, options);
  }
  if (!parsed.ok()) {
    const absl::Status& status = parsed.status();
    const bool of_the_file = IsFileError(status);
    return Failure{of_the_file ? kInputOutput : kFailed, Describe(status)};
  }
  *program = *std::move(parsed);
  return std::nullopt;
}

}  // namespace tilewright::tools
