// Losses of rows whose targets are classes. The last attribute is as of losses.cc.
#include "frontend/torch/lower/elementwise.h"
#include "frontend/torch/lower/indices.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using ClassLoss = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr ElementType kClass = ElementType::kI64;
constexpr int64_t kKept = 0, kMean = 1, kSum = 2;

int64_t ReductionOfRows(Composer& c) { return c.attributes().back(); }

// Classes are dimension 1, or all that there is.
int ClassDimension(Value x) { return x.rank() > 1 ? 1 : 0; }

// Numbers of all dimensions of x but that of classes, for each class.
Value ForClasses(Composer& c, Value rows, const Shape& shape) {
  if (shape.rank() == 1) return c.Broadcast(rows, shape);
  ir::Dims dimensions;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d != 1) dimensions.push_back(d);
  }
  return c.BroadcastIn(rows, shape, dimensions);
}
// Of each row the element of its class, which lies inside.
Value OfClass(Composer& c, Value x, Value target) {
  const int classes = ClassDimension(x);
  Values places;
  for (int d = 0; d < x.rank(); ++d) {
    places.push_back(d == classes ? target
                                  : IndexAlong(c, target, d < classes ? d : d - 1));
  }
  return ElementsAt(c, x, places);
}
// 1, or the weight of its class; 0 where its class is to be ignored.
Value RowWeight(Composer& c, Value target, Value counts, size_t weight,
                ElementType compute) {
  Value each = c.Broadcast(c.Constant(1, compute), target.shape());
  if (c.has(weight)) each = Take(c, c.Convert(c.operand(weight), compute), 0, target);
  return c.Select(counts, each, Zero(c, each));
}
// The target in operand `x + 1` of rows in operand `x`, and where it counts.
struct Target {
  Value index, counts;
};
Target TargetOf(Composer& c, size_t x, size_t ignored) {
  const Value target = c.Convert(c.operand(x + 1), kClass);
  const Value counts = c.Compare("NE", target, c.Convert(c.operand(ignored), kClass));
  const Value index = IndexIntoWhere(c, counts, target, static_cast<int>(x),
                                     ClassDimension(c.operand(x)), index_rules::kTarget);
  return {index, counts};
}

Value SumOfAll(Composer& c, Value x) {
  return c.Reduce(OpKind::kAdd, x, AllOf(x), false);
}

// Margins to each class of rows [n, c], whose class is target [n]: `margin` less how far
// the class is ahead. Where it is the class, or there is enough margin, not `short_of`.
struct Margins {
  Value by, short_of, is_class;
};
Margins MarginsOf(Composer& c, Value x, Value target, Value margin) {
  const Value own = OfClass(c, x, target);
  const Value by = margin - ForClasses(c, own, x.shape()) + x;
  const Value is_class =
      c.Compare("EQ", IndexAlong(c, x, 1), ForClasses(c, target, x.shape()));
  const Value short_of = And(c, Not(c, is_class), c.Compare("GT", by, Zero(c, by)));
  return {by, short_of, is_class};
}

// Rows [n, classes], and a list of classes [n, k] of each, which ends before the first
// -1: for each of the list, to each class, how far it is behind, as [n, k, classes].
struct Lists {
  Value target;     // [n, k], inside
  Value listed;     // [n, k]: whether it is before the end
  Value is_target;  // [n, classes]: whether the list has it
  Value matches;    // [n, k, classes]: whether it is that class
  Value by, short_of;
};
Lists ListsOf(Composer& c, Value x, size_t x_operand) {
  const Value given = c.Convert(c.operand(x_operand + 1), kClass);
  const Value zero = c.Number(0, kClass);
  const Value size = c.CountOf(x, {1}, kClass);
  c.Require(
      Or(c, c.Compare("LT", given, c.Number(-1, kClass)), c.Compare("GE", given, size)),
      given,
      {.code = index_rules::kRuntimeError,
       .message = "argument #2 'target' is out of range"});
  Lists lists;
  lists.listed = c.Compare("GE", Cumulate(c, OpKind::kMinimum, given, 1), zero);
  lists.target = c.Select(lists.listed, given, zero);
  Shape pairs = x.shape();
  pairs.Insert(1, given.shape()[1]);
  const auto of_list = [&](Value y) { return c.BroadcastIn(y, pairs, {0, 1}); };
  const auto of_classes = [&](Value y) { return c.BroadcastIn(y, pairs, {0, 2}); };
  lists.matches = And(c, of_list(lists.listed),
                      c.Compare("EQ", of_list(lists.target), c.Iota(2, {kClass, pairs})));
  lists.is_target = c.Reduce(OpKind::kOr, lists.matches, {1}, false);
  const Value own = ElementsAt(c, x, {IndexAlong(c, lists.target, 0), lists.target});
  lists.by = 1.0 - of_list(own) + of_classes(x);
  lists.short_of =
      And(c, And(c, of_list(lists.listed), Not(c, of_classes(lists.is_target))),
          c.Compare("GT", lists.by, Zero(c, lists.by)));
  return lists;
}

