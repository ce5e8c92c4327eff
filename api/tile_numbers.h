// Tiles as the author's values: those of a kernel by their number there, and literals as
// constants of the type that their place wants.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "api/kernel_impl.h"
#include "ir/op_kind.h"

namespace tilewright::api {

using KernelState = std::shared_ptr<Tile::State>;

inline bool IsNumber(const Tile& x) {
  return !std::holds_alternative<std::monostate>(x.number());
}

// `x` in the kernel; a literal as `element`. -1, which the author refuses, for a tile of
// another kernel.
tile::ExprId IdIn(const KernelState& state, const Tile& x, ir::ElementType element);
// The same of an index, a bound or a slot: i32.
tile::ExprId IndexIn(const KernelState& state, const Tile& x);
std::vector<tile::ExprId> IndicesIn(const KernelState& state,
                                    const std::vector<Tile>& tiles);

// The last operand that a builder made; null: all are literals.
const Tile* LastMade(const std::vector<Tile>& operands);
// The operands in the kernel of that one; literals take its element type.
std::vector<tile::ExprId> OperandsIn(const KernelState& state,
                                     const std::vector<Tile>& operands);

// What two integer literals are together, again a literal, so that functions that are
// written for tiles may be given numbers. Nothing for others and for what has no result.
std::optional<Tile> Folded(ir::OpKind op, const std::vector<Tile>& operands);

}  // namespace tilewright::api
