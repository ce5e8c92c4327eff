// Expressions that are arrays in memory, only seen in another order or shape.
#pragma once

#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "ir/element_type.h"
#include "tile/program.h"

namespace tilewright::codegen {

// The expression under the data movement with constant strides (transposes, reshapes,
// broadcasts, slices) that `expr` begins with.
tile::ExprId UnderDataMovement(const tile::Program& program, tile::ExprId expr);
// From own dimension of a transpose to the operand's.
ir::Dims InverseOf(const ir::Dims& permutation);

// The load under `expr` if only such operations lie above it, else null. Not of a window,
// whose strides depend on how it is bound.
const tile::Expr* PlainLoad(const tile::Program& program, tile::ExprId expr);

// Whether `expr`, which has a PlainLoad, of whatever sizes, has its elements one behind
// the other in memory along dimension `dim`, from the first to the last.
bool LiesAlong(const tile::Program& program, tile::ExprId expr, int dim);

// Remembers what it has seen; one object serves one program.
class PlainStrides {
 public:
  using Stride = std::optional<int64_t>;

  explicit PlainStrides(const tile::Program& program) : program_(program) {}
  // Elements of memory from one index of dimension `dim` to the next; nothing where
  // that is not the same everywhere or is no number, 0 where there is nothing to read.
  // `expr` has a PlainLoad.
  Stride Along(tile::ExprId expr, int dim);

 private:
  Stride Compute(const tile::Expr& expr, int dim);

  const tile::Program& program_;
  absl::flat_hash_map<std::pair<tile::ExprId, int>, Stride> known_;
};

}  // namespace tilewright::codegen
