// Which adjacent dimensions of an expression can be walked as one.
#pragma once

#include <map>
#include <vector>

#include "tile/program.h"

namespace tilewright::codegen {

// For boundary k between dimensions k and k+1: whether a flat index over both
// can be carried to every read without dividing it again. Remembers what it
// has seen; one object serves one program.
class MergeableDims {
 public:
  explicit MergeableDims(const tile::Program& program) : program_(program) {}
  const std::vector<bool>& Of(tile::ExprId expr);

 private:
  std::vector<bool> Compute(const tile::Expr& expr);

  const tile::Program& program_;
  std::map<tile::ExprId, std::vector<bool>> known_;
};

}  // namespace tilewright::codegen
