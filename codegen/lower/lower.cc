#include "codegen/lower/lower.h"

#include <algorithm>
#include <utility>

#include "codegen/facts/op_facts.h"
#include "codegen/lower/blocks.h"
#include "codegen/lower/lower_internal.h"
#include "support/check.h"
#include "tile/canonical.h"
#include "tile/sizes.h"
#include "tile/sum_order.h"
#include "tile/work/op_cost.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

tile::Reducer ReducerOf(Lowering& l, const ir::Region& reducer,
                        absl::Span<const ValueId> inits) {
  tile::Reducer out;
  for (ValueId init : inits) out.inits.push_back(l.exprs.In(init, {}));
  OpKind combiner;
  if (FindCombiner(l.program, reducer, &combiner) && inits.size() == 1 &&
      l.program.type(reducer.results[0]).element == l.program.type(inits[0]).element) {
    out.combiner = combiner;
  } else {
    out.region = l.exprs.Region(reducer);
  }
  return out;
}

int64_t ClusterCost(const Lowering& l) {
  int64_t cost = 0;
  for (int n : l.cluster.members) {
    const Operation& op = l.op(n);
    cost += ir::IsElementwise(op.kind)
                ? tile::CostOf(op.kind, l.program.type(op.operands[0]).element).host
                : 1;
  }
  return std::clamp<int64_t>(cost / 4, 1, 16);
}

namespace {

// Short rows, made of a few elements of each operand: their columns are interleaved.
void LowerInterleaving(Lowering& l, const Operation& op, tile::RefId ref) {
  std::vector<tile::ExprId> columns;
  for (ValueId operand : op.operands) {
    const tile::ExprId value = l.exprs.Of(operand);
    Dims column = l.program.type(operand).dims();
    const int64_t count = std::exchange(column.back(), 1);
    for (int64_t k = 0; k < count; ++k) {
      Dims start(column.size(), 0);
      start.back() = k;
      columns.push_back(
          count == 1 ? value : l.b().Slice(value, column, start, Dims(column.size(), 1)));
    }
  }
  const auto width = static_cast<int64_t>(columns.size());
  tile::Store store = tile::StoreInterleaved(ref, std::move(columns));
  l.b().Append(tile::StoreStatement(&l.b(), std::move(store), width));
}

// The pieces of a large concatenation are stored each on its own, so that none
// is chosen element by element; so are those of one whose size is open, which may be
// large. `output` is the result, maybe in another shape.
bool LowerConcatenation(Lowering& l, const Operation& op, ValueId output) {
  const ir::TensorType& type = l.program.type(op.results[0]);
  const ir::Size elements = NumElements(type.shape);
  if (elements.is_number() && elements.number() <= kSmallState) return false;
  const int64_t dim = op.attributes.Int(AttributeName::kDimension);
  const tile::RefId ref = l.exprs.Output(output, type.shape);
  constexpr int64_t kShortRow = 8;
  const bool is_last = dim + 1 == type.rank();
  if (is_last && type.shape.is_static() && type.dims()[dim] <= kShortRow &&
      op.operands.size() > 1) {
    LowerInterleaving(l, op, ref);
    return true;
  }
  ir::Shape place(Dims(type.rank(), 0));
  const auto move_on = [&](const ir::Shape& piece) {
    place.Set(dim, place[dim] + piece[dim]);
  };
  // Rows that are not known to be long are written whole, one after the other: threads
  // that write pieces of the same rows at a time would fetch each other's lines.
  constexpr int64_t kLongRow = 1024;
  const ir::Size& row = type.shape[dim];
  const bool is_long = row.is_number() && row.number() > kLongRow;
  if (is_last && dim > 0 && !is_long) {
    tile::LoopNestWriter rows(&l.b(), type.shape.Part(0, dim));
    rows.LanesInner();
    for (ValueId operand : op.operands) {
      const ir::Shape& piece = l.program.type(operand).shape;
      if (piece[dim] == 0) continue;
      rows.BeginPass(piece.Part(dim, dim + 1));
      rows.Write(tile::StoreAt(ref, l.exprs.Of(operand), place));
      move_on(piece);
    }
    l.b().Append(std::move(rows).Done());
    return true;
  }
  for (ValueId operand : op.operands) {
    const ir::Shape& piece = l.program.type(operand).shape;
    if (!(NumElements(piece) == 0)) {
      const tile::ExprId value = l.exprs.Of(operand);
      l.b().Append(tile::StoreStatement(&l.b(), tile::StoreAt(ref, value, place)));
    }
    move_on(piece);
  }
  return true;
}

}  // namespace

