// How far a kernel reaches: its grid, its arrays, and the windows that points see of
// them. Of sizes that are no numbers yet, what holds for all their values; at numbers,
// all of it (tile/author/kernel.h, AtSizes). Messages do not name the kernel, nor the
// operand.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tile/program.h"

namespace tilewright::tile {

// InvalidArgument for a grid that is empty or has more points than the runtime counts.
absl::Status CheckGrid(const ir::Shape& sizes, const ir::SymbolList& symbols);

// InvalidArgument for an array of nothing, or of more than memory has.
absl::Status CheckArray(const ir::TensorType& type, const ir::SymbolList& symbols);

// Whether the window lies in its array at every point of the grid. InvalidArgument where
// it provably leaves by more than it may.
absl::StatusOr<bool> IsInside(const Program& program, const ir::Shape& grid,
                              const Window& window);

}  // namespace tilewright::tile
