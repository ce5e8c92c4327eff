#include "tile/author/row_passes.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "tile/arrange.h"
#include "tile/reads_in_place.h"
#include "tile/work/op_cost.h"

namespace tilewright::tile {

using ir::Dims;

namespace {

// In units of OpCost::host: what writing a value to scratch and reading it takes.
constexpr int kWorthKeeping = 4;

bool IsWorthKeeping(const Program& program, const Expr& e) {
  const auto* const scalar = e.As<Scalar>();
  if (scalar == nullptr) return false;
  const ir::ElementType element = program.exprs[e.operands[0]].type.element;
  return CostOf(scalar->op, element).host >= kWorthKeeping;
}

// Which of `kept` pass `p` reads from scratch: what it computes, down to what earlier
// passes keep.
absl::flat_hash_set<ExprId> ReadFromScratch(const Program& program, const DraftPass& pass,
                                            size_t p,
                                            const std::map<ExprId, size_t>& kept) {
  absl::flat_hash_set<ExprId> seen, read;
  std::vector<ExprId> stack = pass.roots();
  while (!stack.empty()) {
    const ExprId x = stack.back();
    stack.pop_back();
    if (!seen.insert(x).second) continue;
    const auto writer = kept.find(x);
    if (writer != kept.end() && writer->second < p) {
      read.insert(x);
      continue;
    }
    const std::vector<ExprId>& operands = program.exprs[x].operands;
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  return read;
}

// A value with `with`'s values in the place of its keys.
ExprId Replaced(Builder* b, ExprId x, std::map<ExprId, ExprId>* with) {
  const auto known = with->find(x);
  if (known != with->end()) return known->second;
  std::vector<ExprId> operands = b->expr(x).operands;
  for (ExprId& operand : operands) operand = Replaced(b, operand, with);
  const ExprId out = operands == b->expr(x).operands ? x : b->With(x, operands);
  return (*with)[x] = out;
}

}  // namespace

std::vector<ExprId> DraftPass::roots() const {
  std::vector<ExprId> roots;
  for (const Store& store : stores) {
    roots.insert(roots.end(), store.values.begin(), store.values.end());
  }
  for (const Reduction& reduction : reductions) {
    roots.insert(roots.end(), reduction.inputs.begin(), reduction.inputs.end());
  }
  return roots;
}

bool HasRows(const ir::Shape& shape, const ir::Shape& outer, const ir::Size& row) {
  const ir::Shape all = WithoutUnitDims(shape), front = WithoutUnitDims(outer);
  return all.rank() > front.rank() && NumElements(all) == NumElements(front) * row &&
         all.Part(0, front.rank()) == front;
}

std::map<ExprId, size_t> FindKept(const Program& program,
                                  const std::vector<DraftPass>& passes,
                                  const ir::Shape& outer, const ir::Size& row,
                                  const std::set<ExprId>& asked) {
  std::map<ExprId, std::set<size_t>> readers;
  for (size_t p = 0; p < passes.size(); ++p) {
    for (ExprId root : passes[p].roots()) {
      ForEachRead(program, root, [&](ExprId x, const ir::Size& points) {
        const Expr& e = program.exprs[x];
        const bool worth =
            asked.count(x) > 0 || (points.is_number(1) && IsWorthKeeping(program, e));
        if (worth && HasRows(e.type.shape, outer, row)) readers[x].insert(p);
      });
    }
  }
  std::map<ExprId, size_t> kept;
  for (const auto& [x, all] : readers) {
    if (all.size() > 1) kept[x] = *all.begin();
  }
  std::set<ExprId> read;
  for (size_t p = 0; p < passes.size(); ++p) {
    for (ExprId x : ReadFromScratch(program, passes[p], p, kept)) read.insert(x);
  }
  std::erase_if(kept, [&](const auto& one) { return read.count(one.first) == 0; });
  return kept;
}

void WritePasses(Builder* b, std::vector<DraftPass> passes, const ir::Shape& outer,
                 const ir::Shape& inner, const std::map<ExprId, size_t>& kept,
                 LoopNestWriter* nest) {
  const ir::Shape domain = ir::Joined(outer, inner);
  std::map<ExprId, ExprId> later;
  for (size_t p = 0; p < passes.size(); ++p) {
    std::map<ExprId, ExprId> now = later;
    nest->BeginPass(passes[p].full ? inner : ir::Shape());
    for (Store& store : passes[p].stores) {
      for (ExprId& value : store.values) value = Replaced(b, value, &now);
      nest->Write(std::move(store));
    }
    for (const auto& [x, first] : kept) {
      if (first != p) continue;
      const ExprId row = nest->Keep(b->Reshape(Replaced(b, x, &now), domain));
      later[x] = b->Reshape(row, b->type(x).shape);
    }
    for (Reduction& reduction : passes[p].reductions) {
      for (ExprId& input : reduction.inputs) input = Replaced(b, input, &now);
      nest->ReduceAs(reduction.id, std::move(reduction.reducer),
                     std::move(reduction.inputs));
    }
  }
}

}  // namespace tilewright::tile
