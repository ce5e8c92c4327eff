#include "tile/expressions.h"

#include <utility>

namespace tilewright::tile {
namespace {

Expr Make(ExprNode node, ir::TensorType type, std::vector<ExprId> operands = {}) {
  return {std::move(node), std::move(type), std::move(operands)};
}

}  // namespace

Expr ZeroExpr(const ir::TensorType& type) {
  const int bytes = ir::StorageBytes(type.element);
  return ConstantExpr(*ir::Literal::Create(type, std::vector<uint8_t>(bytes), true));
}

Expr ConstantExpr(ir::Literal literal) {
  ir::TensorType type = literal.type();
  return Make(Constant{std::move(literal)}, std::move(type));
}

Expr IotaExpr(ir::TensorType type, int64_t dimension) {
  return Make(Iota{dimension}, std::move(type));
}

Expr LoadExpr(RefId ref, ir::TensorType type) { return Make(Load{ref}, std::move(type)); }

Expr ScalarExpr(ir::OpKind op, std::vector<ExprId> operands, ir::TensorType type) {
  return Make(Scalar{op, {}}, std::move(type), std::move(operands));
}

Expr CompareExpr(CompareDirection direction, CompareOrder order, ExprId x, ExprId y,
                 ir::Shape dims) {
  return Make(Scalar{ir::OpKind::kCompare, Comparison{direction, order}},
              {ir::ElementType::kI1, std::move(dims)}, {x, y});
}

Expr ReducePrecisionExpr(ExprId x, ir::TensorType type, int64_t exponent_bits,
                         int64_t mantissa_bits) {
  return Make(
      Scalar{ir::OpKind::kReducePrecision, Precision{exponent_bits, mantissa_bits}},
      std::move(type), {x});
}

Expr BroadcastExpr(ExprId x, ir::TensorType type, ir::Dims dimensions) {
  return Make(Broadcast{std::move(dimensions)}, std::move(type), {x});
}

Expr ReshapeExpr(ExprId x, ir::TensorType type) {
  return Make(Reshape(), std::move(type), {x});
}

Expr TransposeExpr(ExprId x, const ir::TensorType& from, ir::Dims permutation) {
  ir::TensorType type{from.element, {}};
  for (int64_t d : permutation) type.shape.Append(from.shape[d]);
  return Make(Transpose{std::move(permutation)}, std::move(type), {x});
}

Expr SliceExpr(ExprId x, ir::TensorType type, ir::Dims start, ir::Dims strides) {
  return Make(Slice{std::move(start), std::move(strides)}, std::move(type), {x});
}

Expr PadExpr(ExprId x, ExprId value, ir::TensorType type, ir::Dims low,
             ir::Dims interior) {
  return Make(Pad{std::move(low), std::move(interior)}, std::move(type), {x, value});
}

Expr ConcatenateExpr(std::vector<ExprId> parts, ir::TensorType type, int64_t dimension) {
  return Make(Concatenate{dimension}, std::move(type), std::move(parts));
}

Expr DynamicSliceExpr(ExprId x, const std::vector<ExprId>& start, ir::TensorType type) {
  Expr e = Make(DynamicSlice(), std::move(type), {x});
  e.operands.insert(e.operands.end(), start.begin(), start.end());
  return e;
}

Expr DynamicUpdateSliceExpr(ExprId x, ExprId update, const std::vector<ExprId>& start,
                            ir::TensorType type) {
  Expr e = Make(DynamicUpdateSlice(), std::move(type), {x, update});
  e.operands.insert(e.operands.end(), start.begin(), start.end());
  return e;
}

Expr GatherExpr(ExprId x, ExprId indices, Gather gather, ir::TensorType type) {
  return Make(std::move(gather), std::move(type), {x, indices});
}

Expr WindowExpr(ExprId x, ExprId fill, ir::TensorType type, WindowOf windows) {
  return Make(std::move(windows), std::move(type), {x, fill});
}

Expr ReverseExpr(ExprId x, ir::TensorType type, ir::Dims dimensions) {
  return Make(Reverse{std::move(dimensions)}, std::move(type), {x});
}

Expr ResultExpr(ir::TensorType type, int id, int i) {
  return Make(ResultOf{id, i}, std::move(type));
}

Expr CounterExpr(int64_t number) {
  return Make(Counter{number}, ir::Scalar(ir::ElementType::kI32));
}

Expr ParameterExpr(ir::TensorType type, int64_t number) {
  return Make(Parameter{number}, std::move(type));
}

}  // namespace tilewright::tile
