// Other sizes of the last dimensions.
#include "frontend/torch/lower/images/images.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Resized = absl::StatusOr<std::vector<ir::ValueId>>;

// An index of x and how much of it there is, for each index of the result.
struct Tap {
  Value index, weight;
};
// How dimensions change their size: the numbers of attributes.
enum class Resizing : int64_t { kNearest, kNearestExact, kLinear, kCubic };

// Bytes, as CPU has them, of numbers that were weighted.
Value Bytes(Composer& c, Value x) {
  return Largest(c, Smallest(c, c.Unary(OpKind::kRoundNearestEven, x), 0), 255);
}

std::vector<Tap> TapsOf(Composer& c, Resizing resizing, bool corners, int64_t from,
                        int64_t to, Value scale) {
  const ElementType type = scale.element();
  const Value at = c.Convert(c.Iota(0, {kIndex, Shape({to})}), type);
  const Value last = c.Number(from - 1, kIndex);
  const auto inside = [&](Value index) {
    return c.Binary(OpKind::kMinimum, c.Binary(OpKind::kMaximum, index, Zero(c, index)),
                    last);
  };
  const Value one = c.Broadcast(c.Constant(1, type), at.shape());
  if (resizing == Resizing::kNearest || resizing == Resizing::kNearestExact) {
    const Value source = resizing == Resizing::kNearest ? at * scale : (at + 0.5) * scale;
    return {{inside(c.Convert(c.Unary(OpKind::kFloor, source), kIndex)), one}};
  }
  Value source = corners ? at * scale : (at + 0.5) * scale - 0.5;
  if (resizing == Resizing::kLinear && !corners) source = Smallest(c, source, 0);
  const Value below = c.Unary(OpKind::kFloor, source);
  const Value rest = source - below;
  const Value index = c.Convert(below, kIndex);
  if (resizing == Resizing::kLinear) {
    return {{inside(index), 1.0 - rest}, {inside(index + 1.0), rest}};
  }
  constexpr double kA = -0.75;
  return {{inside(index - 1.0), FarCubic(rest + 1.0, kA)},
          {inside(index), NearCubic(rest, kA)},
          {inside(index + 1.0), NearCubic(1.0 - rest, kA)},
          {inside(index + 2.0), FarCubic(2.0 - rest, kA)}};
}

// What elements of a result are made of where they are means over all that they cover:
// of each, the first index, and how much of that one and of those behind it ([result,
// most]), nothing of those that are not `there`.
struct Span {
  Value index, weights, there;
};

// Attributes 2, 3, ... say how many indices each dimension has at most.
Span SpanOf(Composer& c, Resizing resizing, int64_t from, int64_t to, int64_t most,
            Value scale) {
  const ElementType type = scale.element();
  const Value one = c.Constant(1, type);
  const Value reach = c.Binary(OpKind::kMaximum, scale, one);
  const Value support = reach * (resizing == Resizing::kCubic ? 2.0 : 1.0);
  const Value center = (c.Convert(c.Iota(0, {kIndex, Shape({to})}), type) + 0.5) * scale;
  const auto whole = [&](Value x) {
    return c.Convert(c.Unary(OpKind::kFloor, c.Binary(OpKind::kMaximum, x, Zero(c, x))),
                     kIndex);
  };
  const Value first = whole(center - support + 0.5);
  const Value end =
      c.Binary(OpKind::kMinimum, whole(center + support + 0.5), c.Number(from, kIndex));
  const Shape shape({to, most});
  const auto rows = [&](Value x) { return c.BroadcastIn(x, shape, {0}); };
  const Value index = rows(first) + c.Iota(1, {kIndex, shape});
  const Value there = c.Compare("LT", index, rows(end));
  const Value distance =
      c.Unary(OpKind::kAbs, (c.Convert(index, type) - rows(center) + 0.5) / reach);
  Value weights = Smallest(c, 1.0 - distance, 0);
  if (resizing == Resizing::kCubic) {
    constexpr double kA = -0.5;
    const Value near = c.Compare("LT", distance, one);
    const Value far = c.Compare("LT", distance, c.Constant(2, type));
    weights = c.Select(near, NearCubic(distance, kA),
                       c.Select(far, FarCubic(distance, kA), Zero(c, distance)));
  }
  weights = c.Select(there, weights, Zero(c, weights));
  const Value sum = c.Reduce(OpKind::kAdd, weights, {1}, true);
  const Value last = c.Number(from - 1, kIndex);
  return {c.Binary(OpKind::kMinimum, index, last), weights / sum, there};
}

}  // namespace

