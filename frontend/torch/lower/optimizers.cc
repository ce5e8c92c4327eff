// A parameter's step of an optimizer, whole: everything is read and written once. Numbers
// of all elements are computed in f64, as optimizers do on the host, and rounded once.
//
// Operands begin with the parameter, its gradient, what the loss was scaled by, and
// whether a gradient is not finite (1) so that nothing is to change; the last two may be
// absent. Results are the new state, and last, where it was scaled, the gradient without.
#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Step = absl::StatusOr<std::vector<ir::ValueId>>;

constexpr size_t kParameter = 0, kGradient = 1, kScale = 2, kNotFinite = 3, kState = 4;
constexpr ElementType kNumber = ElementType::kF64;

class Stepping {
 public:
  Stepping(const Lowering& call, bool maximize)
      : c(call), compute(ComputeType(c.operand(kParameter).element())) {
    gradient = State(kGradient);
    if (c.has(kScale)) gradient = gradient / c.Convert(c.operand(kScale), compute);
    unscaled_ = gradient;
    if (maximize) gradient = -gradient;
  }

  // An operand of the parameter's kind, as it is computed with.
  Value State(size_t operand) { return c.Convert(c.operand(operand), compute); }
  // A number of all elements, before and after it is rounded.
  Value Number(size_t operand) { return c.Convert(c.operand(operand), kNumber); }
  Value Rounded(Value number) { return c.Convert(number, compute); }

  // In the order of the results: an operand, and what becomes of it.
  void Becomes(size_t operand, Value after) {
    if (c.has(kNotFinite)) {
      const Value flag = c.operand(kNotFinite);
      const Value stays = c.Compare("EQ", flag, c.Constant(1, flag.element()));
      after = c.Select(stays, State(operand), after);
    }
    results_.push_back(after);
  }
  Step Finish() {
    if (c.has(kScale)) results_.push_back(unscaled_);
    return c.Finish(results_);
  }

  Composer c;
  const ElementType compute;
  Value gradient;

 private:
  Value unscaled_;
  Values results_;
};

}  // namespace

// State: moment, second moment, its maximum (or nothing), the step's number; then
// learning rate, beta1, beta2, weight decay, epsilon. Attributes: maximize, whether
// weight decays, whether it does so apart from the gradient.
Step adam(const Lowering& call) {
  Stepping s(call, call.attributes[0] != 0);
  Composer& c = s.c;
  const bool amsgrad = c.has(kState + 2);
  const Value step = s.Number(kState + 3), rate = s.Number(kState + 4);
  const Value beta1 = s.Number(kState + 5), beta2 = s.Number(kState + 6);
  const Value decay = s.Number(kState + 7);
  const Value epsilon = s.Rounded(s.Number(kState + 8));
  const Value correction1 = 1.0 - c.Binary(OpKind::kPower, beta1, step);
  const Value correction2 = 1.0 - c.Binary(OpKind::kPower, beta2, step);
  const Value step_size = s.Rounded(rate / correction1);
  const Value correction2_root = s.Rounded(c.Unary(OpKind::kSqrt, correction2));

  Value parameter = s.State(kParameter);
  Value gradient = s.gradient;
  if (c.attribute(1) != 0) {
    if (c.attribute(2) != 0) {
      parameter = parameter * s.Rounded(1.0 - rate * decay);
    } else {
      gradient = gradient + parameter * s.Rounded(decay);
    }
  }
  const Value moment = s.State(kState);
  const Value weight = s.Rounded(1.0 - beta1);
  // From the nearer end.
  const Value near = c.Compare("LT", weight, c.Constant(0.5, s.compute));
  const Value new_moment = c.Select(near, moment, gradient) +
                           c.Select(near, weight, weight - 1.0) * (gradient - moment);
  const Value new_second = s.State(kState + 1) * s.Rounded(beta2) +
                           s.Rounded(1.0 - beta2) * gradient * gradient;
  Value largest = new_second;
  if (amsgrad) {
    largest = c.Binary(OpKind::kMaximum, s.State(kState + 2), new_second);
  }
  const Value divisor = c.Unary(OpKind::kSqrt, largest) / correction2_root + epsilon;
  s.Becomes(kParameter, parameter - step_size * new_moment / divisor);
  s.Becomes(kState, new_moment);
  s.Becomes(kState + 1, new_second);
  if (amsgrad) s.Becomes(kState + 2, largest);
  return s.Finish();
}

