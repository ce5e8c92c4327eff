// The parts of a statement, for all that goes over programs: one list of what each
// kind of statement reads and writes.
#pragma once

#include <variant>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "support/overloaded.h"
#include "tile/program.h"

namespace tilewright::tile {

// Expressions that the statement itself evaluates, those of its regions included.
// `s` and what `visit` gets are const together.
void ForEachExpr(Is<Statement> auto& s, const auto& visit) {
  const auto all = [&](auto& exprs) {
    for (auto& e : exprs) visit(e);
  };
  const auto reduce = [&](auto& r) {
    all(r.inputs);
    all(r.inits);
    all(r.region.results);
  };
  const auto store = [&](auto& to) {
    all(to.values);
    all(to.dynamic_offset);
  };
  std::visit(Overloaded{[&](Is<LoopNest> auto& nest) {
                          for (auto& pass : nest.passes) {
                            for (auto& to : pass.stores) store(to);
                            for (auto& r : pass.reduces) reduce(r);
                          }
                        },
                        [&](Is<Matmul> auto& matmul) {
                          visit(matmul.lhs);
                          visit(matmul.rhs);
                          for (auto& to : matmul.stores) store(to);
                        },
                        [&](Is<Scan> auto& scan) { reduce(scan.reduce); },
                        [&](Is<Sort> auto& sort) {
                          all(sort.inputs);
                          all(sort.region.results);
                        },
                        [&](Is<Scatter> auto& scatter) {
                          visit(scatter.indices);
                          all(scatter.updates);
                          all(scatter.region.results);
                        },
                        [&](Is<SelectAndScatter> auto& scatter) {
                          visit(scatter.operand);
                          visit(scatter.source);
                          all(scatter.select.results);
                          all(scatter.scatter.results);
                        },
                        [&](Is<For> auto& loop) {
                          visit(loop.begin);
                          visit(loop.end);
                        },
                        [&](Is<If> auto& branch) { visit(branch.predicate); },
                        [&](Is<Dma> auto& dma) {
                          store(dma.copy);
                          visit(dma.slot);
                        },
                        [&](Is<Signal> auto& signal) {
                          visit(signal.slot);
                          visit(signal.amount);
                        },
                        [&](Is<Chain> auto& chain) {
                          if (chain.first != kNoExpr) visit(chain.first);
                          if (chain.last != kNoExpr) visit(chain.last);
                        },
                        [](Is<While, Grid> auto&) {}},
             s.node);
}

// Places where the statement itself puts values.
void ForEachStore(Is<Statement> auto& s, const auto& visit) {
  std::visit(Overloaded{[&](Is<LoopNest> auto& nest) {
                          for (auto& pass : nest.passes) {
                            for (auto& store : pass.stores) visit(store);
                          }
                        },
                        [&](Is<Matmul> auto& matmul) {
                          for (auto& store : matmul.stores) visit(store);
                        },
                        [&](Is<Dma> auto& dma) { visit(dma.copy); },
                        [](Is<Scan, Sort, Scatter, SelectAndScatter> auto&) {},
                        [](Is<While, Chain, Grid, For, If, Signal> auto&) {}},
             s.node);
}

// Refs that the statement itself names: what it writes, and a loop's predicate, a
// copy's source and semaphore. What it reads otherwise is in its expressions.
void ForEachRef(Is<Statement> auto& s, const auto& visit) {
  ForEachStore(s, [&](auto& store) { visit(store.ref); });
  std::visit(Overloaded{[&](Is<Scan, Sort, Scatter> auto& whole) {
                          for (auto& ref : whole.outputs) visit(ref);
                        },
                        [&](Is<SelectAndScatter> auto& s) { visit(s.output); },
                        [&](Is<While> auto& loop) { visit(loop.predicate); },
                        [&](Is<Dma> auto& dma) {
                          visit(dma.source);
                          visit(dma.semaphore);
                        },
                        [&](Is<Signal> auto& signal) { visit(signal.semaphore); },
                        [](Is<LoopNest, Matmul, Chain, Grid, For, If> auto&) {}},
             s.node);
}

// Names of the reductions and products that the statement itself computes.
void ForEachResult(Is<Statement> auto& s, const auto& visit) {
  std::visit(Overloaded{[&](Is<LoopNest> auto& nest) {
                          for (auto& pass : nest.passes) {
                            for (auto& reduce : pass.reduces) visit(reduce.id);
                          }
                        },
                        [&](Is<Matmul> auto& matmul) { visit(matmul.id); },
                        [&](Is<Scan> auto& scan) { visit(scan.reduce.id); },
                        [](Is<Sort, Scatter, SelectAndScatter, Dma> auto&) {},
                        [](Is<While, Chain, Grid, For, If, Signal> auto&) {}},
             s.node);
}

// Lists of statements inside the statement.
void ForEachBody(Is<Statement> auto& s, const auto& visit) {
  std::visit(Overloaded{[&](Is<While> auto& loop) {
                          visit(loop.condition);
                          visit(loop.body);
                        },
                        [&](Is<Chain> auto& chain) { visit(chain.stages); },
                        [&](Is<Grid, For> auto& loop) { visit(loop.body); },
                        [&](Is<If> auto& branch) {
                          visit(branch.then);
                          visit(branch.otherwise);
                        },
                        [](Is<LoopNest, Matmul, Scan, Sort> auto&) {},
                        [](Is<Scatter, SelectAndScatter, Dma, Signal> auto&) {}},
             s.node);
}

// Every statement, those inside of others after them: the order of the text.
template <typename Visit>
void ForEachStatement(auto& statements, const Visit& visit) {
  for (auto& s : statements) {
    visit(s);
    ForEachBody(s, [&](auto& body) { ForEachStatement(body, visit); });
  }
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
