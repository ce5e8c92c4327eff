// Rows along a dimension in order. Attribute 0: the dimension.
#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Sorted = absl::StatusOr<std::vector<ir::ValueId>>;

Values SortedWithPlaces(Composer& c, Value x, int64_t dimension, bool descending) {
  return Sort(c, {x, IndexAlong(c, x, dimension)}, dimension, descending);
}

}  // namespace

// Results: the row, and where its elements were. Attributes: whether it descends, and at
// which place of the sorted row the results begin.
Sorted sort(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const Values sorted = SortedWithPlaces(c, c.operand(0), d, c.attribute(1) != 0);
  const int64_t from = c.attribute(2);
  const int64_t count = c.result().shape[static_cast<int>(d)].number();
  return c.Finish({Slice(c, sorted[0], d, from, from + count),
                   Slice(c, sorted[1], d, from, from + count)});
}
// The lower of the middle elements, and where it is. Attribute 1: whether NaN is left
// out, otherwise it is the median of a row that has one. Results have size 1 there.
Sorted median(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const Value x = c.operand(0);
  const Values sorted = SortedWithPlaces(c, x, d, false);
  const Value count = c.CountOf(x, {d}, ElementType::kI64);
  const Value is_nan = c.Convert(c.Compare("NE", x, x), ElementType::kI64);
  const Value nans = c.Reduce(OpKind::kAdd, is_nan, {d}, true);
  const Value numbers = count - nans;
  const Value none = c.Compare("EQ", nans, Zero(c, nans));
  // NaN is sorted behind all else: the first of them is behind the numbers.
  const Value middle = (count - 1.0) / 2.0;
  const Value of_numbers =
      c.Binary(OpKind::kMaximum, (numbers - 1.0) / 2.0, Zero(c, numbers));
  const Value place = c.attribute(1) != 0 ? of_numbers : c.Select(none, middle, numbers);
  const auto pick = [&](Value row) {
    Values places;
    for (int k = 0; k < x.rank(); ++k) {
      places.push_back(k == d ? c.Broadcast(place, nans.shape())
                              : IndexAlong(c, nans, k));
    }
    return ElementsAt(c, row, places);
  };
  return c.Finish({pick(sorted[0]), pick(sorted[1])});
}

}  // namespace tilewright::torch_lower::lowerings
