// Modules, functions and meshes that are written as any other operation is.
#pragma once

#include "absl/status/status.h"
#include "frontend/stablehlo/syntax/source.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::stablehlo {

// InvalidArgument where there is a function of that name.
absl::Status AddFunction(const Source& source, Function function, Module* module);

// "builtin.module", "func.func" or "sdy.mesh", and what is inside of it.
absl::Status AddTopLevel(const Source& source, Op op, Module* module);

}  // namespace tilewright::stablehlo
