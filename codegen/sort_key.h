// Comparators that compare keys: each element's own number, by which a row can be
// sorted without comparing elements with each other.
#pragma once

#include <optional>

#include "codegen/scalar_ops.h"
#include "tile/program.h"

namespace tilewright::codegen {

// The comparator says whether key(x) < key(y), or key(x) > key(y).
struct SortKey {
  tile::ExprId expr = tile::kNoExpr;  // over the region's parameters, either element's
  bool descending = false;
  // The key is an integer of the sort's only operand: elements with equal keys are equal.
  bool is_element = false;
  int bits = 0;  // of the unsigned number that orders as the keys do: 8 to 64
};

// Nothing where the comparator is something else, or no strict weak order.
std::optional<SortKey> SortKeyOf(const tile::Program& program, const tile::Sort& sort);

// The key's value as an unsigned number of key.bits.
llvm::Value* OrderedNumber(llvm::IRBuilderBase& b, const ScalarOptions& options,
                           const SortKey& key, const Lanes& value);

}  // namespace tilewright::codegen
