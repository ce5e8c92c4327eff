#include "codegen/analysis/lane_strides.h"

#include <algorithm>
#include <variant>

#include "codegen/analysis/dims.h"
#include "codegen/analysis/plain_read.h"
#include "codegen/analysis/window.h"
#include "support/overloaded.h"

namespace tilewright::codegen {

using tile::Expr;

Advance LaneStrides::Along(tile::ExprId id, int dim) {
  const auto it = known_.find({id, dim});
  if (it != known_.end()) return it->second;
  const Advance advance = Compute(program_.exprs[id], dim);
  known_[{id, dim}] = advance;
  return advance;
}

Advance LaneStrides::Compute(const Expr& e, int dim) {
  const ir::Shape& own = e.type.shape;
  if (own[dim] == 1) return Advance::kStay;
  const auto through_map = [&](const ir::Shape& operand, const ir::Dims& map) {
    for (int j = 0; j < operand.rank(); ++j) {
      if (map[j] == dim && !(operand[j] == 1)) return Along(e.operands[0], j);
    }
    return Advance::kStay;
  };
  const auto operand = [&]() -> const ir::Shape& {
    return program_.exprs[e.operands[0]].type.shape;
  };
  const auto row_major = [&] {
    return Product(own, dim + 1, own.rank()) == 1 ? Advance::kNext : Advance::kScattered;
  };
  return std::visit(
      Overloaded{
          [](const Is<tile::Constant, tile::Iota, tile::Counter, tile::Parameter> auto&) {
            return Advance::kStay;
          },
          [&](const tile::Load& load) {
            const tile::Ref& ref = program_.refs[load.ref];
            if (ref.window.has_value()) {
              const ir::Shape strides = WindowStrides(program_, ref);
              const int rank = strides.rank();
              if (rank == 0 || !(strides[rank - 1] == 1)) return Advance::kScattered;
            }
            return row_major();
          },
          [&](const tile::ResultOf&) { return row_major(); },
          [&](const tile::Scalar&) {
            Advance worst = Advance::kStay;
            for (tile::ExprId x : e.operands) worst = std::max(worst, Along(x, dim));
            return worst;
          },
          [&](const tile::Broadcast& broadcast) {
            return through_map(operand(), broadcast.dimensions);
          },
          [&](const tile::Transpose& transpose) {
            return through_map(operand(), InverseOf(transpose.permutation));
          },
          [&](const tile::Reshape&) {
            // The innermost dimension of a group advances its operand's innermost one.
            for (const ReshapeGroup& run : ReshapeGroups(own, operand())) {
              if (dim < run.own_begin || dim >= run.own_end) continue;
              if (!(Product(own, dim + 1, run.own_end) == 1)) return Advance::kScattered;
              for (int j = run.operand_end - 1; j >= run.operand_begin; --j) {
                if (!(operand()[j] == 1)) return Along(e.operands[0], j);
              }
            }
            return Advance::kStay;
          },
          [&](const tile::Slice& slice) {
            return slice.stride[dim] == 1 ? Along(e.operands[0], dim)
                                          : Advance::kScattered;
          },
          [&](const Is<tile::Pad, tile::Concatenate, tile::DynamicSlice,
                       tile::DynamicUpdateSlice> auto&) {
            return Along(e.operands[0], dim);
          },
          [&](const tile::WindowOf& windows) {
            const int rank = own.rank() / 2;
            const int k = dim % rank;
            const int64_t step = dim < rank ? windows.stride[k] : windows.dilation[k];
            if (step != 1 || windows.base_dilation[k] != 1) return Advance::kScattered;
            return Along(e.operands[0], k);
          },
          [&](const tile::Gather& g) {
            const auto it = std::find(g.offset_dims.begin(), g.offset_dims.end(), dim);
            if (it == g.offset_dims.end()) return Advance::kScattered;
            int64_t position = it - g.offset_dims.begin();
            for (int d = 0; d < operand().rank(); ++d) {
              const auto in = [&](const ir::Dims& dims) {
                return std::find(dims.begin(), dims.end(), d) != dims.end();
              };
              if (in(g.collapsed_slice_dims) || in(g.operand_batching_dims)) continue;
              if (position-- == 0) return Along(e.operands[0], d);
            }
            return Advance::kScattered;
          },
          [](const tile::Reverse&) { return Advance::kScattered; },
      },
      e.node);
}

}  // namespace tilewright::codegen
