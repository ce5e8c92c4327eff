// Windows over the last dimensions.
#include <functional>
#include <numeric>

#include "frontend/torch/lower/images/images.h"
#include "frontend/torch/lower/loop.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Pooled = absl::StatusOr<std::vector<ir::ValueId>>;
using ir::Dims;

// Attributes of pools: for each of the last dimensions the window's size, stride, padding
// and dilation. Windows may reach beyond the padding's end.
Windows WindowsOf(Composer& c, absl::Span<const int64_t> list, const Shape& from,
                  const Shape& to) {
  const int spatial = static_cast<int>(list.size() / 4);
  Windows windows = OneElementWindows(from.rank());
  for (int i = 0; i < spatial; ++i) {
    const int d = from.rank() - spatial + i;
    windows.sizes[d] = list[4 * i];
    windows.strides[d] = list[4 * i + 1];
    windows.low[d] = list[4 * i + 2];
    windows.dilations[d] = list[4 * i + 3];
    windows.high[d] = (to[d].number() - 1) * windows.strides[d] +
                      (windows.sizes[d] - 1) * windows.dilations[d] + 1 - windows.low[d] -
                      from[d].number();
  }
  return windows;
}

// Attributes 0 and 1 of average pools: what is divided by, if it is given (0: not);
// whether the padding is counted.
Value Counts(Composer& c, const Shape& from, const Shape& to, ElementType type) {
  if (c.attribute(0) != 0) {
    return c.Constant(static_cast<double>(c.attribute(0)), type);
  }
  const auto list = c.attributes(2);
  const int spatial = static_cast<int>(list.size() / 4);
  const int first = from.rank() - spatial;
  Shape area = from.Part(first, from.rank());
  Windows windows = WindowsOf(c, list, area, to.Part(first, to.rank()));
  if (c.attribute(1) != 0) {
    for (int d = 0; d < spatial; ++d) {
      area.Set(d, area[d].number() + 2 * windows.low[d]);
      windows.high[d] -= windows.low[d];
      windows.low[d] = 0;
    }
  }
  return ReduceWindows(c, OpKind::kAdd, c.Broadcast(c.Constant(1, type), area), windows);
}

// Windows of unequal sizes that divide a dimension: where each begins, and how many
// elements it has; the longest has `longest`.
struct Parts {
  Value begin, size;
  int64_t longest;
};
Parts PartsOf(Composer& c, int64_t from, int64_t to) {
  const Value at = c.Iota(0, {kIndex, Shape({to})});
  const Value begin = at * c.Number(from, kIndex) / c.Number(to, kIndex);
  const Value end = ((at + 1.0) * c.Number(from, kIndex) + c.Number(to - 1, kIndex)) /
                    c.Number(to, kIndex);
  // Each has from / to elements, and parts of those at its ends, if that is no integer:
  // of one of them at the most where all that is left over is their common divisor.
  const int64_t left_over = to == 0 ? 0 : from % to;
  const int64_t at_ends = left_over == 0 ? 0 : left_over == std::gcd(from, to) ? 1 : 2;
  return {begin, end - begin, to == 0 ? 0 : from / to + at_ends};
}
// What `turn` makes of the first elements of parts, with those behind them in turn: as
// many turns as the longest part has elements. Where what is done may not depend on
// sizes, or they are many, they are a loop.
using OfNext = std::function<Values(Value number, const Values& state)>;
Values OverParts(Composer& c, const Parts& parts, bool any_size, Values state,
                 const OfNext& turn) {
  constexpr int64_t kManyTurns = 128;
  if (any_size || parts.longest > kManyTurns) {
    const Value longest = c.Reduce(OpKind::kMaximum, parts.size, {0}, false);
    return Loop(c, longest - 1.0, state, [&](Value number, const Values& before) {
      return turn(number + 1.0, before);
    });
  }
  for (int64_t i = 1; i < parts.longest; ++i) state = turn(c.Number(i, kIndex), state);
  return state;
}

}  // namespace