// State: the momentum (or nothing); then learning rate, weight decay, momentum,
// dampening. Attributes: maximize, whether weight decays, whether it is the first step,
// nesterov.
Step sgd(const Lowering& call) {
  Stepping s(call, call.attributes[0] != 0);
  Composer& c = s.c;
  const Value parameter = s.State(kParameter);
  Value gradient = s.gradient;
  if (c.attribute(1) != 0)
    gradient = gradient + parameter * s.Rounded(s.Number(kState + 2));
  Value velocity = gradient;
  if (c.has(kState)) {
    const Value momentum = s.Rounded(s.Number(kState + 3));
    if (c.attribute(2) == 0) {
      velocity =
          s.State(kState) * momentum + gradient * s.Rounded(1.0 - s.Number(kState + 4));
    }
    gradient = c.attribute(3) != 0 ? gradient + velocity * momentum : velocity;
  }
  s.Becomes(kParameter, parameter - s.Rounded(s.Number(kState + 1)) * gradient);
  if (c.has(kState)) s.Becomes(kState, velocity);
  return s.Finish();
}

// State: the sum of squares, the step's number; then learning rate, its decay, weight
// decay, epsilon. Attributes: maximize, whether weight decays.
Step adagrad(const Lowering& call) {
  Stepping s(call, call.attributes[0] != 0);
  Composer& c = s.c;
  const Value step = s.Number(kState + 1);
  const Value rate =
      s.Rounded(s.Number(kState + 2) / ((step - 1.0) * s.Number(kState + 3) + 1.0));
  const Value parameter = s.State(kParameter);
  Value gradient = s.gradient;
  if (c.attribute(1) != 0)
    gradient = gradient + parameter * s.Rounded(s.Number(kState + 4));
  const Value sum = s.State(kState) + gradient * gradient;
  const Value divisor = c.Unary(OpKind::kSqrt, sum) + s.Rounded(s.Number(kState + 5));
  s.Becomes(kParameter, parameter - rate * gradient / divisor);
  s.Becomes(kState, sum);
  return s.Finish();
}

// A number, and what it is added to: optimizers count their parameters' steps apart.
Step add_to_each(const Lowering& call) {
  Composer c(call);
  Values results;
  for (size_t i = 0; i < c.results(); ++i) {
    const Value x = c.operand(i + 1);
    results.push_back(x + c.Convert(c.operand(0), x.element()));
  }
  return c.Finish(results);
}

// Gradients that were scaled: x, whether one so far is not finite, and the factor.
// Results: x times the factor, and whether one is.
Step unscale(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.operand(0).element());
  const Value x = c.Convert(c.operand(0), compute);
  const Value so_far = c.operand(1);
  ir::Dims all;
  for (int d = 0; d < x.rank(); ++d) all.push_back(d);
  const Value finite = c.Reduce(OpKind::kAnd, c.Unary(OpKind::kIsFinite, x), all, false);
  return c.Finish({x * c.Convert(c.operand(2), compute),
                   c.Select(finite, so_far, c.Constant(1, so_far.element()))});
}

// Scale, how many steps it has held, whether a gradient is not finite, and the factors of
// growth and backoff; operand 5: after how many steps it grows. Results: the first two.
Step update_scale(const Lowering& call) {
  Composer c(call);
  const Value scale = c.operand(0), held = c.operand(1), flag = c.operand(2);
  const ElementType type = scale.element();
  const auto times = [&](size_t factor) {
    return c.Convert(c.Convert(scale, kNumber) * c.operand(factor), type);
  };
  const Value failed = c.Compare("GT", flag, c.Constant(0, flag.element()));
  const Value one_more = held + c.Constant(1, held.element());
  const Value due = c.Compare("EQ", one_more, c.operand(5));
  const Value grown = times(3);
  const Value grows = c.Binary(OpKind::kAnd, due, c.Unary(OpKind::kIsFinite, grown));
  const Value zero = c.Constant(0, held.element());
  return c.Finish({c.Select(failed, times(4), c.Select(grows, grown, scale)),
                   c.Select(failed, zero, c.Select(due, zero, one_more))});
}

}  // namespace tilewright::torch_lower::lowerings
