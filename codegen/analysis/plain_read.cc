#include "codegen/analysis/plain_read.h"

#include <algorithm>

#include "codegen/analysis/dims.h"

namespace tilewright::codegen {

using ir::Dims;
using tile::Expr;
using Stride = PlainStrides::Stride;

namespace {

// Of own dimension `dim` of a reshape's group, where `operand` are the operand's
// dimensions, none of them 0, and `stride(j)` their strides.
template <typename StrideOf>
Stride ReshapedStride(const Dims& own, const Dims& operand, const ReshapeGroup& run,
                      int dim, StrideOf stride) {
  // One step of `dim` is `step` elements of the group; operand dimensions that are
  // walked whole by one step do not count.
  int64_t step = Product(own, dim + 1, run.own_end);
  int j = run.operand_end - 1;
  while (j > run.operand_begin && step % operand[j] == 0) step /= operand[j--];
  const Stride first = stride(j);
  if (!first) return first;
  // All steps together run through dimension j and, if it is too short, on into
  // those before it, which must continue it.
  int64_t left = step * own[dim];
  int64_t next = *first;
  for (; left > operand[j]; --j) {
    if (left % operand[j] != 0 || j == run.operand_begin) return std::nullopt;
    left /= operand[j];
    next *= operand[j];
    if (operand[j - 1] != 1 && stride(j - 1) != Stride(next)) return std::nullopt;
  }
  if (operand[j] % left != 0) return std::nullopt;  // it would begin in between
  return step * *first;
}

}  // namespace

Dims InverseOf(const Dims& permutation) {
  Dims map(permutation.size());
  for (size_t k = 0; k < permutation.size(); ++k) {
    map[permutation[k]] = static_cast<int64_t>(k);
  }
  return map;
}

tile::ExprId UnderDataMovement(const tile::Program& program, tile::ExprId expr) {
  const Expr& e = program.exprs[expr];
  const bool moves = e.Is<tile::Broadcast>() || e.Is<tile::Reshape>() ||
                     e.Is<tile::Transpose>() || e.Is<tile::Slice>();
  return moves ? UnderDataMovement(program, e.operands[0]) : expr;
}

const Expr* PlainLoad(const tile::Program& program, tile::ExprId expr) {
  const Expr& under = program.exprs[UnderDataMovement(program, expr)];
  const auto* const load = under.As<tile::Load>();
  const bool plain = load != nullptr && !program.refs[load->ref].window.has_value();
  return plain ? &under : nullptr;
}

bool LiesAlong(const tile::Program& program, tile::ExprId expr, int dim) {
  const Expr& e = program.exprs[expr];
  const ir::Shape& own = e.type.shape;
  if (e.Is<tile::Load>()) return Product(own, dim + 1, own.rank()) == 1;
  const tile::ExprId x = e.operands[0];
  const ir::Shape& operand = program.exprs[x].type.shape;
  if (const auto* broadcast = e.As<tile::Broadcast>()) {
    const auto& map = broadcast->dimensions;
    const auto it = std::find(map.begin(), map.end(), dim);
    return it != map.end() && operand[static_cast<int>(it - map.begin())] == own[dim] &&
           LiesAlong(program, x, static_cast<int>(it - map.begin()));
  }
  if (const auto* transpose = e.As<tile::Transpose>()) {
    return LiesAlong(program, x, static_cast<int>(transpose->permutation[dim]));
  }
  if (const auto* slice = e.As<tile::Slice>()) {
    return slice->stride[dim] == 1 && LiesAlong(program, x, dim);
  }
  if (!e.Is<tile::Reshape>()) return false;
  // One that leaves the dimension as it is, ones aside.
  for (const ReshapeGroup& run : ReshapeGroups(own, operand)) {
    if (dim < run.own_begin || dim >= run.own_end) continue;
    if (!(Product(own, run.own_begin, run.own_end) == own[dim])) return false;
    for (int j = run.operand_begin; j < run.operand_end; ++j) {
      if (operand[j] == own[dim]) return LiesAlong(program, x, j);
    }
  }
  return false;
}

Stride PlainStrides::Along(tile::ExprId expr, int dim) {
  const auto it = known_.find({expr, dim});
  if (it != known_.end()) return it->second;
  const Stride stride = Compute(program_.exprs[expr], dim);
  known_[{expr, dim}] = stride;
  return stride;
}

Stride PlainStrides::Compute(const Expr& e, int dim) {
  if (!e.type.shape.is_static()) return std::nullopt;
  const Dims& own = e.type.dims();
  if (own[dim] == 1 || e.type.num_elements() == 0) return 0;
  if (e.Is<tile::Load>()) return Product(own, dim + 1, static_cast<int>(own.size()));
  const tile::ExprId x = e.operands[0];
  if (!program_.exprs[x].type.shape.is_static()) return std::nullopt;
  const Dims& operand = program_.exprs[x].type.dims();
  if (const auto* broadcast = e.As<tile::Broadcast>()) {
    for (size_t j = 0; j < operand.size(); ++j) {
      if (broadcast->dimensions[j] == dim && operand[j] != 1) {
        return Along(x, static_cast<int>(j));
      }
    }
    return 0;
  }
  if (const auto* transpose = e.As<tile::Transpose>()) {
    return Along(x, static_cast<int>(transpose->permutation[dim]));
  }
  if (const auto* slice = e.As<tile::Slice>()) {
    const Stride stride = Along(x, dim);
    return stride ? Stride(*stride * slice->stride[dim]) : stride;
  }
  if (!e.Is<tile::Reshape>()) return std::nullopt;
  for (const ReshapeGroup& run : ReshapeGroups(own, operand)) {
    if (dim < run.own_begin || dim >= run.own_end) continue;
    return ReshapedStride(own, operand, run, dim, [&](int j) { return Along(x, j); });
  }
  return std::nullopt;
}

}  // namespace tilewright::codegen
