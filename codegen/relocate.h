// Tile programs inside other tile programs.
#pragma once

#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// Appends `from`'s statements to `statements`, which belong to `to`: its HBM
// refs become `places`, in order; its scratch and expressions are added to
// `to`.
void AppendRelocated(const tile::Program& from, const std::vector<tile::RefId>& places,
                     tile::Program* to, std::vector<tile::Statement>* statements);

}  // namespace tilewright::codegen
