// The parts of a statement, for all that goes over programs: one list of what each
// kind of statement reads and writes.
#pragma once

#include <type_traits>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "tile/program.h"

namespace tilewright::tile {

// Expressions that the statement itself evaluates, those of its regions included.
// `s` and what `visit` gets are const together.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Statement>
void ForEachExpr(S& s, const Visit& visit) {
  const auto all = [&](auto& exprs) {
    for (auto& e : exprs) visit(e);
  };
  const auto reduce = [&](auto& r) {
    all(r.inputs);
    all(r.inits);
    all(r.region.results);
  };
  const auto store = [&](auto& to) {
    visit(to.value);
    all(to.dynamic_offset);
  };
  switch (s.kind) {
    case StatementKind::kLoopNest:
      for (auto& pass : s.nest.passes) {
        for (auto& to : pass.stores) store(to);
        for (auto& r : pass.reduces) reduce(r);
      }
      return;
    case StatementKind::kMatmul:
      visit(s.matmul.lhs);
      visit(s.matmul.rhs);
      for (auto& to : s.matmul.stores) store(to);
      return;
    case StatementKind::kScan:
      return reduce(s.scan.reduce);
    case StatementKind::kSort:
      all(s.sort.inputs);
      return all(s.sort.region.results);
    case StatementKind::kScatter:
      visit(s.scatter.indices);
      all(s.scatter.updates);
      return all(s.scatter.region.results);
    case StatementKind::kSelectAndScatter:
      visit(s.select_and_scatter.operand);
      visit(s.select_and_scatter.source);
      all(s.select_and_scatter.select.results);
      return all(s.select_and_scatter.scatter.results);
    case StatementKind::kFor:
      visit(s.counted.begin);
      return visit(s.counted.end);
    case StatementKind::kIf:
      return visit(s.branch.predicate);
    case StatementKind::kDma:
      store(s.dma.copy);
      return visit(s.dma.slot);
    case StatementKind::kWhile:
    case StatementKind::kChain:
    case StatementKind::kGrid:
      return;
  }
}

// Places where the statement itself puts values.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Statement>
void ForEachStore(S& s, const Visit& visit) {
  if (s.kind == StatementKind::kLoopNest) {
    for (auto& pass : s.nest.passes) {
      for (auto& store : pass.stores) visit(store);
    }
  } else if (s.kind == StatementKind::kMatmul) {
    for (auto& store : s.matmul.stores) visit(store);
  } else if (s.kind == StatementKind::kDma) {
    visit(s.dma.copy);
  }
}

// Refs that the statement itself names: what it writes, and a loop's predicate, a
// copy's source and semaphore. What it reads otherwise is in its expressions.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Statement>
void ForEachRef(S& s, const Visit& visit) {
  ForEachStore(s, [&](auto& store) { visit(store.ref); });
  switch (s.kind) {
    case StatementKind::kScan:
      for (auto& ref : s.scan.outputs) visit(ref);
      return;
    case StatementKind::kSort:
      for (auto& ref : s.sort.outputs) visit(ref);
      return;
    case StatementKind::kScatter:
      for (auto& ref : s.scatter.outputs) visit(ref);
      return;
    case StatementKind::kSelectAndScatter:
      return visit(s.select_and_scatter.output);
    case StatementKind::kWhile:
      return visit(s.loop.predicate);
    case StatementKind::kDma:
      visit(s.dma.source);
      return visit(s.dma.semaphore);
    default:
      return;
  }
}

// Names of the reductions and products that the statement itself computes.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Statement>
void ForEachResult(S& s, const Visit& visit) {
  if (s.kind == StatementKind::kLoopNest) {
    for (auto& pass : s.nest.passes) {
      for (auto& reduce : pass.reduces) visit(reduce.id);
    }
  } else if (s.kind == StatementKind::kMatmul) {
    visit(s.matmul.id);
  } else if (s.kind == StatementKind::kScan) {
    visit(s.scan.reduce.id);
  }
}

// Lists of statements inside the statement.
template <typename S, typename Visit>
  requires std::is_same_v<std::remove_const_t<S>, Statement>
void ForEachBody(S& s, const Visit& visit) {
  visit(s.loop.condition);
  visit(s.loop.body);
  visit(s.chain.stages);
  visit(s.grid.body);
  visit(s.counted.body);
  visit(s.branch.then);
  visit(s.branch.otherwise);
}

// Expressions that `roots` stand on, the roots included, each once. A root that is
// absent (-1) is passed over.
template <typename Visit>
void ForEachExprUnder(const Program& program, std::vector<ExprId> roots,
                      const Visit& visit) {
  absl::flat_hash_set<ExprId> seen;
  while (!roots.empty()) {
    const ExprId id = roots.back();
    roots.pop_back();
    if (id < 0 || !seen.insert(id).second) continue;
    visit(id);
    const std::vector<ExprId>& operands = program.exprs[id].operands;
    roots.insert(roots.end(), operands.begin(), operands.end());
  }
}

}  // namespace tilewright::tile
