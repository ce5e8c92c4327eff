#include "tile/author/extents.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "ir/size/prove.h"
#include "ir/size/text.h"
#include "support/round.h"
#include "tile/author/interval.h"

namespace tilewright::tile {
namespace {

// Grid points of one kernel: what the runtime counts.
constexpr int64_t kMaxGridPoints = int64_t{1} << 40;

bool IsAtLeast(const ir::Size& size, const ir::Size& least,
               const ir::SymbolList& symbols) {
  return ir::ProveAtLeast(size, least, symbols) == ir::Proof::kYes;
}

// One dimension of the window, of `block` elements in an array of `size`.
absl::StatusOr<bool> LiesIn(const ir::Size& size, int64_t block,
                            const std::optional<Interval>& at,
                            const std::optional<ir::Size>& most, const Window& window,
                            const ir::SymbolList& symbols) {
  if (!at.has_value()) {
    // What is never beyond the array stays where 32 bits count.
    return most.has_value() && !most->refused() &&
           IsAtLeast(size, *most + block, symbols);
  }
  const bool inside = at->low >= 0 && IsAtLeast(size, at->high + block, symbols);
  if (!at->exact || !size.is_number()) return inside;
  // A block that begins inside may end beyond the edge; a window at an element may not,
  // unless it is said what it reads there.
  const int64_t limit = size.number() - (window.may_straddle ? 1 : block);
  const int64_t first = window.may_precede ? 1 - block : 0;
  if (at->low >= first && at->high <= limit) return inside;
  return absl::InvalidArgumentError(absl::StrCat(
      "blocks of ", block, " begin at ", at->low, " to ", at->high, ", the array has ",
      size.number(),
      window.may_precede
          ? absl::StrCat("; the first place is ", first, ", the last ", limit)
      : window.may_straddle
          ? absl::StrCat(", that is ", DivideUp(size.number(), block), " blocks")
          : absl::StrCat("; the last place is ", limit)));
}

}  // namespace

absl::Status CheckGrid(const ir::Shape& sizes, const ir::SymbolList& symbols) {
  const auto grid = [&] {
    return absl::StrCat("grid [", ir::Join(sizes, &symbols), "]: ");
  };
  const absl::Status known = sizes.status();
  if (!known.ok()) return absl::InvalidArgumentError(known.message());
  int64_t points = 1;
  bool fits = true;
  for (int d = 0; d < sizes.rank(); ++d) {
    const ir::Size size = sizes[d];
    if (!size.is_number()) {
      if (IsAtLeast(size, 1, symbols)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(grid(), "dimension ", d, " is ", ir::NamedText(size, symbols),
                       ", which some sizes make less than 1"));
    }
    const int64_t number = size.number();
    if (number <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(grid(), "dimension ", d, " is ", number,
                       number == 0 ? ": the grid is empty" : ": negative"));
    }
    fits = fits && number <= kMaxGridPoints / points;
    if (fits) points *= number;
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(grid(), "more than ", kMaxGridPoints, " points"));
}

absl::Status CheckArray(const ir::TensorType& type, const ir::SymbolList& symbols) {
  const int64_t width = std::max(ir::StorageBytes(type.element), 1);
  int64_t elements = 1;
  bool fits = type.shape.status().ok();
  for (int d = 0; d < type.rank() && fits; ++d) {
    const ir::Size size = type.shape[d];
    fits = IsAtLeast(size, 1, symbols);
    if (!fits || !size.is_number()) continue;
    fits = size.number() <= ir::kMaxTensorBytes / width / elements;
    if (fits) elements *= size.number();
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(ir::ToString(type, &symbols), ": every size is at least 1, and ",
                   ir::kMaxTensorBytes, " bytes are the most"));
}

absl::StatusOr<bool> IsInside(const Program& program, const ir::Shape& grid,
                              const Window& window) {
  const ir::TensorType& array = program.refs[window.array].type;
  bool inside = true;
  for (int d = 0; d < array.rank(); ++d) {
    const std::string type = ir::ToString(array, &program.symbols);
    const ir::Size size = array.shape[d];
    if (size.is_number() && size.number() > INT32_MAX) {
      return absl::InvalidArgumentError(
          absl::StrCat("dimension ", d, " of ", type, " is beyond what an index counts"));
    }
    const absl::StatusOr<bool> lies =
        LiesIn(size, window.block[d], FindInterval(program, grid, window.start[d]),
               FindMost(program, grid, window.start[d]), window, program.symbols);
    if (!lies.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("its window leaves the array ", type,
                                                     " in dimension ", d, ": ",
                                                     lies.status().message()));
    }
    inside = inside && *lies;
  }
  return inside;
}

}  // namespace tilewright::tile
