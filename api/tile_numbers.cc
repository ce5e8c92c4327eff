#include "api/tile_numbers.h"

namespace tilewright::api {

tile::ExprId IdIn(const KernelState& state, const Tile& x, ir::ElementType element) {
  if (const auto* integer = std::get_if<int64_t>(&x.number())) {
    return state->author.ConstantInteger(element, *integer);
  }
  if (const auto* real = std::get_if<double>(&x.number())) {
    return state->author.Constant(element, *real);
  }
  return IdIn(state, x);
}

tile::ExprId IndexIn(const KernelState& state, const Tile& x) {
  return IdIn(state, x, ir::ElementType::kI32);
}

std::vector<tile::ExprId> IndicesIn(const KernelState& state,
                                    const std::vector<Tile>& tiles) {
  std::vector<tile::ExprId> ids;
  ids.reserve(tiles.size());
  for (const Tile& x : tiles) ids.push_back(IndexIn(state, x));
  return ids;
}

KernelState KernelOf(const std::vector<Tile>& operands) {
  for (const Tile& x : operands) {
    if (x.state() != nullptr) return x.state();
  }
  return nullptr;
}

std::vector<tile::ExprId> OperandsIn(const KernelState& state,
                                     const std::vector<Tile>& operands) {
  ir::ElementType element = ir::ElementType::kF32;
  for (const Tile& x : operands) {
    if (x.state() == state) element = state->author.type(x.id()).element;
  }
  std::vector<tile::ExprId> ids;
  ids.reserve(operands.size());
  for (const Tile& x : operands) ids.push_back(IdIn(state, x, element));
  return ids;
}

std::optional<Tile> Folded(ir::OpKind op, const std::vector<Tile>& operands) {
  if (operands.size() != 2) return {};
  const auto* const x = std::get_if<int64_t>(&operands[0].number());
  const auto* const y = std::get_if<int64_t>(&operands[1].number());
  if (x == nullptr || y == nullptr) return {};
  int64_t result = 0;
  bool beyond = false;
  switch (op) {
    case ir::OpKind::kAdd:
      beyond = __builtin_add_overflow(*x, *y, &result);
      break;
    case ir::OpKind::kSubtract:
      beyond = __builtin_sub_overflow(*x, *y, &result);
      break;
    case ir::OpKind::kMultiply:
      beyond = __builtin_mul_overflow(*x, *y, &result);
      break;
    case ir::OpKind::kDivide:
    case ir::OpKind::kRemainder:
      beyond = *y == 0 || (*x == INT64_MIN && *y == -1);
      if (!beyond) result = op == ir::OpKind::kDivide ? *x / *y : *x % *y;
      break;
    default:
      return {};
  }
  if (beyond) return {};
  return Tile(result);
}

}  // namespace tilewright::api
