// Rows along a dimension in order, and places in such rows. Attribute 0: the dimension.
#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Sorted = absl::StatusOr<std::vector<ir::ValueId>>;

Values SortedWithPlaces(Composer& c, Value x, int64_t dimension, bool descending) {
  return Sort(c, {x, IndexAlong(c, x, dimension)}, dimension, descending);
}

// Of short rows where the elements are that are `from`, `from` + 1, ... in their order:
// each element counts those before it. Rows are side by side in vectors, as they are not
// when they are sorted.
Value PlacesByRank(Composer& c, Value x, int64_t dimension, bool descending, int64_t from,
                   const Shape& result) {
  constexpr ElementType kRank = ElementType::kI32, kPlace = ElementType::kI64;
  const int d = static_cast<int>(dimension), rank = x.rank();
  ir::Dims own, other;
  for (int k = 0; k < rank; ++k) {
    own.push_back(k);
    other.push_back(k == d ? rank : k);
  }
  const auto with_row = [&](Shape shape) {
    shape.Append(x.shape()[d]);
    return shape;
  };
  const Shape pairs = with_row(x.shape()), slots = with_row(result);
  const Value mine = c.BroadcastIn(x, pairs, own),
              theirs = c.BroadcastIn(x, pairs, other);
  const Value earlier =
      c.Compare("LT", c.Iota(rank, {kRank, pairs}), c.Iota(d, {kRank, pairs}));
  const Value counts =
      Or(c, And(c, earlier, Not(c, IsBefore(c, mine, theirs, descending))),
         And(c, Not(c, earlier), IsBefore(c, theirs, mine, descending)));
  const Value number = c.Reduce(OpKind::kAdd, c.Convert(counts, kRank), {rank}, false);
  const Value wanted = c.Iota(d, {kRank, slots}) + c.Number(from, kRank);
  const Value hit = c.Compare("EQ", c.BroadcastIn(number, slots, other), wanted);
  const Value place = c.Iota(rank, {kPlace, slots});
  return c.Reduce(OpKind::kAdd, c.Select(hit, place, Zero(c, place)), {rank}, false);
}

}  // namespace

// Results: the row, and where its elements were. Attributes: whether it descends, and at
// which place of the sorted row the results begin.
Sorted sort(const Lowering& call) {
  Composer c(call);
  constexpr int64_t kShort = 64, kFew = 4;
  const int64_t d = c.attribute(0), from = c.attribute(2);
  const bool descends = c.attribute(1) != 0;
  const Value x = c.operand(0);
  const Shape& shape = c.result().shape;
  const int64_t count = shape[static_cast<int>(d)].number();
  if (x.shape()[static_cast<int>(d)].number() <= kShort && count <= kFew) {
    const Value place = PlacesByRank(c, x, d, descends, from, shape);
    Values places;
    for (int k = 0; k < x.rank(); ++k) {
      places.push_back(k == d ? place : IndexAlong(c, place, k));
    }
    return c.Finish({ElementsAt(c, x, places), place});
  }
  const Values sorted = SortedWithPlaces(c, x, d, descends);
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

// How many elements of a sorted row, from its first on, come before each of the values;
// attribute 0: those that are equal, too. Operands: rows, of which there is one or as
// many as of the values, the values, and where the elements of sorted rows are.
Sorted searchsorted(const Lowering& call) {
  Composer c(call);
  constexpr ElementType kPlace = ElementType::kI64;
  const Value rows = c.operand(0), values = c.operand(1);
  const int last = rows.rank() - 1;
  const int64_t size = rows.shape()[last].number();
  const auto at = [&](Value row, Value place) {
    Values places;
    for (int d = 0; d < last; ++d) places.push_back(IndexAlong(c, place, d));
    places.push_back(place);
    return ElementsAt(c, row, places);
  };
  int64_t step = 1;
  while (2 * step <= size) step *= 2;
  Value count = c.Broadcast(c.Number(0, kPlace), values.shape());
  for (; step > 0; step /= 2) {
    const Value next = count + c.Number(step, kPlace);
    const Value inside = c.Compare("LE", next, c.Number(size, kPlace));
    Value place =
        c.Binary(OpKind::kMinimum, next, c.Number(size, kPlace)) - c.Number(1, kPlace);
    if (c.has(2)) place = at(c.operand(2), place);
    // NaN is behind all else.
    const Value not_before =
        c.Compare(c.attribute(0) != 0 ? "GT" : "GE", at(rows, place), values);
    count = c.Select(And(c, inside, Not(c, not_before)), next, count);
  }
  return c.Finish({count});
}

}  // namespace tilewright::torch_lower::lowerings
