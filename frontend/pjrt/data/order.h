// How arrays lie in memory: row by row, or with their dimensions in another order.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "frontend/pjrt/abi/buffer.h"
#include "frontend/pjrt/data/types.h"
#include "ir/tensor_type.h"

namespace tilewright::pjrt {

// Dimensions from the one that varies fastest on; empty where an array lies row by row.
using Order = std::vector<int64_t>;

// The same, spelled out. `order` has to outlive it. Requires at most kMaxRank dimensions.
absl::Span<const int64_t> MinorToMajor(const Order& order, int rank);

// The array that lies row by row in the memory of an array of this type and order: that
// one with its dimensions in another order. Programs and runs see this one.
ir::TensorType InMemory(const ir::TensorType& type, const Order& order);

Strides StridesIn(const ir::TensorType& type, const Order& order);

// What a caller's layout says; row by row for null. InvalidArgument when it does not fit
// the type, Unimplemented for tiles and strides with gaps.
absl::StatusOr<Order> OrderOf(const ir::TensorType& type,
                              const PJRT_Buffer_MemoryLayout* layout);

// XLA's text of a layout: "{2,1,0}".
std::string TextOf(const Order& order, int rank);
// Of such a text, and of "", "default" and "auto", which are row by row: the compiler has
// no better one. InvalidArgument for other texts, Unimplemented for tiles.
absl::StatusOr<Order> ReadOrder(absl::string_view text, int rank);

}  // namespace tilewright::pjrt
