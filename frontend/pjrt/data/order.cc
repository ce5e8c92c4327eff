#include "frontend/pjrt/data/order.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "support/status_macros.h"

namespace tilewright::pjrt {
namespace {

// Row by row is the empty one.
absl::StatusOr<Order> Checked(Order order, int rank) {
  std::vector<bool> seen(rank);
  for (const int64_t dim : order) {
    if (dim < 0 || dim >= rank || seen[dim]) {
      return absl::InvalidArgumentError("a layout's dimensions are no permutation");
    }
    seen[dim] = true;
  }
  if (static_cast<int>(order.size()) != rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("a layout of ", order.size(), " dimensions for an array of ", rank));
  }
  if (absl::MakeConstSpan(order) == RowMajor(rank)) order.clear();
  return order;
}

// Equal strides, of dimensions of one element, are in the order of rows.
absl::StatusOr<Order> OrderOfStrides(const ir::TensorType& type, const Strides& strides) {
  Order order(type.dims().size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return strides[a] != strides[b] ? strides[a] < strides[b] : a > b;
  });
  const Strides dense = StridesOf(type, order);
  for (int dim = 0; dim < type.rank(); ++dim) {
    if (type.dims()[dim] <= 1 || strides[dim] == dense[dim]) continue;
    return absl::UnimplementedError(
        absl::StrCat("a layout of ", ir::ToString(type),
                     " with gaps between elements: this device has no such arrays"));
  }
  return Checked(std::move(order), type.rank());
}

}  // namespace

absl::Span<const int64_t> MinorToMajor(const Order& order, int rank) {
  return order.empty() ? RowMajor(rank) : absl::MakeConstSpan(order);
}

ir::TensorType InMemory(const ir::TensorType& type, const Order& order) {
  if (order.empty()) return type;
  ir::TensorType placed = type;
  for (size_t i = 0; i < order.size(); ++i) {
    placed.shape.Set(i, type.shape[order[order.size() - 1 - i]]);
  }
  return placed;
}

Strides StridesIn(const ir::TensorType& type, const Order& order) {
  return StridesOf(type, MinorToMajor(order, type.rank()));
}

absl::StatusOr<Order> OrderOf(const ir::TensorType& type,
                              const PJRT_Buffer_MemoryLayout* layout) {
  if (layout == nullptr) return Order();
  TW_ASSIGN_OR_RETURN(const Strides strides, StridesOf(type, layout));
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    return OrderOfStrides(type, strides);
  }
  const PJRT_Buffer_MemoryLayout_Tiled& tiled = layout->tiled;
  return Checked(
      Order(tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size),
      type.rank());
}

std::string TextOf(const Order& order, int rank) {
  return absl::StrCat("{", absl::StrJoin(MinorToMajor(order, rank), ","), "}");
}

absl::StatusOr<Order> ReadOrder(absl::string_view text, int rank) {
  if (text.empty() || text == "default" || text == "auto") return Order();
  const auto wrong = [text] {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is no layout"));
  };
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return wrong();
  const absl::string_view inside = text.substr(1, text.size() - 2);
  // After a colon come tiles, and the bits of an element, which its type has already.
  const std::vector<absl::string_view> parts = absl::StrSplit(inside, ':');
  if (parts.size() > 2) return wrong();
  if (parts.size() == 2 && !absl::StartsWith(parts[1], "E(")) {
    return absl::UnimplementedError(
        absl::StrCat("the layout \"", text, "\": arrays have no tiles here"));
  }
  Order order;
  for (const absl::string_view number :
       absl::StrSplit(parts[0], ',', absl::SkipEmpty())) {
    order.emplace_back();
    if (!absl::SimpleAtoi(number, &order.back())) return wrong();
  }
  return Checked(std::move(order), rank);
}

}  // namespace tilewright::pjrt
