#include "codegen/eval/plain_index.h"

namespace tilewright::codegen {

using ir::Dims;
using tile::Expr;
using tile::ExprKind;

Index IndexUnderDataMovement(KernelBuilder& kb, const tile::Program& program,
                             tile::ExprId expr, const Index& index) {
  if (UnderDataMovement(program, expr) == expr) return index;
  const Expr& e = program.exprs[expr];
  const Dims& own = e.type.dims;
  const tile::ExprId x = e.operands[0];
  const Dims& operand = program.exprs[x].type.dims;
  Index at;
  switch (e.kind) {
    case ExprKind::kBroadcast:
      at = MapDimensions(kb, index, own, operand, e.a);
      break;
    case ExprKind::kTranspose:
      at = MapDimensions(kb, index, own, operand, InverseOf(e.a));
      break;
    case ExprKind::kReshape:
      at = ReshapeIndex(kb, index, own, operand);
      break;
    default:  // a slice
      at = SplitAll(kb, index, own);
      for (size_t d = 0; d < own.size(); ++d) {
        at[d].index = kb.AddConstant(kb.Multiply(at[d].index, e.b[d]), e.a[d]);
      }
  }
  return IndexUnderDataMovement(kb, program, x, at);
}

LaneIndex PlainOffset(KernelBuilder& kb, const tile::Program& program, tile::ExprId expr,
                      const Index& index) {
  return Linearize(kb, IndexUnderDataMovement(kb, program, expr, index),
                   PlainLoad(program, expr)->type.dims);
}

}  // namespace tilewright::codegen
