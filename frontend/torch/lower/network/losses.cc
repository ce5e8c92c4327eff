// Losses of each element, and their gradients. The last attribute is what is made of the
// elements: 0 nothing, 1 the mean, 2 the sum. Gradients take that of the result first.
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Loss = absl::StatusOr<std::vector<ir::ValueId>>;

enum class Reduction : int64_t { kNone, kMean, kSum };

Reduction ReductionOf(Composer& c) {
  return static_cast<Reduction>(c.attributes().back());
}

Loss LossOf(Composer& c, Value loss) {
  if (ReductionOf(c) == Reduction::kNone) return c.Finish({loss});
  const Value sum = c.Reduce(OpKind::kAdd, loss, AllOf(loss), false);
  if (ReductionOf(c) == Reduction::kSum) return c.Finish({sum});
  return c.Finish({sum / c.CountOf(loss, AllOf(loss), loss.element())});
}

// What the gradient of an element is multiplied by.
Value LossFactor(Composer& c, Value gradient, Value elements) {
  const Value g = c.Convert(gradient, elements.element());
  if (ReductionOf(c) != Reduction::kMean) return g;
  return g / c.CountOf(elements, AllOf(elements), elements.element());
}

// Of operands x and target, or of the gradient, x and target.
Value DistanceOf(Composer& c, size_t x) { return Computed(c, x) - Computed(c, x + 1); }

void RequireProbabilities(Composer& c, Value x, absl::string_view message) {
  const Value inside = And(c, c.Compare("GE", x, Zero(c, x)),
                           c.Compare("LE", x, c.Constant(1, x.element())));
  c.Require(Not(c, inside), c.Number(0, ElementType::kI64),
            {.code = absl::StatusCode::kInvalidArgument, .message = message});
}

}  // namespace

// x, target
Loss mse_loss(const Lowering& call) {
  Composer c(call);
  const Value off = DistanceOf(c, 0);
  return LossOf(c, off * off);
}
Loss mse_loss_backward(const Lowering& call) {
  Composer c(call);
  const Value off = DistanceOf(c, 1);
  return c.Finish({off * 2.0 * LossFactor(c, c.operand(0), off)});
}

// x, target, delta
Loss huber_loss(const Lowering& call) {
  Composer c(call);
  const Value off = c.Unary(OpKind::kAbs, DistanceOf(c, 0)), delta = Computed(c, 2);
  return LossOf(c, c.Select(c.Compare("LT", off, delta), off * off * 0.5,
                            delta * (off - delta * 0.5)));
}
Loss huber_loss_backward(const Lowering& call) {
  Composer c(call);
  const Value off = DistanceOf(c, 1), delta = Computed(c, 3);
  const Value bounded =
      c.Binary(OpKind::kMaximum, -delta, c.Binary(OpKind::kMinimum, delta, off));
  return c.Finish({bounded * LossFactor(c, c.operand(0), off)});
}

// x, target, beta
Loss smooth_l1_loss(const Lowering& call) {
  Composer c(call);
  const Value off = c.Unary(OpKind::kAbs, DistanceOf(c, 0)), beta = Computed(c, 2);
  return LossOf(
      c, c.Select(c.Compare("LT", off, beta), off * off * 0.5 / beta, off - beta * 0.5));
}
Loss smooth_l1_loss_backward(const Lowering& call) {
  Composer c(call);
  const Value off = DistanceOf(c, 1), beta = Computed(c, 3);
  const Value one = c.Constant(1, off.element());
  const Value slope = c.Select(c.Compare("LE", off, -beta), -one,
                               c.Select(c.Compare("GE", off, beta), one, off / beta));
  return c.Finish({slope * LossFactor(c, c.operand(0), off)});
}

// x, target, weight. A logarithm counts as no less than -100.
Loss binary_cross_entropy(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0), target = Computed(c, 1);
  RequireProbabilities(c, x, "all elements of input should be between 0 and 1");
  RequireProbabilities(c, target, "all elements of target should be between 0 and 1");
  const Value log_of = Smallest(c, c.Unary(OpKind::kLog, x), -100);
  const Value log_of_rest = Smallest(c, c.Unary(OpKind::kLogPlusOne, -x), -100);
  Value loss = (target - 1.0) * log_of_rest - target * log_of;
  if (c.has(2)) loss = loss * Computed(c, 2);
  return LossOf(c, loss);
}
Loss binary_cross_entropy_backward(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 1), target = Computed(c, 2);
  Value slope = (x - target) / Smallest(c, (1.0 - x) * x, 1e-12);
  if (c.has(3)) slope = slope * Computed(c, 3);
  return c.Finish({slope * LossFactor(c, c.operand(0), slope)});
}

}  // namespace tilewright::torch_lower::lowerings
