// The sizes of a tile program that are no numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "ir/size/facts.h"
#include "tile/program.h"

namespace tilewright::tile {

// Whether a size of the program is no number.
bool HasSymbols(const Program& program);

// Leaves of the program's symbols those that its sizes are of, in the order in which its
// text has them, and adds an input that has their values, the last of its refs. What
// these symbols were before. The program is in the order that tile/canonical.h gives it.
std::vector<ir::SymbolId> BindSymbols(Program* program);

// The program with `values` for its symbols, sizes of `symbols`, and without the input
// that has its own symbols' values, the last of its refs.
Program WithSizes(const Program& program, const std::vector<ir::Size>& values,
                  const ir::SymbolList& symbols);

// The program of sizes that are numbers: those of `values`, its symbols', which keep what
// is known of them.
Program AtSizes(const Program& program, absl::Span<const int64_t> values);

}  // namespace tilewright::tile
