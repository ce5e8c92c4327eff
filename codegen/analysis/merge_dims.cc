#include "codegen/analysis/merge_dims.h"

#include <algorithm>
#include <variant>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/plain_read.h"
#include "codegen/analysis/window.h"
#include "support/overloaded.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprId;

namespace {

// Boundaries carried through a map of operand dimensions to own ones.
std::vector<bool> ThroughMap(const ir::Shape& own, const ir::Shape& operand,
                             const ir::Dims& map, const std::vector<bool>& operand_ok) {
  std::vector<int> operand_dim(own.rank(), -1);  // -1: not read along it
  for (int j = 0; j < operand.rank(); ++j) {
    if (!(operand[j] == 1)) operand_dim[map[j]] = j;
  }
  std::vector<bool> ok;
  for (int k = 0; k + 1 < own.rank(); ++k) {
    const int outer = operand_dim[k], inner = operand_dim[k + 1];
    if (own[k] == 1 || own[k + 1] == 1) {
      ok.push_back(outer < 0 && inner < 0 && own[k] == 1 && own[k + 1] == 1);
    } else if (outer < 0 || inner < 0) {
      ok.push_back(outer < 0 && inner < 0);
    } else {
      ok.push_back(inner == outer + 1 && operand_ok[outer]);
    }
  }
  return ok;
}

std::vector<bool> ThroughReshape(const ir::Shape& own, const ir::Shape& operand,
                                 const std::vector<bool>& operand_ok) {
  std::vector<bool> ok(own.rank() == 0 ? 0 : own.rank() - 1, false);
  const std::vector<ReshapeGroup> runs = ReshapeGroups(own, operand);
  const auto inside = [&](const ReshapeGroup& run) {
    for (int j = run.operand_begin; j + 1 < run.operand_end; ++j) {
      if (!operand_ok[j]) return false;
    }
    return true;
  };
  for (size_t r = 0; r < runs.size(); ++r) {
    const ReshapeGroup& run = runs[r];
    for (int k = run.own_begin; k + 1 < run.own_end; ++k) ok[k] = inside(run);
    if (r + 1 < runs.size() && run.own_end > run.own_begin &&
        runs[r + 1].own_end > runs[r + 1].own_begin &&
        run.operand_end > run.operand_begin &&
        runs[r + 1].operand_end > runs[r + 1].operand_begin) {
      ok[run.own_end - 1] =
          inside(run) && inside(runs[r + 1]) && operand_ok[run.operand_end - 1];
    }
  }
  return ok;
}

}  // namespace

const std::vector<bool>& MergeableDims::Of(ExprId id) {
  const auto it = known_.find(id);
  if (it != known_.end()) return it->second;
  std::vector<bool> ok = Compute(program_.exprs[id]);
  return known_[id] = std::move(ok);
}

std::vector<bool> MergeableDims::Compute(const Expr& expr) {
  const ir::Shape& own = expr.type.shape;
  const size_t boundaries = own.rank() == 0 ? 0 : own.rank() - 1;
  std::vector<bool> ok(boundaries, true);
  // Keeps boundaries that `operand` can merge and whose inner dimension is
  // whole in it.
  const auto restrict_to = [&](ExprId operand, bool outer_must_be_whole) {
    const ir::Shape& dims = program_.exprs[operand].type.shape;
    const std::vector<bool>& inner = Of(operand);
    for (size_t k = 0; k < boundaries; ++k) {
      ok[k] = ok[k] && inner[k] && own[k + 1] == dims[k + 1] &&
              (!outer_must_be_whole || own[k] == dims[k]);
    }
  };
  const auto through_map = [&](const ir::Dims& map) {
    const ExprId x = expr.operands[0];
    ok = ThroughMap(own, program_.exprs[x].type.shape, map, Of(x));
  };
  std::visit(Overloaded{
                 [](const Is<tile::Constant, tile::Counter, tile::ResultOf> auto&) {},
                 [&](const tile::Load& load) {
                   const tile::Ref& ref = program_.refs[load.ref];
                   if (!ref.window.has_value()) return;
                   ok = ThroughReshape(own, ref.type.shape,
                                       MergeableInside(program_, ref));
                 },
                 [&](const tile::Iota& iota) {
                   for (size_t k = 0; k < boundaries; ++k) {
                     ok[k] = iota.dimension != static_cast<int64_t>(k) &&
                             iota.dimension != static_cast<int64_t>(k + 1);
                   }
                 },
                 [&](const Is<tile::Scalar, tile::Concatenate> auto&) {
                   for (ExprId operand : expr.operands) restrict_to(operand, false);
                 },
                 [&](const tile::Broadcast& x) { through_map(x.dimensions); },
                 [&](const tile::Transpose& x) { through_map(InverseOf(x.permutation)); },
                 [&](const tile::Reshape&) {
                   const ExprId x = expr.operands[0];
                   ok = ThroughReshape(own, program_.exprs[x].type.shape, Of(x));
                 },
                 [&](const tile::Slice& slice) {
                   restrict_to(expr.operands[0], false);
                   for (size_t k = 0; k < boundaries; ++k)
                     ok[k] = ok[k] && slice.stride[k] == 1;
                 },
                 [&](const tile::Pad& pad) {
                   restrict_to(expr.operands[0], true);
                   for (size_t k = 0; k < boundaries; ++k) {
                     ok[k] = ok[k] && pad.low[k] == 0 && pad.low[k + 1] == 0;
                   }
                 },
                 [&](const tile::DynamicSlice&) { restrict_to(expr.operands[0], false); },
                 [&](const tile::DynamicUpdateSlice&) {
                   restrict_to(expr.operands[0], false);
                   restrict_to(expr.operands[1], false);
                 },
                 [&](const Is<tile::Reverse, tile::Gather, tile::WindowOf,
                              tile::Parameter> auto&) { ok.assign(boundaries, false); },
             },
             expr.node);
  return ok;
}

}  // namespace tilewright::codegen
