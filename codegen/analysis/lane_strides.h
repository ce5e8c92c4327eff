// How reads advance when one dimension of an expression does.
#pragma once

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "tile/program.h"

namespace tilewright::codegen {

enum class Advance : uint8_t {
  kStay,      // nothing that depends on the dimension is read
  kNext,      // to the next element in memory
  kScattered  // elsewhere
};

// Remembers what it has seen; one object serves one program.
class LaneStrides {
 public:
  explicit LaneStrides(const tile::Program& program) : program_(program) {}
  // Of the reads under `expr`, the worst, when `dim` advances by one.
  Advance Along(tile::ExprId expr, int dim);

 private:
  Advance Compute(const tile::Expr& expr, int dim);

  const tile::Program& program_;
  absl::flat_hash_map<std::pair<tile::ExprId, int>, Advance> known_;
};

}  // namespace tilewright::codegen
