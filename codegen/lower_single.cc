// Operations with statements of their own.
#include <algorithm>

#include "codegen/lower_internal.h"
#include "codegen/scatter_loops.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

tile::ExprId WindowExpr(Lowering& l, const Operation& op, ValueId operand, ValueId fill) {
  const Dims& from = l.program.type(operand).dims;
  const Dims& out = l.program.type(op.results[0]).dims;
  const Dims& window = op.attributes.Ints(AttributeName::kWindowDimensions);
  const auto or_ones = [&](AttributeName name) {
    Dims values = op.attributes.Ints(name);
    if (values.empty()) values.assign(from.size(), 1);
    return values;
  };
  tile::Expr e;
  e.kind = tile::ExprKind::kWindow;
  e.type.element = l.program.type(operand).element;
  e.type.dims = out;
  e.type.dims.insert(e.type.dims.end(), window.begin(), window.end());
  e.operands = {l.exprs.Of(operand), l.exprs.In(fill, {})};
  e.a = or_ones(AttributeName::kWindowStrides);
  e.b = or_ones(AttributeName::kWindowDilations);
  const Dims& padding = op.attributes.Ints(AttributeName::kPadding);
  for (size_t d = 0; d < from.size(); ++d)
    e.c.push_back(padding.empty() ? 0 : padding[2 * d]);
  e.d = or_ones(AttributeName::kBaseDilations);
  return l.tile().Add(std::move(e));
}

void LowerReduceWindow(Lowering& l, const Operation& op) {
  const size_t count = op.operands.size() / 2;
  const absl::Span<const ValueId> inits = absl::MakeConstSpan(op.operands).subspan(count);
  const Dims& out = l.program.type(op.results[0]).dims;
  int64_t dimension = 0;
  bool reverse = false;
  if (IsScan(l.program, op, &dimension, &reverse)) {
    tile::Scan scan;
    scan.dimension = dimension;
    scan.reverse = reverse;
    scan.reduce = MakeReduce(l, op.regions[0], inits, 0);
    for (size_t i = 0; i < count; ++i) {
      scan.reduce.inputs.push_back(l.exprs.Of(op.operands[i]));
      scan.outputs.push_back(l.exprs.Output(op.results[i]));
    }
    const int64_t steps =
        std::min(GridSteps(Elements(out)),
                 std::max<int64_t>(Elements(out) / out[dimension] / 64, 1));
    l.tile().statements.push_back(tile::ScanStatement(std::move(scan), steps));
    return;
  }
  tile::Phase combine, finish;
  combine.inner = op.attributes.Ints(AttributeName::kWindowDimensions);
  combine.reduces.push_back(MakeReduce(l, op.regions[0], inits, 0));
  for (size_t i = 0; i < count; ++i) {
    combine.reduces[0].inputs.push_back(WindowExpr(l, op, op.operands[i], inits[i]));
    finish.stores.push_back(
        {l.exprs.Output(op.results[i]),
         ResultExpr(l, l.program.type(op.results[i]), 0, static_cast<int>(i))});
  }
  const int64_t window = Elements(combine.inner);
  l.tile().statements.push_back(tile::NestStatement(
      {out, true, {combine, finish}},
      GridSteps(Elements(out), std::clamp<int64_t>(window, 1, 1 << 10))));
}

void LowerSort(Lowering& l, const Operation& op) {
  tile::Sort sort;
  const Dims& dims = l.program.type(op.operands[0]).dims;
  sort.dimension = op.attributes.Int(AttributeName::kDimension);
  sort.stable = op.attributes.Flag(AttributeName::kIsStable);
  for (size_t i = 0; i < op.operands.size(); ++i) {
    sort.inputs.push_back(l.exprs.Of(op.operands[i]));
    sort.outputs.push_back(l.exprs.Output(op.results[i]));
  }
  sort.region = l.exprs.Region(op.regions[0]);
  const int64_t rows = Elements(dims) / std::max<int64_t>(dims[sort.dimension], 1);
  l.tile().statements.push_back(tile::SortStatement(
      std::move(sort),
      std::min(GridSteps(Elements(dims), 16), std::max<int64_t>(rows, 1))));
}

