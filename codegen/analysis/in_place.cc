#include "codegen/analysis/in_place.h"

#include <set>
#include <vector>

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;

bool ReadsOnlyInPlace(const tile::Program& program, tile::RefId input, int64_t bytes) {
  if (program.statements.size() != 1) return false;
  const auto* const nest = program.statements[0].As<tile::LoopNest>();
  if (nest == nullptr || !nest->lanes_outer || nest->passes.size() != 1) return false;
  const tile::Pass& pass = nest->passes[0];
  if (!pass.inner.empty() || !pass.reduces.empty()) return false;
  if (ir::StorageBytes(program.refs[input].type.element) != bytes) return false;

  struct Visit {
    ExprId expr;
    bool at_place;  // reached through elementwise operations only
  };
  std::vector<Visit> stack;
  std::set<std::pair<ExprId, bool>> seen;
  for (const tile::Store& store : pass.stores) {
    if (!store.is_plain()) return false;
    stack.push_back({store.value, true});
  }
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (!seen.insert({visit.expr, visit.at_place}).second) continue;
    const Expr& e = program.exprs[visit.expr];
    if (e.Loads(input) && !(visit.at_place && e.type.dims == nest->outer)) return false;
    const bool at_place = visit.at_place && e.Is<tile::Scalar>();
    for (ExprId operand : e.operands) stack.push_back({operand, at_place});
  }
  return true;
}

}  // namespace tilewright::codegen
