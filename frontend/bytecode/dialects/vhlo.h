// The versioned copy of StableHLO that portable artifacts are written in.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "frontend/bytecode/values/dialect_table.h"
#include "frontend/bytecode/values/values.h"
#include "frontend/stablehlo/syntax/syntax.h"

namespace tilewright::bytecode {

// Null where no version has such an operation.
const OpRow* FindVhloOp(absl::string_view name);

// vhlo writes apart what StableHLO has in one attribute, and symbols as strings: what
// makes StableHLO's attributes of an operation's, null where they are equal. `tree_name`:
// "stablehlo.gather".
using Adapter = void (*)(Values* values,
                         std::vector<stablehlo::NamedAttribute>* attributes);
Adapter FindAdapter(absl::string_view tree_name);

}  // namespace tilewright::bytecode
