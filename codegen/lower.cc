#include "codegen/lower.h"

#include <algorithm>

#include "codegen/blocks.h"
#include "codegen/lower_internal.h"
#include "codegen/scalar_ops.h"
#include "support/check.h"
#include "tile/canonical.h"

namespace tilewright::codegen {

using ir::AttributeName;
using ir::Dims;
using ir::Operation;
using ir::OpKind;
using ir::ValueId;

int64_t Elements(const Dims& dims) {
  int64_t n = 1;
  for (int64_t d : dims) n *= d;
  return n;
}

int64_t GridSteps(int64_t elements, int64_t cost_per_element) {
  constexpr int64_t kStepWork = 16 << 10;
  constexpr int64_t kMaxSteps = 64;
  return std::clamp<int64_t>(elements * cost_per_element / kStepWork, 1, kMaxSteps);
}

tile::ExprId ResultExpr(Lowering& l, const ir::TensorType& type, int id, int i) {
  return l.tile().Add(tile::ResultExpr(type, id, i));
}

tile::Reduce MakeReduce(Lowering& l, const ir::Region& reducer,
                        absl::Span<const ValueId> inits, int id) {
  tile::Reduce reduce;
  reduce.id = id;
  for (ValueId init : inits) reduce.inits.push_back(l.exprs.In(init, {}));
  reduce.has_monoid =
      FindMonoid(l.program, reducer, &reduce.monoid) && inits.size() == 1 &&
      l.program.type(reducer.results[0]).element == l.program.type(inits[0]).element;
  if (!reduce.has_monoid) reduce.region = l.exprs.Region(reducer);
  return reduce;
}

namespace {

int64_t ClusterCost(const Lowering& l) {
  int64_t cost = 0;
  for (int n : l.cluster.members) {
    const Operation& op = l.op(n);
    cost += ir::IsElementwise(op.kind)
                ? ScalarOpCost({op.kind}, l.program.type(op.operands[0]).element)
                : 1;
  }
  return std::clamp<int64_t>(cost / 4, 1, 16);
}

// The pieces of a large concatenation are stored each on its own, so that none
// is chosen element by element.
bool LowerConcatenation(Lowering& l, const Operation& op) {
  constexpr int64_t kSmall = 1024;
  const ir::TensorType& type = l.program.type(op.results[0]);
  if (type.num_elements() < kSmall) return false;
  const int64_t dim = op.attributes.Int(AttributeName::kDimension);
  const tile::RefId ref = l.exprs.Output(op.results[0]);
  int64_t start = 0;
  for (ValueId operand : op.operands) {
    const Dims& dims = l.program.type(operand).dims;
    if (Elements(dims) > 0) {
      tile::Store store{ref, l.exprs.Of(operand)};
      store.offset.assign(dims.size(), 0);
      store.offset[dim] = start;
      l.tile().statements.push_back(tile::NestStatement({dims, true, {{{}, {store}, {}}}},
                                                        GridSteps(Elements(dims))));
    }
    start += dims[dim];
  }
  return true;
}

// Only the updated part is written, over a copy of the operand.
bool LowerUpdateSlice(Lowering& l, const Operation& op) {
  const Dims& dims = l.program.type(op.operands[1]).dims;
  if (Elements(dims) == 0 || l.exprs.Definition(op.operands[0]) != nullptr) return false;
  tile::Store store{l.exprs.Output(op.results[0]), l.exprs.Of(op.operands[1])};
  for (size_t k = 2; k < op.operands.size(); ++k) {
    store.dynamic_offset.push_back(l.exprs.Of(op.operands[k]));
  }
  l.tile().statements.push_back(
      tile::NestStatement({dims, true, {{{}, {store}, {}}}}, GridSteps(Elements(dims))));
  l.out->prepare.push_back({op.results[0], op.operands[0]});
  return true;
}

}  // namespace

void LowerPointwise(Lowering& l) {
  if (l.cluster.outputs.size() == 1) {
    for (int n : l.cluster.members) {
      const Operation& op = l.op(n);
      if (op.results.size() != 1 || op.results[0] != l.cluster.outputs[0]) continue;
      if (op.kind == OpKind::kConcatenate && LowerConcatenation(l, op)) return;
      if (op.kind == OpKind::kDynamicUpdateSlice && LowerUpdateSlice(l, op)) return;
    }
  }
  tile::Phase phase;
  const Dims& domain = l.program.type(l.cluster.outputs[0]).dims;
  for (ValueId v : l.cluster.outputs) {
    phase.stores.push_back({l.exprs.Output(v), l.exprs.In(v, domain)});
  }
  l.tile().statements.push_back(tile::NestStatement(
      {domain, true, {phase}}, GridSteps(Elements(domain), ClusterCost(l))));
}

void LowerReduce(Lowering& l) {
  const Operation& op = l.op(l.cluster.reduces[0]);
  const size_t count = op.operands.size() / 2;
  const Dims& dims = l.program.type(op.operands[0]).dims;
  const Dims& reduced = op.attributes.Ints(AttributeName::kDimensions);
  const auto is_reduced = [&](int64_t d) {
    return std::find(reduced.begin(), reduced.end(), d) != reduced.end();
  };
  Dims order, outer, inner;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (is_reduced(d)) continue;
    order.push_back(d);
    outer.push_back(dims[d]);
  }
  // Along lanes, each run of adjacent reduced dimensions is one.
  const bool lanes = ReducesAlongLanes(l.program, op);
  bool in_run = false;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!is_reduced(d)) {
      in_run = in_run && dims[d] == 1;
      continue;
    }
    order.push_back(d);
    if (lanes && in_run) {
      inner.back() *= dims[d];
    } else {
      inner.push_back(dims[d]);
    }
    in_run = true;
  }
  Dims domain = outer;
  domain.insert(domain.end(), inner.begin(), inner.end());

  const int id = 0;
  tile::Phase combine;
  combine.inner = inner;
  combine.reduces.push_back(
      MakeReduce(l, op.regions[0], absl::MakeConstSpan(op.operands).subspan(count), id));
  for (size_t i = 0; i < count; ++i) {
    combine.reduces[0].inputs.push_back(
        l.exprs.Reshape(l.exprs.Transpose(l.exprs.Of(op.operands[i]), order), domain));
  }
  tile::Phase finish;
  for (size_t i = 0; i < count; ++i) {
    l.exprs.Bind(op.results[i],
                 ResultExpr(l, l.program.type(op.results[i]), id, static_cast<int>(i)));
  }
  for (ValueId v : l.cluster.outputs) {
    finish.stores.push_back({l.exprs.Output(v), l.exprs.In(v, outer)});
  }
  const int64_t steps = std::min(GridSteps(Elements(domain), ClusterCost(l)),
                                 std::max<int64_t>(Elements(outer), 1));
  l.tile().statements.push_back(
      tile::NestStatement({outer, !lanes, {combine, finish}}, steps));
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
  std::vector<size_t> buffers;  // refs that are parameters
  for (size_t r = 0; r < lowered->program.refs.size(); ++r) {
    if (lowered->program.refs[r].memory == tile::Memory::kHbm) buffers.push_back(r);
  }
  const std::vector<tile::RefId> numbers = tile::Canonicalize(&lowered->program);
  std::map<tile::RefId, LoweredCluster::Parameter> in_order;
  for (size_t p = 0; p < buffers.size(); ++p) {
    const tile::RefId number = numbers[buffers[p]];
    if (number >= 0) in_order[number] = lowered->parameters[p];
  }
  lowered->parameters.clear();
  for (const auto& [ref, parameter] : in_order) lowered->parameters.push_back(parameter);
}

absl::StatusOr<LoweredCluster> LowerCluster(const ir::Program& program,
                                            const ir::Region& region,
                                            const Cluster& cluster,
                                            const std::set<ValueId>& materialised,
                                            const FindFree& find_free,
                                            const LowerOptions& options) {
  LoweredCluster out;
  out.program.numerics = options.numerics;
  Lowering l{program,
             region,
             cluster,
             options,
             ExprBuilder(program, region, cluster, materialised, find_free, &out),
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
  FitSteps(*options.chip, &out.program);
  return out;
}

}  // namespace tilewright::codegen
