#include "tile/expressions.h"

#include <utility>

namespace tilewright::tile {
namespace {

Expr Make(ExprKind kind, ir::TensorType type, std::vector<ExprId> operands = {},
          ir::Dims a = {}, ir::Dims b = {}) {
  Expr e;
  e.kind = kind;
  e.type = std::move(type);
  e.operands = std::move(operands);
  e.a = std::move(a);
  e.b = std::move(b);
  return e;
}

}  // namespace

Expr ZeroExpr(const ir::TensorType& type) {
  const int bytes = ir::StorageBytes(type.element);
  return ConstantExpr(*ir::Literal::Create(type, std::vector<uint8_t>(bytes), true));
}

Expr ConstantExpr(ir::Literal literal) {
  Expr e = Make(ExprKind::kConstant, literal.type());
  e.literal = std::move(literal);
  return e;
}

Expr IotaExpr(ir::TensorType type, int64_t dimension) {
  return Make(ExprKind::kIota, std::move(type), {}, {dimension});
}

Expr LoadExpr(RefId ref, ir::TensorType type) {
  Expr e = Make(ExprKind::kLoad, std::move(type));
  e.ref = ref;
  return e;
}

Expr ScalarExpr(ir::OpKind op, std::vector<ExprId> operands, ir::TensorType type) {
  Expr e = Make(ExprKind::kScalar, std::move(type), std::move(operands));
  e.op = op;
  return e;
}

Expr CompareExpr(CompareDirection direction, CompareOrder order, ExprId x, ExprId y,
                 ir::Dims dims) {
  Expr e =
      ScalarExpr(ir::OpKind::kCompare, {x, y}, {ir::ElementType::kI1, std::move(dims)});
  e.a = {direction};
  e.b = {order};
  return e;
}

Expr BroadcastExpr(ExprId x, ir::TensorType type, ir::Dims dimensions) {
  return Make(ExprKind::kBroadcast, std::move(type), {x}, std::move(dimensions));
}

Expr ReshapeExpr(ExprId x, ir::TensorType type) {
  return Make(ExprKind::kReshape, std::move(type), {x});
}

Expr TransposeExpr(ExprId x, const ir::TensorType& from, ir::Dims permutation) {
  ir::TensorType type{from.element, {}};
  for (int64_t d : permutation) type.dims.push_back(from.dims[d]);
  return Make(ExprKind::kTranspose, std::move(type), {x}, std::move(permutation));
}

Expr SliceExpr(ExprId x, ir::TensorType type, ir::Dims start, ir::Dims strides) {
  return Make(ExprKind::kSlice, std::move(type), {x}, std::move(start),
              std::move(strides));
}

Expr PadExpr(ExprId x, ExprId value, ir::TensorType type, ir::Dims low,
             ir::Dims interior) {
  return Make(ExprKind::kPad, std::move(type), {x, value}, std::move(low),
              std::move(interior));
}

Expr ConcatenateExpr(std::vector<ExprId> parts, ir::TensorType type, int64_t dimension) {
  return Make(ExprKind::kConcatenate, std::move(type), std::move(parts), {dimension});
}

Expr DynamicSliceExpr(ExprId x, const std::vector<ExprId>& start, ir::TensorType type) {
  Expr e = Make(ExprKind::kDynamicSlice, std::move(type), {x});
  e.operands.insert(e.operands.end(), start.begin(), start.end());
  return e;
}

Expr DynamicUpdateSliceExpr(ExprId x, ExprId update, const std::vector<ExprId>& start,
                            ir::TensorType type) {
  Expr e = Make(ExprKind::kDynamicUpdateSlice, std::move(type), {x, update});
  e.operands.insert(e.operands.end(), start.begin(), start.end());
  return e;
}

Expr GatherExpr(ExprId x, ExprId indices, GatherDims gather, ir::TensorType type) {
  Expr e = Make(ExprKind::kGather, std::move(type), {x, indices});
  e.gather.push_back(std::move(gather));
  return e;
}

Expr WindowExpr(ExprId x, ExprId fill, ir::TensorType type, ir::Dims strides,
                ir::Dims dilations, ir::Dims low_padding, ir::Dims base_dilations) {
  Expr e = Make(ExprKind::kWindow, std::move(type), {x, fill}, std::move(strides),
                std::move(dilations));
  e.c = std::move(low_padding);
  e.d = std::move(base_dilations);
  return e;
}

Expr ReverseExpr(ExprId x, ir::TensorType type, ir::Dims dimensions) {
  return Make(ExprKind::kReverse, std::move(type), {x}, std::move(dimensions));
}

Expr ResultExpr(ir::TensorType type, int id, int i) {
  return Make(ExprKind::kResult, std::move(type), {}, {id, i});
}

Expr CounterExpr(int64_t number) {
  return Make(ExprKind::kCounter, ir::Scalar(ir::ElementType::kI32), {}, {number});
}

Expr ParameterExpr(ir::TensorType type, int64_t number) {
  return Make(ExprKind::kParameter, std::move(type), {}, {number});
}

}  // namespace tilewright::tile