// Losses of rows.
Value LossOfRows(Composer& c, Value rows) {
  if (ReductionOfRows(c) == kKept) return rows;
  const Value sum = SumOfAll(c, rows);
  return ReductionOfRows(c) == kSum ? sum : sum / c.CountOf(rows, {0}, rows.element());
}
// The gradient of a row's loss, for each of its classes.
Value GradientOfRows(Composer& c, Value gradient, Value x) {
  const Value g = c.Convert(gradient, x.element());
  if (ReductionOfRows(c) == kMean) {
    return c.Broadcast(g / c.CountOf(x, {0}, x.element()), x.shape());
  }
  return g.rank() == 0 ? c.Broadcast(g, x.shape()) : ForClasses(c, g, x.shape());
}

}  // namespace

// log-probabilities, target, weight, ignored class; results loss and total weight.
ClassLoss nll_loss(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  const auto [target, counts] = TargetOf(c, 0, 3);
  const Value weight = RowWeight(c, target, counts, 2, x.element());
  const Value zero = Zero(c, x);
  const Value log_probability = c.Select(counts, OfClass(c, x, target), zero);
  const Value loss = -(log_probability * weight);
  if (ReductionOfRows(c) == kKept) return c.Finish({loss, zero});
  const Value total = SumOfAll(c, weight), sum = SumOfAll(c, loss);
  return c.Finish({ReductionOfRows(c) == kSum ? sum : sum / total, total});
}
// gradient, log-probabilities, target, weight, ignored class, total weight.
ClassLoss nll_loss_backward(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Shape shape = c.operand(1).shape();
  const auto [target, counts] = TargetOf(c, 1, 4);
  Value g = Computed(c, 0);
  if (ReductionOfRows(c) == kMean) g = g / Computed(c, 5);
  const Value row = -RowWeight(c, target, counts, 3, compute) * g;
  const TensorType classes = {kClass, shape};
  const Value chosen = c.Compare("EQ", c.Iota(shape.rank() > 1 ? 1 : 0, classes),
                                 ForClasses(c, target, shape));
  return c.Finish({c.Select(chosen, ForClasses(c, row, shape), Zero(c, g))});
}

// x [n, classes], target [n], weight, margin. Attribute 0: the power.
ClassLoss multi_margin_loss(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  const Value target = IndexInto(c, c.operand(1), 0, 1, index_rules::kMarginTarget);
  const Margins margins = MarginsOf(c, x, target, Computed(c, 3));
  Value loss = c.attribute(0) == 1 ? margins.by : margins.by * margins.by;
  if (c.has(2)) {
    loss = loss * ForClasses(c, Take(c, Computed(c, 2), 0, target), x.shape());
  }
  const Value kept = c.Select(margins.short_of, loss, Zero(c, loss));
  const Value rows = c.Reduce(OpKind::kAdd, kept, {1}, false);
  return c.Finish({LossOfRows(c, rows / c.CountOf(x, {1}, x.element()))});
}
// gradient, x, target, weight, margin.
ClassLoss multi_margin_loss_backward(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 1);
  const Value target = IndexInto(c, c.operand(2), 1, 1, index_rules::kMarginTarget);
  const Margins margins = MarginsOf(c, x, target, Computed(c, 4));
  Value slope = c.attribute(0) == 1 ? c.Constant(1, x.element()) : margins.by * 2.0;
  if (c.has(3)) {
    slope = slope * ForClasses(c, Take(c, Computed(c, 3), 0, target), x.shape());
  }
  const Value each = c.Select(margins.short_of, slope, Zero(c, x));
  const Value own = -c.Reduce(OpKind::kAdd, each, {1}, true);
  const Value all = c.Select(margins.is_class, own, each);
  return c.Finish(
      {all / c.CountOf(x, {1}, x.element()) * GradientOfRows(c, c.operand(0), x)});
}

// x [n, classes], target [n, k]; results the loss and which classes are targets.
ClassLoss multilabel_margin_loss(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  const Lists lists = ListsOf(c, x, 0);
  const Value kept = c.Select(lists.short_of, lists.by, Zero(c, x));
  const Value rows = c.Reduce(OpKind::kAdd, kept, {1, 2}, false);
  return c.Finish(
      {LossOfRows(c, rows / c.CountOf(x, {1}, x.element())), lists.is_target});
}
// gradient, x, target
ClassLoss multilabel_margin_loss_backward(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 1);
  const Lists lists = ListsOf(c, x, 1);
  const Value behind = c.Convert(lists.short_of, x.element());
  const Value of_others = c.Reduce(OpKind::kAdd, behind, {1}, false);
  const Value of_each = c.BroadcastIn(c.Reduce(OpKind::kAdd, behind, {2}, false),
                                      lists.matches.shape(), {0, 1});
  const Value of_targets =
      c.Reduce(OpKind::kAdd, c.Select(lists.matches, of_each, Zero(c, x)), {1}, false);
  return c.Finish({(of_others - of_targets) / c.CountOf(x, {1}, x.element()) *
                   GradientOfRows(c, c.operand(0), x)});
}

}  // namespace tilewright::torch_lower::lowerings
