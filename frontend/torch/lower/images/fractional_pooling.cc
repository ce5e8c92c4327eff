// The largest of windows of one size that lie at random, at most one apart.
#include "frontend/torch/lower/images/images.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Pooled = absl::StatusOr<std::vector<ir::ValueId>>;

// Where windows begin ([..., to], of samples [...]), in the samples' own type: rounding
// decides.
Value StartsOf(Composer& c, Value samples, int64_t from, int64_t to, int64_t window) {
  Shape shape = samples.shape();
  shape.Append(to);
  ir::Dims batch;
  for (int d = 0; d < samples.rank(); ++d) batch.push_back(d);
  const Value sample = c.BroadcastIn(samples, shape, batch);
  const ElementType type = samples.element();
  const Value last = c.Broadcast(c.Number(from - window, kIndex), shape);
  if (to == 1) return last;
  const Value apart = c.Constant(static_cast<double>(from - window), type) /
                      c.Constant(static_cast<double>(to - 1), type);
  const Value at = c.Iota(samples.rank(), {kIndex, shape});
  const Value start = c.Convert((c.Convert(at, type) + sample) * apart, kIndex) -
                      c.Convert(sample * apart, kIndex);
  return c.Select(c.Compare("LT", at, c.Number(to - 1, kIndex)), start, last);
}

// The first of the largest elements along the last dimension, or the last NaN, and what
// `places` has of it.
Values FirstLargest(Composer& c, Value x, Value places) {
  const TensorType element = {x.element(), Shape()}, place = {kIndex, Shape()};
  absl::StatusOr<std::vector<ir::ValueId>> arguments =
      c.builder().OpenRegion({element, place, element, place});
  if (!arguments.ok()) {
    const Value failed = c.Fail(arguments.status());
    return {failed, failed};
  }
  const auto argument = [&](int i) { return Value{&c, (*arguments)[i]}; };
  const Value a = argument(0), b = argument(2), none = c.Number(0, kIndex);
  // Nothing has a place below 0.
  const Value better = Or(c, c.Compare("LT", argument(1), none),
                          Or(c, c.Compare("GT", b, a), c.Compare("NE", b, b)));
  const Value second = And(c, c.Compare("GE", argument(3), none), better);
  absl::StatusOr<ir::RegionId> region = c.builder().CloseRegion(
      {c.Select(second, b, a).id, c.Select(second, argument(3), argument(1)).id});
  if (!region.ok()) {
    const Value failed = c.Fail(region.status());
    return {failed, failed};
  }
  ir::Attributes attributes;
  attributes.Set(ir::AttributeName::kDimensions, ir::Dims{x.rank() - 1});
  absl::StatusOr<std::vector<ir::ValueId>> best = c.builder().Append(
      {.kind = OpKind::kReduce,
       .operands = {x.id, places.id, Lowest(c, x.element()).id, c.Number(-1, kIndex).id},
       .attributes = std::move(attributes),
       .regions = {*region}});
  if (!best.ok()) {
    const Value failed = c.Fail(best.status());
    return {failed, failed};
  }
  return {{&c, (*best)[0]}, {&c, (*best)[1]}};
}

}  // namespace

// x [batch, channels, ...], and for each of the last dimensions samples [batch,
// channels]; the attributes are the window's sizes. Results: the largest of each window,
// and where it is, counted in all of the last dimensions.
Pooled fractional_max_pool(const Lowering& call) {
  Composer c(call);
  Value x = c.operand(0);
  constexpr int kFirst = 2;
  Value place = c.Broadcast(c.Number(0, kIndex), x.shape());
  int64_t below = 1;
  for (int d = x.rank() - 1; d >= kFirst; --d) {
    place = place + IndexAlong(c, x, d) * c.Number(below, kIndex);
    below *= x.shape()[d].number();
  }
  for (int d = x.rank() - 1; d >= kFirst; --d) {
    const int64_t from = x.shape()[d].number(), to = c.result().shape[d].number();
    const int64_t window = c.attribute(d - kFirst);
    const Value starts = StartsOf(c, c.operand(1 + d - kFirst), from, to, window);
    Shape shape = x.shape();
    shape.Set(d, to);
    shape.Append(window);
    Values places;
    for (int k = 0; k < x.rank(); ++k) {
      places.push_back(k == d ? c.BroadcastIn(starts, shape, {0, 1, d}) +
                                    c.Iota(x.rank(), {kIndex, shape})
                              : c.Iota(k, {kIndex, shape}));
    }
    const Values best =
        FirstLargest(c, ElementsAt(c, x, places), ElementsAt(c, place, places));
    x = best[0];
    place = best[1];
  }
  return c.Finish({x, place});
}

}  // namespace tilewright::torch_lower::lowerings
