// How reads advance when one dimension of an expression does.
#pragma once

#include "tile/program.h"

namespace tilewright::codegen {

enum class Advance : uint8_t {
  kStay,      // nothing that depends on the dimension is read
  kNext,      // to the next element in memory
  kScattered  // elsewhere
};

// Of the reads under `expr`, the worst, when `dim` advances by one.
Advance AdvanceAlong(const tile::Program& program, tile::ExprId expr, int dim);

}  // namespace tilewright::codegen
