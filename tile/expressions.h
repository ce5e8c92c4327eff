// The expressions of tile programs: how each kind is laid out in an Expr. For
// tile/builder.h, which is what programs are written with.
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
                 ir::Shape dims);
Expr ReducePrecisionExpr(ExprId x, ir::TensorType type, int64_t exponent_bits,
                         int64_t mantissa_bits);
// Dimension i of x is dimension dimensions[i] of the result.
Expr BroadcastExpr(ExprId x, ir::TensorType type, ir::Dims dimensions);
Expr ReshapeExpr(ExprId x, ir::TensorType type);
Expr TransposeExpr(ExprId x, const ir::TensorType& from, ir::Dims permutation);
Expr SliceExpr(ExprId x, ir::TensorType type, ir::Dims start, ir::Dims strides);
Expr PadExpr(ExprId x, ExprId value, ir::TensorType type, ir::Dims low,
             ir::Dims interior);
Expr ConcatenateExpr(std::vector<ExprId> parts, ir::TensorType type, int64_t dimension);
Expr DynamicSliceExpr(ExprId x, const std::vector<ExprId>& start, ir::TensorType type);
Expr DynamicUpdateSliceExpr(ExprId x, ExprId update, const std::vector<ExprId>& start,
                            ir::TensorType type);
Expr GatherExpr(ExprId x, ExprId indices, Gather gather, ir::TensorType type);
Expr WindowExpr(ExprId x, ExprId fill, ir::TensorType type, WindowOf windows);
Expr ReverseExpr(ExprId x, ir::TensorType type, ir::Dims dimensions);
// Value `i` of the reduction or product called `id`.
Expr ResultExpr(ir::TensorType type, int id, int i);
Expr CounterExpr(int64_t number);
Expr ParameterExpr(ir::TensorType type, int64_t number);

}  // namespace tilewright::tile
