#include "codegen/lower/relocate.h"

#include <functional>
#include <utility>

#include "tile/visit.h"

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
  void Expr(ExprId& number) const {
    if (number >= 0) expr(number);
  }
  void Exprs(std::vector<ExprId>& all) const {
    for (ExprId& number : all) Expr(number);
  }
  void In(tile::Expr& e) const {
    Exprs(e.operands);
    if (auto* const load = e.As<tile::Load>()) Ref(load->ref);
  }
  void In(Statement& s) const {
    ForEachRef(s, [this](RefId& number) { Ref(number); });
    ForEachExpr(s, [this](ExprId& number) { Expr(number); });
    ForEachBody(s, [this](std::vector<Statement>& body) {
      for (Statement& inner : body) In(inner);
    });
  }
};

// A matmul's steps are its blocks; others are not cut inside another program.
void MakeOneStep(Statement& s) {
  if (!s.Is<tile::Matmul>()) s.grid_steps = 1;
  ForEachBody(s, [](std::vector<Statement>& body) {
    for (Statement& inner : body) MakeOneStep(inner);
  });
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
