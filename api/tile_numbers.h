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

// `x` in the kernel; a literal as `element`.
tile::ExprId IdIn(const KernelState& state, const Tile& x, ir::ElementType element);
// The same of an index, a bound or a slot: i32.
tile::ExprId IndexIn(const KernelState& state, const Tile& x);
std::vector<tile::ExprId> IndicesIn(const KernelState& state,
                                    const std::vector<Tile>& tiles);

// The kernel of the first operand that has one; null: all are literals.
KernelState KernelOf(const std::vector<Tile>& operands);
// The operands in the kernel; literals take the element type of its last one.
std::vector<tile::ExprId> OperandsIn(const KernelState& state,
                                     const std::vector<Tile>& operands);

// What two integer literals are together, again a literal, so that functions that are
// written for tiles may be given numbers. Nothing for others and for what has no result.
std::optional<Tile> Folded(ir::OpKind op, const std::vector<Tile>& operands);

}  // namespace tilewright::api
