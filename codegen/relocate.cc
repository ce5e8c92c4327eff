#include "codegen/relocate.h"

namespace tilewright::codegen {
namespace {

using tile::ExprId;
using tile::RefId;
using tile::Statement;

// New numbers for the refs and expressions of a program.
struct Relocation {
  std::vector<RefId> refs;
  ExprId first_expr = 0;

  void Ref(RefId& ref) const {
    if (ref >= 0) ref = refs[ref];
  }
  void Refs(std::vector<RefId>& all) const {
    for (RefId& ref : all) Ref(ref);
  }
  void Expr(ExprId& expr) const {
    if (expr >= 0) expr += first_expr;
  }
  void Exprs(std::vector<ExprId>& all) const {
    for (ExprId& expr : all) Expr(expr);
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

  void Apply(Statement& s) const {
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
    for (Statement& inner : s.loop.condition) Apply(inner);
    for (Statement& inner : s.loop.body) Apply(inner);
    for (Statement& stage : s.chain.stages) Apply(stage);
    s.grid_steps = s.kind == tile::StatementKind::kMatmul ? s.grid_steps : 1;
  }
};

}  // namespace

void AppendRelocated(const tile::Program& from, const std::vector<RefId>& places,
                     tile::Program* to, std::vector<Statement>* statements) {
  Relocation move;
  size_t next = 0;
  for (const tile::Ref& ref : from.refs) {
    move.refs.push_back(ref.memory == tile::Memory::kHbm ? places[next++]
                                                         : to->AddRef(ref));
  }
  move.first_expr = static_cast<ExprId>(to->exprs.size());
  for (tile::Expr expr : from.exprs) {
    move.Exprs(expr.operands);
    move.Ref(expr.ref);
    to->exprs.push_back(std::move(expr));
  }
  for (Statement statement : from.statements) {
    move.Apply(statement);
    statements->push_back(std::move(statement));
  }
}

}  // namespace tilewright::codegen
