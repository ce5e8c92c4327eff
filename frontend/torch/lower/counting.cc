// What counts elements, or finds them by what they are. Rows are one-dimensional arrays;
// a result whose length is data has room for the longest, and its length beside it.
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Counted = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr ElementType kPlace = ElementType::kI64;

Value NoPlace(Composer& c) { return c.Number(-1, kPlace); }
Value PlacesOfRow(Composer& c, Value row) { return c.Iota(0, {kPlace, row.shape()}); }
Value LengthOf(Composer& c, Value row) { return c.CountOf(row, {0}, kPlace); }
Value RowOf(Composer& c, Value x) {
  return c.Reshape(x, Shape(std::vector<ir::Size>{ir::NumElements(x.shape())}));
}
Value AsPlaces(Composer& c, Value held) { return c.Convert(held, kPlace); }
Value Zeros(Composer& c, const Shape& shape) {
  return c.Broadcast(c.Number(0, kPlace), shape);
}

// How many elements before, and at, each of a row are true, less one: where an element
// that is true goes when only those are kept.
Value Ranks(Composer& c, Value held) {
  return Cumulate(c, OpKind::kAdd, AsPlaces(c, held), 0) - 1.0;
}
Value CountHeld(Composer& c, Value held) {
  return c.Reduce(OpKind::kAdd, AsPlaces(c, held), {0}, false);
}

// Whether each element of a sorted row differs from the one before: the first does.
Value Differs(Composer& c, Value sorted, int64_t dimension) {
  const Value place = IndexAlong(c, sorted, dimension);
  const Value before = c.Binary(OpKind::kMaximum, place - 1.0, c.Number(0, kPlace));
  Values places;
  for (int d = 0; d < sorted.rank(); ++d) {
    places.push_back(d == dimension ? before : IndexAlong(c, sorted, d));
  }
  const Value first = c.Compare("EQ", place, c.Number(0, kPlace));
  return Or(c, first, c.Compare("NE", sorted, ElementsAt(c, sorted, places)));
}

}  // namespace

// How often each place of a row is repeated; the places.
Counted repeat_places(const Lowering& call) {
  Composer c(call);
  const Value repeats = c.Convert(c.operand(0), kPlace);
  c.Require(
      c.Compare("LT", repeats, c.Number(0, kPlace)), repeats,
      {.code = index_rules::kRuntimeError, .message = "repeats can not be negative"});
  const Value ends = Cumulate(c, OpKind::kAdd, repeats, 0);
  const Value row = Zeros(c, c.result().shape);
  const Value total = c.Reduce(OpKind::kAdd, repeats, {0}, false);
  c.Require(c.Compare("NE", total, LengthOf(c, row)), total,
            {.code = index_rules::kRuntimeError,
             .message = "allocated size does not match required size"});
  const Value begins =
      WriteSlices(c, row, 0, ends, c.Broadcast(c.Number(1, kPlace), ends.shape()), Added);
  return c.Finish({Cumulate(c, OpKind::kAdd, begins, 0)});
}

// x, the least and the largest number that count: where they are equal, those of x. How
// many elements are in each of as many parts as the result has.
Counted histogram(const Lowering& call) {
  Composer c(call);
  const Value x = RowOf(c, c.operand(0));
  const ElementType type = ir::IsFloat(x.element()) && x.element() != ElementType::kF64
                               ? ElementType::kF32
                               : ElementType::kF64;
  const Value each = c.Convert(x, type);
  Value low = c.Convert(c.operand(1), type), high = c.Convert(c.operand(2), type);
  const Value own = c.Compare("EQ", low, high);
  low = c.Select(own, c.Reduce(OpKind::kMinimum, each, {0}, false), low);
  high = c.Select(own, c.Reduce(OpKind::kMaximum, each, {0}, false), high);
  c.Require(
      Not(c, And(c, c.Unary(OpKind::kIsFinite, low), c.Unary(OpKind::kIsFinite, high))),
      c.Number(0, kPlace),
      {.code = index_rules::kRuntimeError,
       .message = "torch.histc: range is not finite"});
  const Value flat = c.Compare("EQ", low, high);
  low = c.Select(flat, low - 1.0, low);
  high = c.Select(flat, high + 1.0, high);
  const Value none = c.Broadcast(c.Number(0, kPlace), c.result().shape);
  const Value parts = LengthOf(c, none);
  const Value scaled = (each - low) * c.Convert(parts, type) / (high - low);
  const Value inside = And(c, c.Compare("GE", each, low), c.Compare("LE", each, high));
  const Value place =
      c.Binary(OpKind::kMinimum,
               c.Convert(c.Select(inside, scaled, Zero(c, scaled)), kPlace), parts - 1.0);
  return c.Finish({WriteSlices(c, none, 0, c.Select(inside, place, NoPlace(c)),
                               c.Broadcast(c.Number(1, kPlace), place.shape()), Added)});
}

