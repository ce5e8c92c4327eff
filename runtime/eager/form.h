// Recorded operations apart from their sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/eager/arrays/layout.h"
#include "runtime/eager/node.h"

namespace tilewright::eager {

// Sizes of 2 and more are open, and so are the distances of strided arrays; 0 and 1 are
// structure, and so is a last dimension of up to 4, with all sizes that equal it. Nodes
// with equal words are one program, as far as their sizes do not differ in which of them
// are equal.
struct Form {
  std::vector<uint64_t> words;
  std::vector<int64_t> sizes;  // the open ones at hand, in the order of the words
  // Of operands and results; symbol i is sizes[i].
  std::vector<Layout> layouts;
};

// Unimplemented, with the cause, for a node whose program has to know its sizes: its
// operation wants numbers, an array is empty, or has strides that do not nest.
absl::StatusOr<Form> FormOf(const NodeStructure& node);

// An elementwise operation over arrays of fewer dimensions, with the same elements in
// memory: dimensions that all operands walk as one are one, in the order in which the
// result lies in memory. Others as they are.
NodeStructure Collapsed(NodeStructure node);

}  // namespace tilewright::eager
