// Operations with statements of their own.
#include <algorithm>

#include "codegen/analysis/scatter_loops.h"
#include "codegen/facts/op_facts.h"
#include "codegen/lower/lower_internal.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

namespace {

// The windows of a reduce_window or select_and_scatter, of `rank` dimensions.
tile::WindowDims WindowsOf(const Operation& op, size_t rank) {
  const auto or_ones = [&](AttributeName name) {
    const Dims& values = op.attributes.Ints(name);
    return values.empty() ? Dims(rank, 1) : values;
  };
  tile::WindowDims windows = {or_ones(AttributeName::kWindowDimensions),
                              or_ones(AttributeName::kWindowStrides),
                              or_ones(AttributeName::kWindowDilations), Dims(rank, 0),
                              or_ones(AttributeName::kBaseDilations)};
  const Dims& padding = op.attributes.Ints(AttributeName::kPadding);
  for (size_t d = 0; d < rank && !padding.empty(); ++d) {
    windows.low_padding[d] = padding[2 * d];
  }
  return windows;
}

void LowerReduceWindow(Lowering& l, const Operation& op) {
  const size_t count = op.operands.size() / 2;
  const absl::Span<const ValueId> inits = absl::MakeConstSpan(op.operands).subspan(count);
  tile::Reducer reducer = ReducerOf(l, op.regions[0], inits);
  std::vector<tile::ExprId> inputs;
  int64_t dimension = 0;
  bool reverse = false;
  if (IsScan(l.program, op, &dimension, &reverse)) {
    std::vector<tile::RefId> outputs;
    for (size_t i = 0; i < count; ++i) {
      inputs.push_back(l.exprs.Of(op.operands[i]));
      outputs.push_back(l.exprs.Output(op.results[i]));
    }
    l.b().Append(tile::ScanStatement(&l.b(), std::move(reducer), dimension, reverse,
                                     std::move(inputs), std::move(outputs)));
    return;
  }
  const Dims& out = l.program.type(op.results[0]).dims();
  const tile::WindowDims windows = WindowsOf(op, out.size());
  tile::LoopNestWriter nest(&l.b(), out);
  nest.BeginPass(windows.sizes);
  std::vector<ir::TensorType> types;
  for (size_t i = 0; i < count; ++i) {
    inputs.push_back(l.b().Windows(l.exprs.Of(op.operands[i]), l.exprs.In(inits[i], {}),
                                   out, windows));
    types.push_back(l.program.type(op.results[i]));
  }
  const std::vector<tile::ExprId> results =
      nest.Reduce(std::move(reducer), std::move(inputs), types);
  nest.BeginPass();
  for (size_t i = 0; i < count; ++i) {
    nest.Write(tile::StoreTo(l.exprs.Output(op.results[i]), results[i]));
  }
  l.b().Append(std::move(nest).Done());
}

void LowerSort(Lowering& l, const Operation& op) {
  std::vector<tile::ExprId> inputs;
  std::vector<tile::RefId> outputs;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    inputs.push_back(l.exprs.Of(op.operands[i]));
    outputs.push_back(l.exprs.Output(op.results[i]));
  }
  l.b().Append(tile::SortStatement(&l.b(), l.exprs.Region(op.regions[0]),
                                   op.attributes.Int(AttributeName::kDimension),
                                   op.attributes.Flag(AttributeName::kIsStable),
                                   std::move(inputs), std::move(outputs)));
}

void LowerScatter(Lowering& l, const Operation& op) {
  const size_t count = op.results.size();
  tile::Scatter s;
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
  const ir::Size elements = NumElements(l.program.type(op.operands[count + 1]).shape);
  if (elements.is_number(0)) return;
  // More steps than units do no harm: theirs is nothing.
  const ir::Size units = LoopsOf(l.b().program(), s).units;
  ir::Size steps = tile::GridSteps(elements, 1);
  if (units.is_number()) {
    steps = steps.is_number() ? std::min(steps.number(), units.number()) : units;
  }
  l.b().Append(tile::ScatterStatement(std::move(s), steps));
}

void LowerSelectAndScatter(Lowering& l, const Operation& op) {
  const Dims& dims = l.program.type(op.results[0]).dims();
  const tile::RefId output = l.exprs.Output(op.results[0]);
  const tile::ExprId initial = l.b().Broadcast(l.exprs.In(op.operands[2], {}), dims, {});
  l.b().Append(tile::StoreStatement(&l.b(), tile::StoreTo(output, initial), /*cost=*/0));

  tile::WindowDims windows = WindowsOf(op, dims.size());
  tile::SelectAndScatter s;
  s.window = std::move(windows.sizes);
  s.strides = std::move(windows.strides);
  s.low_padding = std::move(windows.low_padding);
  s.operand = l.exprs.Of(op.operands[0]);
  s.source = l.exprs.Of(op.operands[1]);
  s.select = l.exprs.Region(op.regions[0]);
  s.scatter = l.exprs.Region(op.regions[1]);
  s.output = output;
  l.b().program().parallel = false;
  if (l.program.type(op.operands[1]).num_elements() == 0) return;
  l.b().Append(tile::SelectAndScatterStatement(std::move(s)));
}

}  // namespace

void LowerSingle(Lowering& l) {
  const Operation& op = l.op(l.cluster.last);
  if (const auto matrices = FindSmallMatrices(l.program, op); matrices.has_value()) {
    return LowerMatrices(l, op, *matrices);
  }
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
