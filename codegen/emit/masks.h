// What loads and stores of a part of a vector cost.
#pragma once

#include "codegen/facts/target.h"
#include "tile/program.h"

namespace tilewright::codegen {

// Whether the target has instructions that load and store a part of a vector of such
// elements: others are branches, and much code.
bool HasMasks(const VectorTarget& target, ir::ElementType element);
// Of all that is loaded for `expr`.
bool LoadsHaveMasks(const VectorTarget& target, const tile::Program& program,
                    tile::ExprId expr);

}  // namespace tilewright::codegen
