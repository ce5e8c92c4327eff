// Products of groups of rows with a matrix each, as a mixture of experts makes them.
// Where groups end is known when it runs: a loop goes over blocks of as many rows as
// attribute 0 says, each of one group, so that the work is that of the rows, whatever the
// groups are.
#include <vector>

#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/loop.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Grouped = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::Dims;

constexpr ElementType kRowPlace = ElementType::kI64;

Value Bounded(Composer& c, Value x, Value low, Value high) {
  return c.Binary(OpKind::kMinimum, c.Binary(OpKind::kMaximum, x, low), high);
}
Value Sum(Composer& c, Value x) { return c.Reduce(OpKind::kAdd, x, {0}, false); }

// Of a block: its group, its first row, and behind its group's last one.
struct Block {
  Value group, first, end;
};

// Where groups begin and end, and which blocks they have.
class Groups {
 public:
  // `ends` as the user gives them, of `rows` rows; what makes no sense is cut off.
  Groups(Composer& c, Value ends, Value rows, int64_t block) : c_(c), block_(block) {
    const Value zero = Place(c, 0);
    ends_ = Bounded(c, c.Convert(ends, kRowPlace), zero, rows);
    starts_ = Pad(c, ends_, zero, {1}, {-1}, {0});
    const Value sizes = c.Binary(OpKind::kMaximum, ends_ - starts_, zero);
    blocks_ =
        Cumulate(c, OpKind::kAdd, (sizes + Place(c, block - 1)) / Place(c, block), 0);
    count = c.Reduce(OpKind::kMaximum, blocks_, {0}, false);
  }

  Block At(Value number) {
    const Value before = c_.Compare("LE", blocks_, number);
    const Value zero = Place(c_, 0);
    const Value group = Sum(c_, c_.Convert(before, kRowPlace));
    const Value is_it = c_.Compare("EQ", IndexAlong(c_, ends_, 0), group);
    const auto of_it = [&](Value x) { return Sum(c_, c_.Select(is_it, x, zero)); };
    const Value others =
        c_.Reduce(OpKind::kMaximum, c_.Select(before, blocks_, zero), {0}, false);
    const Value first = of_it(starts_) + (number - others) * Place(c_, block_);
    return {group, first, of_it(ends_)};
  }

  Value count;

 private:
  Composer& c_;
  const int64_t block_;
  Value ends_, starts_, blocks_;  // blocks: of a group and those before
};

}  // namespace

// Rows [rows, k], matrices [groups, k, n], where groups end.
Grouped grouped_mm(const Lowering& call) {
  Composer c(call);
  const int64_t block = c.attribute(0);
  const Value rows = c.operand(0), matrices = c.operand(1);
  const ElementType compute = ComputeType(c.result().element);
  Dims sizes;
  if (!Numbers(c, {rows.shape()[0], rows.shape()[1], matrices.shape()[2]}, &sizes)) {
    return c.Finish({rows});
  }
  const int64_t all = sizes[0], k = sizes[1], n = sizes[2];
  const Value zero = Place(c, 0);
  Groups groups(c, c.operand(2), Place(c, all), block);
  // With room for a block that begins at the last row.
  const Value padded = Pad(c, rows, Zero(c, rows), {0, 0}, {block, 0}, {0, 0});
  const TensorType out = {c.result().element, Shape({all + block, n})};
  const Value init = c.Broadcast(c.Constant(0, out.element), out.shape);
  const Values made =
      Loop(c, groups.count, {init}, [&](Value number, const Values& state) {
        const Value so_far = state[0];
        const Block at = groups.At(number);
        const Value left = SliceAt(c, padded, {at.first, zero}, {block, k});
        const Value right = c.Reshape(
            SliceAt(c, matrices, {at.group, zero, zero}, {1, k, n}), Shape({k, n}));
        const Value product =
            c.Convert(c.Dot(left, right, {}, 1, 0, compute), out.element);
        const Values place = {at.first, zero};
        const Value before = SliceAt(c, so_far, place, {block, n});
        const Value row = c.Iota(0, {kRowPlace, Shape({block, n})}) + at.first;
        const Value after = c.Select(c.Compare("LT", row, at.end), product, before);
        return Values{UpdateAt(c, so_far, after, place)};
      });
  return c.Finish({Slice(c, made[0], 0, 0, all)});
}

// Left [m, rows], right [rows, n], where groups end: a product [m, n] of each.
Grouped grouped_sum_mm(const Lowering& call) {
  Composer c(call);
  const int64_t block = c.attribute(0);
  const Value left = c.operand(0), right = c.operand(1);
  const ElementType compute = ComputeType(c.result().element);
  Dims sizes;
  if (!Numbers(c, {left.shape()[0], left.shape()[1], right.shape()[1]}, &sizes)) {
    return c.Finish({left});
  }
  const int64_t m = sizes[0], all = sizes[1], n = sizes[2];
  const Value zero = Place(c, 0);
  Groups groups(c, c.operand(2), Place(c, all), block);
  const Value padded_left = Pad(c, left, Zero(c, left), {0, 0}, {0, block}, {0, 0});
  const Value padded_right = Pad(c, right, Zero(c, right), {0, 0}, {block, 0}, {0, 0});
  const Value init = c.Broadcast(c.Constant(0, compute), c.result().shape);
  return c.Finish(Loop(c, groups.count, {init}, [&](Value number, const Values& state) {
    const Value so_far = state[0];
    const Block at = groups.At(number);
    // Both sides: zero times an infinity of another group is NaN.
    const auto own = [&](Value x, int64_t dimension) {
      const Value row = c.Iota(dimension, {kRowPlace, x.shape()}) + at.first;
      return c.Select(c.Compare("LT", row, at.end), x, Zero(c, x));
    };
    const Value a = own(SliceAt(c, padded_left, {zero, at.first}, {m, block}), 1);
    const Value b = own(SliceAt(c, padded_right, {at.first, zero}, {block, n}), 0);
    const Values place = {at.group, zero, zero};
    const Shape one({1, m, n});
    const Value product = c.Reshape(c.Dot(a, b, {}, 1, 0, compute), one);
    const Value sum = SliceAt(c, so_far, place, {1, m, n}) + product;
    return Values{UpdateAt(c, so_far, sum, place)};
  }));
}

}  // namespace tilewright::torch_lower::lowerings
