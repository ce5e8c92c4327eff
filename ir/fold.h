// Evaluation of small integer computations at compile time: shape arithmetic
// in programs with dynamic sizes, and operands that must be constant.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "ir/literal.h"
#include "ir/program.h"

namespace tilewright::ir {

using KnownConstants = absl::flat_hash_map<ValueId, Literal>;

// The value of `operation`'s only result when all its operands are in `known`
// and it is integer or i1 arithmetic, a comparison, a conversion between
// integers, or data movement (constant, reshape, broadcast_in_dim, slice, concatenate,
// iota, get_dimension_size, ...) on at most 1024 elements. nullopt otherwise.
std::optional<Literal> Fold(const Program& program, const Operation& operation,
                            const KnownConstants& known);

}  // namespace tilewright::ir
