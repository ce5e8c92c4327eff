#include "codegen/relocate.h"

#include <functional>
#include <utility>

namespace tilewright::codegen {
namespace {

using tile::ExprId;
using tile::RefId;
using tile::Statement;

// Calls `ref` and `expr` with every number that a statement holds, -1 excepted.
struct Numbers {
  std::function<void(RefId&)> ref;
  std::function<void(ExprId&)> expr;

  void Ref(RefId& number) const {
    if (number >= 0) ref(number);
  }
  void Refs(std::vector<RefId>& all) const {
    for (RefId& number : all) Ref(number);
  }
  void Expr(ExprId& number) const {
    if (number >= 0) expr(number);
  }
  void Exprs(std::vector<ExprId>& all) const {
    for (ExprId& number : all) Expr(number);
  }
  void Store(tile::Store& s) const {
    Ref(s.ref);
    Expr(s.value);
    Exprs(s.dynamic_offset);
  }
  void Stores(std::vector<tile::Store>& all) const {
    for (tile::Store& s : all) Store(s);
  }
  void Reduce(tile::Reduce& r) const {
    Exprs(r.inputs);
    Exprs(r.inits);
    Exprs(r.region.results);
  }

  void In(tile::Expr& e) const {
    Exprs(e.operands);
    Ref(e.ref);
  }
  void In(Statement& s) const {
    for (tile::Phase& phase : s.nest.phases) {
      Stores(phase.stores);
      for (tile::Reduce& reduce : phase.reduces) Reduce(reduce);
    }
    Expr(s.matmul.lhs);
    Expr(s.matmul.rhs);
    Stores(s.matmul.stores);
    Reduce(s.scan.reduce);
    Refs(s.scan.outputs);
    Exprs(s.sort.inputs);
    Exprs(s.sort.region.results);
    Refs(s.sort.outputs);
    Expr(s.scatter.indices);
    Exprs(s.scatter.updates);
    Exprs(s.scatter.region.results);
    Refs(s.scatter.outputs);
    tile::SelectAndScatter& c = s.select_and_scatter;
    Expr(c.operand);
    Expr(c.source);
    Exprs(c.select.results);
    Exprs(c.scatter.results);
    Ref(c.output);
    Ref(s.loop.predicate);
    for (Statement& inner : s.loop.condition) In(inner);
    for (Statement& inner : s.loop.body) In(inner);
    for (Statement& stage : s.chain.stages) In(stage);
  }
};

// A matmul's steps are its blocks; others are not cut inside another program.
void MakeOneStep(Statement& s) {
  if (s.kind != tile::StatementKind::kMatmul) s.grid_steps = 1;
  for (Statement& inner : s.loop.condition) MakeOneStep(inner);
  for (Statement& inner : s.loop.body) MakeOneStep(inner);
  for (Statement& stage : s.chain.stages) MakeOneStep(stage);
}

}  // namespace

void AppendRelocated(const tile::Program& from, const std::vector<RefId>& places,
                     tile::Program* to, std::vector<Statement>* statements) {
  std::vector<RefId> refs;
  size_t next = 0;
  for (const tile::Ref& ref : from.refs) {
    refs.push_back(ref.memory == tile::Memory::kHbm ? places[next++] : to->AddRef(ref));
  }
  const auto first_expr = static_cast<ExprId>(to->exprs.size());
  const Numbers move = {[&](RefId& ref) { ref = refs[ref]; },
                        [&](ExprId& expr) { expr += first_expr; }};
  for (tile::Expr expr : from.exprs) {
    move.In(expr);
    to->exprs.push_back(std::move(expr));
  }
  for (Statement statement : from.statements) {
    move.In(statement);
    MakeOneStep(statement);
    statements->push_back(std::move(statement));
  }
}

std::vector<RefId> DropUnused(tile::Program* program) {
  std::vector<RefId> refs(program->refs.size(), -1);
  std::vector<ExprId> exprs(program->exprs.size(), -1);
  std::vector<ExprId> stack;
  const Numbers use = {[&](RefId& ref) { refs[ref] = 0; },
                       [&](ExprId& expr) {
                         if (exprs[expr] < 0) stack.push_back(expr);
                         exprs[expr] = 0;
                       }};
  for (Statement& statement : program->statements) use.In(statement);
  while (!stack.empty()) {
    const ExprId expr = stack.back();
    stack.pop_back();
    use.In(program->exprs[expr]);
  }
  const auto keep = [](std::vector<int32_t>& numbers, auto* items) {
    int32_t kept = 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] < 0) continue;
      if (kept != static_cast<int32_t>(i)) (*items)[kept] = std::move((*items)[i]);
      numbers[i] = kept++;
    }
    items->resize(kept);
  };
  keep(refs, &program->refs);
  keep(exprs, &program->exprs);
  const Numbers move = {[&](RefId& ref) { ref = refs[ref]; },
                        [&](ExprId& expr) { expr = exprs[expr]; }};
  for (tile::Expr& expr : program->exprs) move.In(expr);
  for (Statement& statement : program->statements) move.In(statement);
  return refs;
}

}  // namespace tilewright::codegen
