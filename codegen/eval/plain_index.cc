#include "codegen/eval/plain_index.h"

namespace tilewright::codegen {

using ir::Shape;
using tile::Expr;

Index IndexUnderDataMovement(KernelBuilder& kb, const tile::Program& program,
                             tile::ExprId expr, const Index& index) {
  if (UnderDataMovement(program, expr) == expr) return index;
  const Expr& e = program.exprs[expr];
  const Shape& own = e.type.shape;
  const tile::ExprId x = e.operands[0];
  const Shape& operand = program.exprs[x].type.shape;
  Index at;
  if (const auto* broadcast = e.As<tile::Broadcast>()) {
    at = MapDimensions(kb, index, own, operand, broadcast->dimensions);
  } else if (const auto* transpose = e.As<tile::Transpose>()) {
    at = MapDimensions(kb, index, own, operand, InverseOf(transpose->permutation));
  } else if (const auto* slice = e.As<tile::Slice>()) {
    at = SplitAll(kb, index, own);
    for (int d = 0; d < own.rank(); ++d) {
      at[d].index =
          kb.AddConstant(kb.Multiply(at[d].index, slice->stride[d]), slice->start[d]);
    }
  } else {
    at = ReshapeIndex(kb, index, own, operand);
  }
  return IndexUnderDataMovement(kb, program, x, at);
}

LaneIndex PlainOffset(KernelBuilder& kb, const tile::Program& program, tile::ExprId expr,
                      const Index& index) {
  return Linearize(kb, IndexUnderDataMovement(kb, program, expr, index),
                   PlainLoad(program, expr)->type.shape);
}

}  // namespace tilewright::codegen