Pooled avg_pool(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  const Shape& shape = c.result().shape;
  const Value sum =
      ReduceWindows(c, OpKind::kAdd, x, WindowsOf(c, c.attributes(2), x.shape(), shape));
  return c.Finish({sum / Counts(c, x.shape(), shape, x.element())});
}
// The gradient of the result: each of its elements goes to those of its window, which are
// windows the other way round.
Pooled avg_pool_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0);
  const Shape& shape = c.result().shape;
  const Windows forward = WindowsOf(c, c.attributes(2), shape, g.shape());
  Windows windows = OneElementWindows(g.rank());
  Dims low(g.rank(), 0), high(g.rank(), 0), interior(g.rank(), 0);
  for (int d = 0; d < g.rank(); ++d) {
    windows.sizes[d] = forward.sizes[d];
    low[d] = forward.sizes[d] - 1 - forward.low[d];
    high[d] = forward.sizes[d] - 1 - forward.high[d];
    interior[d] = forward.strides[d] - 1;
  }
  const Value each = g / Counts(c, shape, g.shape(), g.element());
  const Value spread = Pad(c, each, Zero(c, g), low, high, interior);
  return c.Finish({ReduceWindows(c, OpKind::kAdd, spread, windows)});
}

// Results: the largest of each window, and where it is, counted in all of its last
// dimensions: the first of those that are equal.
Pooled max_pool(const Lowering& call) {
  Composer c(call);
  const Value x = c.operand(0);
  const int spatial = static_cast<int>(c.attributes().size() / 4);
  Value index = c.Number(0, kIndex);
  int64_t below = 1;
  for (int d = x.rank() - 1; d >= x.rank() - spatial; --d) {
    index = index + IndexAlong(c, x, d) * c.Number(below, kIndex);
    below *= x.shape()[d].number();
  }
  const Windows windows = WindowsOf(c, c.attributes(), x.shape(), c.result().shape);
  const TensorType element = {x.element(), Shape()}, place = {kIndex, Shape()};
  absl::StatusOr<std::vector<ir::ValueId>> arguments =
      c.builder().OpenRegion({element, place, element, place});
  if (!arguments.ok()) return arguments.status();
  const auto argument = [&](int i) { return Value{&c, (*arguments)[i]}; };
  const Value a = argument(0), b = argument(2);
  const Value a_is_nan = c.Compare("NE", a, a), b_is_nan = c.Compare("NE", b, b);
  const Value same = Or(c, c.Compare("EQ", a, b), And(c, a_is_nan, b_is_nan));
  const Value larger = Or(c, c.Compare("GT", a, b), And(c, a_is_nan, Not(c, b_is_nan)));
  const Value first =
      Or(c, larger, And(c, same, c.Compare("LE", argument(1), argument(3))));
  absl::StatusOr<ir::RegionId> region = c.builder().CloseRegion(
      {c.Select(first, a, b).id, c.Select(first, argument(1), argument(3)).id});
  if (!region.ok()) return region.status();
  Dims padding;
  for (int d = 0; d < x.rank(); ++d) {
    padding.push_back(windows.low[d]);
    padding.push_back(windows.high[d]);
  }
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kWindowDimensions, windows.sizes);
  attributes.Set(ir::AttributeName::kWindowStrides, windows.strides);
  attributes.Set(ir::AttributeName::kWindowDilations, windows.dilations);
  attributes.Set(ir::AttributeName::kPadding, padding);
  absl::StatusOr<std::vector<ir::ValueId>> best = c.builder().Append(
      {.kind = OpKind::kReduceWindow,
       .operands = {x.id, index.id, Lowest(c, x.element()).id, Highest(c, kIndex).id},
       .attributes = std::move(attributes),
       .regions = {*region}});
  if (!best.ok()) return best.status();
  return c.Finish({{&c, (*best)[0]}, {&c, (*best)[1]}});
}

