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

}  // namespace tilewright::api
