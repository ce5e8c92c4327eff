// Images at places that are data: each point of a grid says where, from -1 to 1.
#include "frontend/torch/lower/images/images.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Sampled = absl::StatusOr<std::vector<ir::ValueId>>;

// As aten numbers them: what lies between elements, and what lies beyond the image.
enum class Between : int64_t { kLinear, kNearest, kCubic };
enum class Beyond : int64_t { kZeros, kBorder, kReflection };

// Of each point of the grid along one dimension of the image: a place, counted in
// elements, and how fast it moves with the grid's number.
struct Place {
  Value at, slope;
};
// An element near such a place: its number, inside of the image; whether it is what was
// meant; how much of it there is, and how that changes with the place.
struct Near {
  Value index, there, weight, slope;
};

class Sampler {
 public:
  // Attributes 0 to 2: what lies between, what lies beyond, whether corners are centres.
  Sampler(Composer& c, Value image, Value grid)
      : c_(c),
        image_(image),
        grid_(grid),
        between_(static_cast<Between>(c.attribute(0))),
        beyond_(static_cast<Beyond>(c.attribute(1))),
        corners_(c.attribute(2) != 0) {
    for (int d = 0; d < spatial(); ++d) dimensions_.push_back(Of(d));
  }

  int spatial() const { return image_.rank() - 2; }

  // Results, for the image's first two dimensions and each point of the grid: of all
  // elements near, their sum by weights; or, where `along` is a dimension, by how these
  // change with the place there.
  Value Sum(int along) { return Sum(along, 0, {}); }
  // The gradient of the image by the result's.
  Value Spread(Value gradient) {
    return Spread(0, {}, gradient, c_.Broadcast(Zero(c_, gradient), image_.shape()));
  }
  // How fast the place along a dimension moves with the grid's number.
  Value SlopeAlong(int d) { return dimensions_[d].slope; }
  bool IsSmooth() const { return between_ != Between::kNearest; }

 private:
  struct Dimension {
    std::vector<Near> near;
    Value slope;
  };

  Value Number(double value) { return c_.Constant(value, grid_.element()); }

  // The last element's number.
  Value LastOf(int d) { return c_.CountOf(image_, {2 + d}, grid_.element()) - Number(1); }

  // The grid's last dimension begins with the image's last one.
  Value GridAlong(int d) {
    const int last = grid_.rank() - 1;
    const int64_t at = spatial() - 1 - d;
    Shape points;
    for (int k = 0; k < last; ++k) points.Append(grid_.shape()[k]);
    return c_.Reshape(Slice(c_, grid_, last, at, at + 1), points);
  }

  Place Counted(int d) {
    const Value g = GridAlong(d), last = LastOf(d);
    const Value reach = corners_ ? last : last + 1.0;
    const Value at = (g + 1.0) * (reach * 0.5);
    return {corners_ ? at : at - 0.5, c_.Broadcast(reach * 0.5, g.shape())};
  }
  // Where something else is at the edges: NaN is at the first element, as on CPU.
  Place Clipped(Place place, Value last) {
    const Value above = c_.Compare("GT", place.at, Number(0));
    const Value below = c_.Compare("LT", place.at, last);
    const Value low = c_.Select(above, place.at, Number(0));
    return {c_.Select(below, low, c_.Binary(OpKind::kMinimum, low, last)),
            c_.Select(And(c_, above, below), place.slope, Number(0))};
  }
  // Back and forth between the edges: the centres of the first and the last element, or
  // half an element beyond.
  Place Reflected(Place place, Value last) {
    const Value low = Number(corners_ ? 0 : -0.5);
    const Value span = corners_ ? last : last + 1.0;
    const Value from = place.at - low, size = c_.Unary(OpKind::kAbs, from);
    const Value turns = c_.Unary(OpKind::kFloor, size / span);
    const Value rest = size - turns * span;
    const Value odd =
        c_.Compare("NE", turns, c_.Unary(OpKind::kFloor, turns * 0.5) * 2.0);
    const Value back = c_.Compare("LT", from, Number(0));
    const Value slope = c_.Select(back, -place.slope, place.slope);
    // Between the centres of one element is nothing.
    const Value none = c_.Compare("EQ", span, Number(0));
    return {c_.Select(none, Number(0), c_.Select(odd, span - rest, rest) + low),
            c_.Select(none, Number(0), c_.Select(odd, -slope, slope))};
  }
  Place Inside(Place place, int d) {
    if (beyond_ == Beyond::kZeros) return place;
    const Value last = LastOf(d);
    return Clipped(beyond_ == Beyond::kReflection ? Reflected(place, last) : place, last);
  }

  // Of a place that is a whole number.
  Near Element(Value whole, Value weight, Value slope, int d) {
    const Value last = LastOf(d);
    const Value there =
        And(c_, c_.Compare("GE", whole, Number(0)), c_.Compare("LE", whole, last));
    return {c_.Convert(c_.Select(there, whole, Number(0)), kIndex), there, weight, slope};
  }

