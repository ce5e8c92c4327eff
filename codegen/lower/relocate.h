// Renumbering: tile programs inside other tile programs, and parts of them.
#pragma once

#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// Appends `from`'s statements to `statements`, which belong to `to`: its HBM
// refs become `places`, in order; its scratch and expressions are added to
// `to`.
void AppendRelocated(const tile::Program& from, const std::vector<tile::RefId>& places,
                     tile::Program* to, std::vector<tile::Statement>* statements);

// Drops the expressions that no statement of a lowered program reads, and the refs
// that are not used then. Gives the new number of each ref, -1 for what is gone.
std::vector<tile::RefId> DropUnused(tile::Program* program);

}  // namespace tilewright::codegen
