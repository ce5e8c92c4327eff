// How elements are compared: what Comparison (tile/program.h) says.
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "ir/element_type.h"

namespace tilewright::tile {

enum CompareDirection : int64_t { kEq, kNe, kGe, kGt, kLe, kLt };
enum CompareOrder : int64_t { kFloatOrder, kTotalOrder, kSignedOrder, kUnsignedOrder };

// By StableHLO's name: EQ, NE, GE, GT, LE, LT.
std::optional<CompareDirection> FindDirection(absl::string_view name);
// The order of such elements; of floats the total one, in which NaN has a place, where
// it is asked for.
CompareOrder OrderOf(ir::ElementType element, bool total = false);

}  // namespace tilewright::tile