  Dimension Of(int d) {
    const Place counted = Counted(d);
    if (between_ == Between::kCubic) return Cubic(counted, d);
    const Place place = Inside(counted, d);
    const Value one = c_.Broadcast(Number(1), place.at.shape());
    if (between_ == Between::kNearest) {
      const Value whole = c_.Unary(OpKind::kRoundNearestEven, place.at);
      return {{Element(whole, one, one, d)}, place.slope};
    }
    const Value below = c_.Unary(OpKind::kFloor, place.at);
    const Value rest = place.at - below;
    return {{Element(below, 1.0 - rest, -one, d), Element(below + 1.0, rest, one, d)},
            place.slope};
  }
  // Each of the four elements is looked for beyond the image by itself.
  Dimension Cubic(Place place, int d) {
    constexpr double kA = -0.75;
    const Value below = c_.Unary(OpKind::kFloor, place.at);
    const Value t = place.at - below;
    const Value weights[] = {FarCubic(t + 1.0, kA), NearCubic(t, kA),
                             NearCubic(1.0 - t, kA), FarCubic(2.0 - t, kA)};
    const Value slopes[] = {FarCubicSlope(t + 1.0, kA), NearCubicSlope(t, kA),
                            -NearCubicSlope(1.0 - t, kA), -FarCubicSlope(2.0 - t, kA)};
    Dimension made = {{}, place.slope};
    for (int i = 0; i < 4; ++i) {
      const Value whole = Inside({below + (i - 1.0), place.slope}, d).at;
      made.near.push_back(Element(whole, weights[i], slopes[i], d));
    }
    return made;
  }

  // The result's shape, of the image's first two dimensions and the points of the grid.
  Shape Points() {
    Shape shape = image_.shape();
    for (int d = 0; d < spatial(); ++d) shape.Set(2 + d, grid_.shape()[1 + d]);
    return shape;
  }
  // What the grid's points have, for all channels.
  Value ForAll(Value x) {
    ir::Dims dimensions = {0};
    for (int d = 0; d < spatial(); ++d) dimensions.push_back(2 + d);
    return c_.BroadcastIn(x, Points(), dimensions);
  }
  Values Places(const std::vector<Near>& near) {
    const TensorType type = {kIndex, Points()};
    Values places = {c_.Iota(0, type), c_.Iota(1, type)};
    for (const Near& each : near) places.push_back(ForAll(each.index));
    return places;
  }
  Value AllThere(const std::vector<Near>& near) {
    Value there = near.front().there;
    for (const Near& each : near) there = And(c_, there, each.there);
    return there;
  }

  Value Sum(int along, int d, const std::vector<Near>& chosen) {
    if (d == spatial()) {
      const Value found = ElementsAt(c_, image_, Places(chosen));
      return beyond_ == Beyond::kZeros
                 ? c_.Select(ForAll(AllThere(chosen)), found, Zero(c_, found))
                 : found;
    }
    Value sum = {&c_, Lowering::kAbsent};
    for (const Near& each : dimensions_[d].near) {
      std::vector<Near> more = chosen;
      more.push_back(each);
      Value part = Sum(along, d + 1, more);
      if (IsSmooth()) part = part * ForAll(d == along ? each.slope : each.weight);
      sum = IsThere(sum) ? sum + part : part;
    }
    return sum;
  }

  Value Spread(int d, const std::vector<Near>& chosen, Value gradient, Value made) {
    if (d == spatial()) {
      Values places = Places(chosen);
      // What is not there goes nowhere.
      if (beyond_ == Beyond::kZeros) {
        const Value there = ForAll(AllThere(chosen));
        places.back() = c_.Select(there, places.back(), c_.Number(-1, kIndex));
      }
      return WriteAt(c_, made, places, gradient, Added);
    }
    for (const Near& each : dimensions_[d].near) {
      std::vector<Near> more = chosen;
      more.push_back(each);
      made = Spread(d + 1, more, IsSmooth() ? gradient * ForAll(each.weight) : gradient,
                    made);
    }
    return made;
  }

  Composer& c_;
  const Value image_, grid_;
  const Between between_;
  const Beyond beyond_;
  const bool corners_;
  std::vector<Dimension> dimensions_;
};

}  // namespace

// Image and grid. Attributes as of the sampler.
Sampled grid_sampler(const Lowering& call) {
  Composer c(call);
  return c.Finish({Sampler(c, Computed(c, 0), Computed(c, 1)).Sum(-1)});
}
// The result's gradient, and the grid; the image's shape is the result's.
Sampled grid_sampler_backward_image(const Lowering& call) {
  Composer c(call);
  const Value gradient = Computed(c, 0);
  const Value image = c.Broadcast(Zero(c, gradient), c.result().shape);
  return c.Finish({Sampler(c, image, Computed(c, 1)).Spread(gradient)});
}
// The result's gradient, image and grid.
Sampled grid_sampler_backward_grid(const Lowering& call) {
  Composer c(call);
  const Value gradient = Computed(c, 0), grid = Computed(c, 2);
  Sampler sampler(c, Computed(c, 1), grid);
  Shape column = grid.shape();
  column.Set(column.rank() - 1, 1);
  Values columns;
  for (int d = sampler.spatial(); d-- > 0;) {
    const Value each = c.Reduce(OpKind::kAdd, gradient * sampler.Sum(d), {1}, false) *
                       sampler.SlopeAlong(d);
    columns.push_back(c.Reshape(each, column));
  }
  return c.Finish({Concatenate(c, columns, column.rank() - 1)});
}

}  // namespace tilewright::torch_lower::lowerings