// Attributes: how many of the last dimensions; one more where what is done may not depend
// on sizes.
Pooled adaptive_avg_pool(const Lowering& call) {
  Composer c(call);
  const bool any_size = !c.attributes(1).empty();
  Value x = Computed(c, 0);
  for (int d = x.rank() - static_cast<int>(c.attribute(0)); d < x.rank(); ++d) {
    const int64_t from = x.shape()[d].number(), to = c.result().shape[d].number();
    if (from == to && !any_size) continue;
    const Parts parts = PartsOf(c, from, to);
    const auto each = [&](Value number) {
      const Value part = Take(c, x, d, parts.begin + number);
      const Value counts = c.Compare("LT", number, parts.size);
      return c.Select(Along(c, c.Broadcast(counts, Shape({to})), part, d), part,
                      Zero(c, part));
    };
    const auto added = [&](Value number, const Values& sum) {
      return Values{sum[0] + each(number)};
    };
    const Value sum =
        OverParts(c, parts, any_size, {each(c.Number(0, kIndex))}, added)[0];
    x = sum / Along(c, c.Convert(parts.size, sum.element()), sum, d);
  }
  return c.Finish({x});
}
Pooled adaptive_avg_pool_backward(const Lowering& call) {
  Composer c(call);
  Value g = Computed(c, 0);
  for (int d = g.rank() - static_cast<int>(c.attribute(0)); d < g.rank(); ++d) {
    const int64_t from = c.result().shape[d].number(), to = g.shape()[d].number();
    if (from == to) continue;
    const Parts parts = PartsOf(c, from, to);
    Shape shape = g.shape();
    shape.Set(d, from);
    const Value each = g / Along(c, c.Convert(parts.size, g.element()), g, d);
    const auto add = [&](Value number, const Values& made) {
      const Value counts = c.Broadcast(c.Compare("LT", number, parts.size), Shape({to}));
      const Value index = c.Select(counts, parts.begin + number, c.Number(-1, kIndex));
      return Values{WriteSlices(c, made[0], d, index, each, Added)};
    };
    const Value none = c.Broadcast(Zero(c, g), shape);
    const Values first = add(c.Number(0, kIndex), {none});
    g = OverParts(c, parts, /*any_size=*/false, first, add)[0];
  }
  return c.Finish({g});
}
// Results as of max_pool.
Pooled adaptive_max_pool(const Lowering& call) {
  Composer c(call);
  const bool any_size = !c.attributes(1).empty();
  Value x = c.operand(0);
  const int first = x.rank() - static_cast<int>(c.attribute(0));
  Value place = c.Broadcast(c.Number(0, kIndex), x.shape());
  int64_t below = 1;
  for (int d = x.rank() - 1; d >= first; --d) {
    const int64_t size = x.shape()[d].number();
    place = place + IndexAlong(c, x, d) * c.Number(below, kIndex);
    below *= size;
  }
  for (int d = x.rank() - 1; d >= first; --d) {
    const int64_t to = c.result().shape[d].number();
    const Parts parts = PartsOf(c, x.shape()[d].number(), to);
    const auto better = [&](Value number, const Values& best) {
      const Value index = parts.begin + number;
      const Value next = Take(c, x, d, index);
      const Value counts = c.Broadcast(c.Compare("LT", number, parts.size), Shape({to}));
      const Value is_better =
          And(c, Along(c, counts, next, d),
              Or(c, c.Compare("GT", next, best[0]),
                 And(c, c.Compare("NE", next, next), c.Compare("EQ", best[0], best[0]))));
      return Values{c.Select(is_better, next, best[0]),
                    c.Select(is_better, Take(c, place, d, index), best[1])};
    };
    const Values best =
        OverParts(c, parts, any_size,
                  {Take(c, x, d, parts.begin), Take(c, place, d, parts.begin)}, better);
    x = best[0];
    place = best[1];
  }
  return c.Finish({x, place});
}

}  // namespace tilewright::torch_lower::lowerings