// x, a row of numbers; attribute 0: whether those count that are not among them.
Counted isin(const Lowering& call) {
  Composer c(call);
  const Value x = RowOf(c, c.operand(0)), among = RowOf(c, c.operand(1));
  const Shape pairs(std::vector<ir::Size>{x.shape()[0], among.shape()[0]});
  const Value equal =
      c.Compare("EQ", c.BroadcastIn(x, pairs, {0}), c.BroadcastIn(among, pairs, {1}));
  const Value held = c.Reduce(OpKind::kOr, equal, {1}, false);
  return c.Finish(
      {c.Reshape(c.attribute(0) != 0 ? Not(c, held) : held, c.result().shape)});
}
// The same for many numbers: all are sorted together, stably, so that what is equal has
// those of the row behind those of x. One of x is held whose next one of the row is
// equal.
Counted isin_sorted(const Lowering& call) {
  Composer c(call);
  const Value x = RowOf(c, c.operand(0)), among = RowOf(c, c.operand(1));
  const Value all = Concatenate(c, {x, among}, 0);
  const Values sorted = Sort(c, {all, PlacesOfRow(c, all)}, 0, false);
  const Value count = LengthOf(c, x), end = LengthOf(c, all);
  const Value of_row = c.Compare("GE", sorted[1], count);
  const Value own = PlacesOfRow(c, all);
  const Value next = Reverse(
      c, Cumulate(c, OpKind::kMinimum, Reverse(c, c.Select(of_row, own, end), {0}), 0),
      {0});
  const Value last = c.Binary(OpKind::kMinimum, next, end - 1.0);
  const Value held = And(c, c.Compare("LT", next, end),
                         c.Compare("EQ", Take(c, sorted[0], 0, last), sorted[0]));
  const Value none = c.Broadcast(c.Constant(0, ElementType::kI1), x.shape());
  const Value place = c.Select(of_row, NoPlace(c), sorted[1]);
  const Value found = WriteSlices(c, none, 0, place, held, Replaced);
  return c.Finish(
      {c.Reshape(c.attribute(0) != 0 ? Not(c, found) : found, c.result().shape)});
}

// The element that a row along attribute 0 has most often, the least of them, and where
// it is last. Results have size 1 there.
Counted mode(const Lowering& call) {
  Composer c(call);
  const int64_t d = c.attribute(0);
  const Value x = c.operand(0);
  const Values sorted = Sort(c, {x, IndexAlong(c, x, d)}, d, false);
  const Value place = IndexAlong(c, x, d);
  const Value begin =
      Cumulate(c, OpKind::kMaximum,
               c.Select(Differs(c, sorted[0], d), place, c.Number(0, kPlace)), d);
  const Value so_far = place - begin;
  const Value most = c.Reduce(OpKind::kMaximum, so_far, {d}, true);
  const Value none = c.CountOf(x, {d}, kPlace);
  const Value first = c.Reduce(
      OpKind::kMinimum, c.Select(c.Compare("EQ", so_far, most), place, none), {d}, true);
  Values places;
  for (int k = 0; k < x.rank(); ++k) {
    places.push_back(k == d ? first : IndexAlong(c, first, k));
  }
  return c.Finish({ElementsAt(c, sorted[0], places), ElementsAt(c, sorted[1], places)});
}

// x [n, m]: rows next to each other, and where each was before they were ordered.
// Results: how many runs of equal rows there are, of each run its first row and its
// length, and of each row, where it was, its run.
Counted runs(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0), was = c.operand(1);
  const Value begins = c.Reduce(OpKind::kOr, Differs(c, x, 0), {1}, false);
  const Value run = Ranks(c, begins);
  const Value zeros = Zeros(c, was.shape());
  const Value ones = c.Broadcast(c.Number(1, kPlace), was.shape());
  const Value firsts = WriteSlices(c, zeros, 0, c.Select(begins, run, NoPlace(c)),
                                   PlacesOfRow(c, was), Replaced);
  return c.Finish({CountHeld(c, begins), firsts,
                   WriteSlices(c, zeros, 0, run, ones, Added),
                   WriteSlices(c, zeros, 0, was, run, Replaced)});
}

// A row of truth values: how many hold, and where.
Counted held_places(const Lowering& call) {
  Composer c(call);
  const Value held = c.operand(0);
  return c.Finish(
      {CountHeld(c, held), WriteSlices(c, Zeros(c, held.shape()), 0,
                                       c.Select(held, Ranks(c, held), NoPlace(c)),
                                       PlacesOfRow(c, held), Replaced)});
}

}  // namespace tilewright::torch_lower::lowerings
