// The vocabulary of tile programs: how each kind of expression and statement is
// made. The authoring API and the lowering of graphs both speak it; what they make
// is checked in one place, tile/verify.h.
#pragma once

#include <cstdint>
#include <vector>

#include "tile/compare.h"
#include "tile/program.h"

namespace tilewright::tile {

// A splat of this type with all bits zero.
Expr ZeroExpr(const ir::TensorType& type);
// `literal` is a splat.
Expr ConstantExpr(ir::Literal literal);
Expr IotaExpr(ir::TensorType type, int64_t dimension);
// `ref`, seen row-major as `type`.
Expr LoadExpr(RefId ref, ir::TensorType type);
Expr ScalarExpr(ir::OpKind op, std::vector<ExprId> operands, ir::TensorType type);
Expr CompareExpr(CompareDirection direction, CompareOrder order, ExprId x, ExprId y,
                 ir::Dims dims);
// Dimension i of x is dimension dimensions[i] of the result.
Expr BroadcastExpr(ExprId x, ir::TensorType type, ir::Dims dimensions);
Expr ReshapeExpr(ExprId x, ir::TensorType type);
Expr TransposeExpr(ExprId x, const ir::TensorType& from, ir::Dims permutation);
Expr ReverseExpr(ExprId x, ir::TensorType type, ir::Dims dimensions);
// Value `i` of the reduction or product called `id`.
Expr ResultExpr(ir::TensorType type, int id, int i);
Expr CounterExpr(int64_t number);
Expr ParameterExpr(ir::TensorType type, int64_t number);

Statement NestStatement(Nest nest, int64_t grid_steps = 1);
// One step a block.
Statement MatmulStatement(Matmul matmul);
Statement ScanStatement(Scan scan, int64_t grid_steps = 1);
Statement SortStatement(Sort sort, int64_t grid_steps = 1);

}  // namespace tilewright::tile
