#include "api/tile_numbers.h"

namespace tilewright::api {
namespace {

// Nothing for what does not fit an i64.
std::optional<Tile> Literal(absl::int128 number) {
  if (number < INT64_MIN || number > INT64_MAX) return {};
  return Tile(static_cast<int64_t>(number));
}

}  // namespace

tile::ExprId IdIn(const KernelState& state, const Tile& x, ir::ElementType element) {
  if (const auto* integer = std::get_if<absl::int128>(&x.number())) {
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
  const auto* const x = std::get_if<absl::int128>(&operands[0].number());
  const auto* const y = std::get_if<absl::int128>(&operands[1].number());
  const auto is_short = [](const absl::int128* number) {
    return number != nullptr && *number >= INT64_MIN && *number <= INT64_MAX;
  };
  if (!is_short(x) || !is_short(y)) return {};
  switch (op) {
    case ir::OpKind::kAdd:
      return Literal(*x + *y);
    case ir::OpKind::kSubtract:
      return Literal(*x - *y);
    case ir::OpKind::kMultiply:
      return Literal(*x * *y);
    case ir::OpKind::kDivide:
      return *y == 0 ? std::nullopt : Literal(*x / *y);
    case ir::OpKind::kRemainder:
      return *y == 0 ? std::nullopt : Literal(*x % *y);
    default:
      return {};
  }
}

}  // namespace tilewright::api