void LowerScatter(Lowering& l, const Operation& op) {
  const size_t count = op.results.size();
  tile::Statement statement;
  statement.kind = tile::StatementKind::kScatter;
  tile::Scatter& s = statement.scatter;
  const ir::Attributes& at = op.attributes;
  s.update_window_dims = at.Ints(AttributeName::kUpdateWindowDims);
  s.inserted_window_dims = at.Ints(AttributeName::kInsertedWindowDims);
  s.input_batching_dims = at.Ints(AttributeName::kInputBatchingDims);
  s.scatter_indices_batching_dims = at.Ints(AttributeName::kScatterIndicesBatchingDims);
  s.scatter_dims_to_operand_dims = at.Ints(AttributeName::kScatterDimsToOperandDims);
  s.index_vector_dim = at.Int(AttributeName::kIndexVectorDim);
  s.indices = l.exprs.Of(op.operands[count]);
  for (size_t i = 0; i < count; ++i) {
    s.updates.push_back(l.exprs.Of(op.operands[count + 1 + i]));
    s.outputs.push_back(l.exprs.Output(op.results[i]));
    l.out->prepare.push_back({op.results[i], op.operands[i]});
  }
  s.region = l.exprs.Region(op.regions[0]);
  // Nothing to apply: the prepared copy is the result.
  if (Elements(l.program.type(op.operands[count + 1]).dims) == 0) return;
  const int64_t elements = Elements(l.program.type(op.operands[count + 1]).dims);
  statement.grid_steps = std::min(GridSteps(elements), LoopsOf(l.tile(), s).units);
  l.tile().statements.push_back(std::move(statement));
}

void LowerSelectAndScatter(Lowering& l, const Operation& op) {
  const ir::TensorType& type = l.program.type(op.results[0]);
  const tile::RefId output = l.exprs.Output(op.results[0]);
  tile::Phase phase;
  phase.stores.push_back({output, l.tile().Add(tile::BroadcastExpr(
                                      l.exprs.In(op.operands[2], {}), type, {}))});
  l.tile().statements.push_back(tile::NestStatement({type.dims, true, {phase}}, 1));

  tile::Statement statement;
  statement.kind = tile::StatementKind::kSelectAndScatter;
  tile::SelectAndScatter& s = statement.select_and_scatter;
  const size_t rank = type.dims.size();
  const auto or_default = [&](AttributeName name, int64_t value) {
    Dims values = op.attributes.Ints(name);
    if (values.empty()) values.assign(rank, value);
    return values;
  };
  s.window = or_default(AttributeName::kWindowDimensions, 1);
  s.strides = or_default(AttributeName::kWindowStrides, 1);
  const Dims& padding = op.attributes.Ints(AttributeName::kPadding);
  for (size_t d = 0; d < rank; ++d) {
    s.low_padding.push_back(padding.empty() ? 0 : padding[2 * d]);
  }
  s.operand = l.exprs.Of(op.operands[0]);
  s.source = l.exprs.Of(op.operands[1]);
  s.select = l.exprs.Region(op.regions[0]);
  s.scatter = l.exprs.Region(op.regions[1]);
  s.output = output;
  l.tile().parallel = false;
  if (Elements(l.program.type(op.operands[1]).dims) == 0) return;
  l.tile().statements.push_back(std::move(statement));
}

}  // namespace

void LowerSingle(Lowering& l) {
  const Operation& op = l.op(l.cluster.last);
  switch (op.kind) {
    case OpKind::kReduceWindow:
      return LowerReduceWindow(l, op);
    case OpKind::kSort:
      return LowerSort(l, op);
    case OpKind::kScatter:
      return LowerScatter(l, op);
    case OpKind::kSelectAndScatter:
      return LowerSelectAndScatter(l, op);
    default:
      l.exprs.Fail(absl::InternalError("an operation without statements of its own"));
  }
}

}  // namespace tilewright::codegen
