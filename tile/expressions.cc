#include "tile/expressions.h"

#include <utility>

#include "support/round.h"

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

Statement NestStatement(Nest nest, int64_t grid_steps) {
  Statement s;
  s.kind = StatementKind::kNest;
  s.nest = std::move(nest);
  s.grid_steps = grid_steps;
  return s;
}

Statement MatmulStatement(Matmul matmul) {
  Statement s;
  s.kind = StatementKind::kMatmul;
  s.grid_steps = matmul.batch * DivideUp(matmul.m, matmul.block_m) *
                 DivideUp(matmul.n, matmul.block_n);
  s.matmul = std::move(matmul);
  return s;
}

Statement ScanStatement(Scan scan, int64_t grid_steps) {
  Statement s;
  s.kind = StatementKind::kScan;
  s.scan = std::move(scan);
  s.grid_steps = grid_steps;
  return s;
}

Statement SortStatement(Sort sort, int64_t grid_steps) {
  Statement s;
  s.kind = StatementKind::kSort;
  s.sort = std::move(sort);
  s.grid_steps = grid_steps;
  return s;
}

}  // namespace tilewright::tile