void LowerPointwise(Lowering& l) {
  if (LowerPartUpdate(l)) return;
  if (l.cluster.outputs.size() == 1) {
    const ValueId output = l.cluster.outputs[0];
    const Operation* op = l.exprs.Definition(output);
    while (op != nullptr && op->kind == OpKind::kReshape) {
      op = l.exprs.Definition(op->operands[0]);
    }
    if (op != nullptr && op->kind == OpKind::kConcatenate &&
        LowerConcatenation(l, *op, output)) {
      return;
    }
  }
  const ir::Shape& domain = l.program.type(l.cluster.outputs[0]).shape;
  tile::LoopNestWriter nest(&l.b(), domain);
  nest.BeginPass();
  for (ValueId v : l.cluster.outputs) {
    nest.Write(tile::StoreTo(l.exprs.Output(v), l.exprs.In(v, domain)));
  }
  l.b().Append(std::move(nest).Done(ClusterCost(l)));
}

void LowerReduce(Lowering& l) {
  const Operation& op = l.op(l.cluster.reduces[0]);
  const size_t count = op.operands.size() / 2;
  tile::Reducer reducer =
      ReducerOf(l, op.regions[0], absl::MakeConstSpan(op.operands).subspan(count));
  const ir::Shape& from = l.program.type(op.operands[0]).shape;
  const Dims& reduced = op.attributes.Ints(AttributeName::kDimensions);
  const bool by_combiner = reducer.combiner.has_value();
  const tile::ReductionDims dims = tile::ArrangeReduction(from, reduced, by_combiner);
  if (by_combiner && !op.attributes.Flag(AttributeName::kIsOrdered)) {
    reducer.order = tile::OrderOf(from, reduced);
  }
  tile::LoopNestWriter nest(&l.b(), dims.outer);
  if (ReducesAlongLanes(l.program, op)) nest.LanesInner();
  nest.BeginPass(dims.inner);
  std::vector<tile::ExprId> inputs;
  std::vector<ir::TensorType> types;
  for (size_t i = 0; i < count; ++i) {
    const tile::ExprId in_order = l.b().Transpose(l.exprs.Of(op.operands[i]), dims.order);
    inputs.push_back(l.b().Reshape(in_order, dims.domain()));
    types.push_back(l.program.type(op.results[i]));
  }
  const std::vector<tile::ExprId> results =
      nest.Reduce(std::move(reducer), std::move(inputs), types);
  for (size_t i = 0; i < count; ++i) l.exprs.Bind(op.results[i], results[i]);
  nest.BeginPass();
  for (ValueId v : l.cluster.outputs) {
    nest.Write(tile::StoreTo(l.exprs.Output(v), l.exprs.In(v, dims.outer)));
  }
  l.b().Append(std::move(nest).Done(ClusterCost(l)));
}

bool IsPrepared(const LoweredCluster& lowered, ValueId output) {
  return std::any_of(lowered.prepare.begin(), lowered.prepare.end(),
                     [&](const auto& p) { return p.output == output; });
}

bool ReadsToo(const LoweredCluster& lowered, ValueId value) {
  const auto copies = std::count_if(lowered.prepare.begin(), lowered.prepare.end(),
                                    [&](const auto& p) { return p.copy_of == value; });
  return copies > 1 ||
         std::any_of(lowered.parameters.begin(), lowered.parameters.end(),
                     [&](const auto& p) { return !p.written && p.value == value; });
}

void Renumber(LoweredCluster* lowered) {
  const std::vector<tile::RefId> buffers = lowered->program.Parameters();
  const std::vector<tile::RefId> numbers = tile::Canonicalize(&lowered->program);
  std::map<tile::RefId, LoweredCluster::Parameter> in_order;
  for (size_t p = 0; p < buffers.size(); ++p) {
    const tile::RefId number = numbers[buffers[p]];
    if (number >= 0) in_order[number] = lowered->parameters[p];
  }
  lowered->parameters.clear();
  for (const auto& [ref, parameter] : in_order) lowered->parameters.push_back(parameter);
}

absl::StatusOr<LoweredCluster> LowerCluster(
    const ir::Program& program, const ir::Region& region, const Cluster& cluster,
    const std::set<ValueId>& materialised,
    const FindRematerialisable& find_rematerialisable, const LowerOptions& options) {
  LoweredCluster out;
  out.program.numerics = options.numerics;
  out.program.symbols = program.symbols;
  Lowering l{
      program,
      region,
      cluster,
      options,
      ExprBuilder(program, region, cluster, materialised, find_rematerialisable, &out),
      &out};
  switch (cluster.kind) {
    case ClusterKind::kPointwise:
      LowerPointwise(l);
      break;
    case ClusterKind::kRow:
      LowerRow(l);
      break;
    case ClusterKind::kReduce:
      LowerReduce(l);
      break;
    case ClusterKind::kContraction:
      LowerContraction(l);
      break;
    case ClusterKind::kSingle:
      LowerSingle(l);
      break;
    case ClusterKind::kChain:
    case ClusterKind::kStep:
      TW_CHECK(!"chains are lowered by their stages; steps are not kernels");
  }
  if (!l.exprs.status().ok()) return l.exprs.status();
  Renumber(&out);
  CutIntoSteps(*options.chip, &out.program);
  out.symbols = tile::BindSymbols(&out.program);
  if (!out.symbols.empty()) out.parameters.push_back({.sizes = true});
  return out;
}

}  // namespace tilewright::codegen