// x, and a scale for each of the last dimensions. Attributes: how, and whether corners
// meet.
Resized resize(const Lowering& call) {
  Composer c(call);
  const auto how = static_cast<Resizing>(c.attribute(0));
  const bool weighted = how == Resizing::kLinear || how == Resizing::kCubic;
  const bool bytes = weighted && !ir::IsFloat(c.result().element);
  Value x = bytes ? c.Convert(c.operand(0), ElementType::kF32) : Computed(c, 0);
  const int spatial = static_cast<int>(c.operands()) - 1;
  for (int i = 0; i < spatial; ++i) {
    // Of bytes the last dimension comes first, and they are bytes again between
    // dimensions, as on CPU.
    const int d = bytes ? x.rank() - 1 - i : x.rank() - spatial + i;
    const auto taps =
        TapsOf(c, how, c.attribute(1) != 0, x.shape()[d].number(),
               c.result().shape[d].number(), c.operand(1 + d + spatial - x.rank()));
    Value sum = {&c, Lowering::kAbsent};
    for (const Tap& tap : taps) {
      const Value part = Take(c, x, d, tap.index);
      const Value each =
          taps.size() == 1
              ? part
              : part * Along(c, c.Convert(tap.weight, part.element()), part, d);
      sum = sum.id == Lowering::kAbsent ? each : sum + each;
    }
    x = bytes ? Bytes(c, sum) : sum;
  }
  return c.Finish({x});
}
Resized resize_backward(const Lowering& call) {
  Composer c(call);
  Value g = Computed(c, 0);
  const int spatial = static_cast<int>(c.operands()) - 1;
  for (int i = 0; i < spatial; ++i) {
    const int d = g.rank() - spatial + i;
    const int64_t from = c.result().shape[d].number();
    Shape shape = g.shape();
    shape.Set(d, from);
    Value made = c.Broadcast(Zero(c, g), shape);
    for (const Tap& tap :
         TapsOf(c, static_cast<Resizing>(c.attribute(0)), c.attribute(1) != 0, from,
                g.shape()[d].number(), c.operand(1 + i))) {
      made = WriteSlices(c, made, d, tap.index,
                         g * Along(c, c.Convert(tap.weight, g.element()), g, d), Added);
    }
    g = made;
  }
  return c.Finish({g});
}

// The same where elements are means over all that they cover. Attributes: how, corners
// (which the scale knows), and for each of the last dimensions how many elements of x one
// of the result is made of at most.
Resized resize_antialias(const Lowering& call) {
  Composer c(call);
  const ElementType element = c.result().element;
  const ElementType compute =
      ir::IsFloat(element) ? ComputeType(element) : ElementType::kF32;
  Value x = c.Convert(c.operand(0), compute);
  const int spatial = static_cast<int>(c.operands()) - 1;
  for (int i = spatial - 1; i >= 0; --i) {
    const int d = x.rank() - spatial + i;
    const Span span =
        SpanOf(c, static_cast<Resizing>(c.attribute(0)), x.shape()[d].number(),
               c.result().shape[d].number(), c.attribute(2 + i), c.operand(1 + i));
    const Value parts = Take(c, x, d, span.index);
    const auto along = [&](Value y) {
      return c.BroadcastIn(y, parts.shape(), {d, d + 1});
    };
    const Value weights = c.Convert(span.weights, compute);
    const Value each =
        c.Select(along(span.there), parts * along(weights), Zero(c, parts));
    x = c.Reduce(OpKind::kAdd, each, {d + 1}, false);
    // Bytes are bytes again between dimensions, as on CPU.
    if (!ir::IsFloat(element)) x = Bytes(c, x);
  }
  return c.Finish({x});
}
Resized resize_antialias_backward(const Lowering& call) {
  Composer c(call);
  Value g = Computed(c, 0);
  const int spatial = static_cast<int>(c.operands()) - 1;
  for (int i = 0; i < spatial; ++i) {
    const int d = g.rank() - spatial + i;
    const int64_t from = c.result().shape[d].number();
    const Span span = SpanOf(c, static_cast<Resizing>(c.attribute(0)), from,
                             g.shape()[d].number(), c.attribute(2 + i), c.operand(1 + i));
    Shape shape = g.shape(), parts;
    shape.Set(d, from);
    ir::Dims kept;
    for (int k = 0; k < g.rank(); ++k) {
      kept.push_back(parts.rank());
      parts.Append(g.shape()[k]);
      if (k == d) parts.Append(c.attribute(2 + i));
    }
    const Value each =
        c.BroadcastIn(g, parts, kept) *
        c.BroadcastIn(c.Convert(span.weights, g.element()), parts, {d, d + 1});
    // What is not there goes nowhere.
    const Value index = c.Select(span.there, span.index, c.Number(-1, kIndex));
    g = WriteSlices(c, c.Broadcast(Zero(c, g), shape), d, index, each, Added);
  }
  return c.Finish({g});
}

}  // namespace tilewright::torch_lower::lowerings
