// Programs in whatever form they come: StableHLO text, portable artifacts (MLIR bytecode)
// and what jax.export serializes, told apart by their bytes.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/stablehlo/lower/parsed_program.h"
#include "frontend/stablehlo/syntax/parse_options.h"

namespace tilewright::frontend {

// As stablehlo::ParseProgram. What is wrong with bytes is said with their section and
// place, and with the line of the user's own file where the bytes tell it.
absl::StatusOr<stablehlo::ParsedProgram> ReadProgram(
    absl::string_view bytes, const stablehlo::ParseOptions& options = {});

// Names of the functions of a module that can be an entry, in order.
absl::StatusOr<std::vector<std::string>> EntryNames(
    absl::string_view bytes, const stablehlo::ParseOptions& options = {});

// Whether `bytes` are StableHLO text, and not one of the others.
bool IsText(absl::string_view bytes);

}  // namespace tilewright::frontend
