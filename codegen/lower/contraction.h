// Contractions as products of matrices, and how they are read from operations. Internal
// to codegen/lower/.
#pragma once

#include "codegen/lower/lower_internal.h"

namespace tilewright::codegen {

// A contraction as [batch, m, k] x [batch, k, n], and how its result's
// dimensions are those of [batch, m, n].
struct Contraction {
  tile::ExprId lhs = tile::kNoExpr;
  tile::ExprId rhs = tile::kNoExpr;
  ir::Size batch = 1, m = 1, n = 1, k = 1;
  // The result seen in `shape` is [batch, m, n] after `order`: dimension i of
  // the matmul's flattened dimensions is dimension order[i] of `shape`. Empty:
  // the result is row-major [batch, m, n] itself.
  ir::Shape shape;
  ir::Dims order;
  int64_t lhs_segment = 0;  // tile::Matmul's
  // Whether k is contiguous in the operand as it was written.
  bool lhs_k_minor = true, rhs_k_minor = false;
  // Of a convolution whose lanes run along its result: the windows as [result's
  // dimensions..., window..., f] and the kernel as [window..., f, g].
  tile::ExprId windows = tile::kNoExpr, kernel = tile::kNoExpr;

  // A result that is row-major as it stands needs no order.
  void SetOrder(ir::Shape of_shape, ir::Dims as);
  ir::Shape domain() const { return ir::Shape(std::vector<ir::Size>{batch, m, n}); }
};

Contraction FromDot(Lowering& l, const ir::Operation& op);
// Implicit matmul: lhs[g, (b, out...), (window..., f)] is read from the input
// where the window falls, so no patches are made.
Contraction FromConvolution(Lowering& l, const ir::Operation& op);

}  // namespace tilewright::codegen
