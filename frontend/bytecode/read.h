// MLIR bytecode to the tree that the text parser gives.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontend/bytecode/container/container.h"
#include "frontend/stablehlo/syntax/parse_options.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::bytecode {

// The tree refers to the bytes. InvalidArgument (malformed) says the section and the
// byte, Unimplemented is what is refused by name.
absl::StatusOr<stablehlo::Module> ReadModule(const Container& container,
                                             const stablehlo::Source& source,
                                             const stablehlo::ParseLimits& limits);

}  // namespace tilewright::bytecode
