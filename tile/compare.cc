#include "tile/compare.h"

#include <algorithm>
#include <iterator>

namespace tilewright::tile {

std::optional<CompareDirection> FindDirection(absl::string_view name) {
  constexpr absl::string_view kNames[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  const auto* const found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<CompareDirection>(found - std::begin(kNames));
}

CompareOrder OrderOf(ir::ElementType element, bool total) {
  if (ir::IsFloat(element) || ir::IsComplex(element)) {
    return total ? kTotalOrder : kFloatOrder;
  }
  return ir::IsSigned(element) ? kSignedOrder : kUnsignedOrder;
}

}  // namespace tilewright::tile
