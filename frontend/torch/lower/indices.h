// Indices that are data: they are checked, and what is told of one outside is PyTorch's.
#pragma once

#include "frontend/torch/lower/movement.h"

namespace tilewright::torch_lower {

// Which indices are inside, and what is said of others: CPU's exceptions and words.
struct IndexRule {
  bool from_end;  // whether negative ones count from the end
  absl::StatusCode code;
  absl::string_view message;  // as eager::Check's
};

namespace index_rules {
inline constexpr absl::StatusCode kRuntimeError = absl::StatusCode::kInvalidArgument;
inline constexpr absl::StatusCode kIndexError = absl::StatusCode::kOutOfRange;

inline constexpr IndexRule kGather = {
    false, kRuntimeError, "index $0 is out of bounds for dimension $1 with size $2"};
inline constexpr IndexRule kIndex = {
    true, kIndexError, "index $0 is out of bounds for dimension $1 with size $2"};
inline constexpr IndexRule kSelect = {false, kIndexError, "index out of range in self"};
inline constexpr IndexRule kCopy = {
    false, kIndexError,
    "index_copy_(): index $0 is out of bounds for dimension $1 with size $2"};
inline constexpr IndexRule kTake = {
    true, kIndexError,
    "out of range: tried to access index $0 on a tensor of $2 elements."};
inline constexpr IndexRule kBag = {
    false, kRuntimeError,
    "An index of input takes value $0 which is not in the valid range [0, $2)"};
inline constexpr IndexRule kTarget = {false, kIndexError, "Target $0 is out of bounds."};
inline constexpr IndexRule kMarginTarget = {false, kRuntimeError, "target out of range"};
}  // namespace index_rules

// As i64, each from 0 on and, unless the operation fails, inside of a dimension of an
// operand; -1: of all its elements.
Value IndexInto(Composer& c, Value index, int operand, int dimension,
                const IndexRule& rule);
// The same where `counts` holds; others may be anything, and stay as they are.
Value IndexIntoWhere(Composer& c, Value counts, Value index, int operand, int dimension,
                     const IndexRule& rule);

}  // namespace tilewright::torch_lower
