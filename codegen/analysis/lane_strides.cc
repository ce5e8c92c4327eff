#include "codegen/analysis/lane_strides.h"

#include <algorithm>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/window.h"

namespace tilewright::codegen {

using tile::Expr;
using tile::ExprKind;

Advance LaneStrides::Along(tile::ExprId id, int dim) {
  const auto it = known_.find({id, dim});
  if (it != known_.end()) return it->second;
  const Advance advance = Compute(program_.exprs[id], dim);
  known_[{id, dim}] = advance;
  return advance;
}

Advance LaneStrides::Compute(const Expr& e, int dim) {
  const ir::Dims& own = e.type.dims;
  if (own[dim] == 1) return Advance::kStay;
  const auto through_map = [&](const ir::Dims& operand, const ir::Dims& map) {
    for (size_t j = 0; j < operand.size(); ++j) {
      if (map[j] == dim && operand[j] != 1) {
        return Along(e.operands[0], static_cast<int>(j));
      }
    }
    return Advance::kStay;
  };
  switch (e.kind) {
    case ExprKind::kConstant:
    case ExprKind::kIota:
    case ExprKind::kCounter:
    case ExprKind::kParameter:
      return Advance::kStay;
    case ExprKind::kLoad: {
      const tile::Ref& ref = program_.refs[e.ref];
      if (ref.window.has_value()) {
        const ir::Dims strides = WindowStrides(program_, ref);
        if (strides.empty() || strides.back() != 1) return Advance::kScattered;
      }
      [[fallthrough]];
    }
    case ExprKind::kResult:
      return Product(own, dim + 1, static_cast<int>(own.size())) == 1
                 ? Advance::kNext
                 : Advance::kScattered;
    case ExprKind::kScalar: {
      Advance worst = Advance::kStay;
      for (tile::ExprId operand : e.operands) {
        worst = std::max(worst, Along(operand, dim));
      }
      return worst;
    }
    case ExprKind::kBroadcast:
      return through_map(program_.exprs[e.operands[0]].type.dims, e.a);
    case ExprKind::kTranspose: {
      ir::Dims map(e.a.size());
      for (size_t k = 0; k < e.a.size(); ++k) map[e.a[k]] = static_cast<int64_t>(k);
      return through_map(program_.exprs[e.operands[0]].type.dims, map);
    }
    case ExprKind::kReshape: {
      // The innermost dimension of a group advances its operand's innermost one.
      const ir::Dims& operand = program_.exprs[e.operands[0]].type.dims;
      for (const ReshapeGroup& run : ReshapeGroups(own, operand)) {
        if (dim < run.own_begin || dim >= run.own_end) continue;
        if (Product(own, dim + 1, run.own_end) != 1) return Advance::kScattered;
        for (int j = run.operand_end - 1; j >= run.operand_begin; --j) {
          if (operand[j] != 1) return Along(e.operands[0], j);
        }
      }
      return Advance::kStay;
    }
    case ExprKind::kSlice:
      if (e.b[dim] != 1) return Advance::kScattered;
      return Along(e.operands[0], dim);
    case ExprKind::kPad:
    case ExprKind::kConcatenate:
    case ExprKind::kDynamicSlice:
    case ExprKind::kDynamicUpdateSlice:
      return Along(e.operands[0], dim);
    case ExprKind::kWindow: {
      const int rank = static_cast<int>(own.size()) / 2;
      const int k = dim % rank;
      const int64_t step = dim < rank ? e.a[k] : e.b[k];
      if (step != 1 || e.d[k] != 1) return Advance::kScattered;
      return Along(e.operands[0], k);
    }
    case ExprKind::kGather: {
      const tile::GatherDims& g = e.gather[0];
      const auto it = std::find(g.offset_dims.begin(), g.offset_dims.end(), dim);
      if (it == g.offset_dims.end()) return Advance::kScattered;
      int64_t position = it - g.offset_dims.begin();
      const ir::Dims& operand = program_.exprs[e.operands[0]].type.dims;
      for (size_t d = 0; d < operand.size(); ++d) {
        const auto in = [&](const ir::Dims& dims) {
          return std::find(dims.begin(), dims.end(), d) != dims.end();
        };
        if (in(g.collapsed_slice_dims) || in(g.operand_batching_dims)) continue;
        if (position-- == 0) {
          return Along(e.operands[0], static_cast<int>(d));
        }
      }
      return Advance::kScattered;
    }
    case ExprKind::kReverse:
      return Advance::kScattered;
  }
  return Advance::kScattered;
}

}  // namespace tilewright::codegen
