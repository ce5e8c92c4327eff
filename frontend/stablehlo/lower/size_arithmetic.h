// What operations on integers make of sizes.
#pragma once

#include "absl/types/span.h"
#include "ir/program.h"

namespace tilewright::stablehlo {

// What `operation` makes of one element of each operand, which are of type `element`;
// truth is 1 or 0. Refused where no size says it for all values of the symbols. Integers
// are taken not to wrap.
ir::Size SizeOf(const ir::Operation& operation, ir::ElementType element,
                absl::Span<const ir::Size> operands, const ir::SymbolList& symbols);

}  // namespace tilewright::stablehlo
