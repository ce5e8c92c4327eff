// A syntax tree, whatever it was read from, to a verified program.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontend/stablehlo/lower/parsed_program.h"
#include "frontend/stablehlo/syntax/parse_options.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::stablehlo {

// Inlines, specialises and verifies the function that `options` ask for.
absl::StatusOr<ParsedProgram> LowerModule(const Module& module, const Source& source,
                                          const ParseOptions& options);

// Names of the functions that can be an entry, in order.
std::vector<std::string> EntryNamesOf(const Module& module);

}  // namespace tilewright::stablehlo
