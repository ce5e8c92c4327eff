// Activations of networks and their gradients. Operands: the gradient of the result where
// there is one, the function's own, then numbers as aten orders them.
#include <cmath>

#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Activated = absl::StatusOr<std::vector<ir::ValueId>>;

// Whether x is in [-bound, bound].
Value Within(Composer& c, Value x, Value bound) {
  return And(c, c.Compare("GE", x, -bound), c.Compare("LE", x, bound));
}
Value SoftPlus(Composer& c, Value x) {
  // log(1 + exp(x)), which is x where that is large.
  const Value curve = c.Unary(OpKind::kLogPlusOne,
                              c.Unary(OpKind::kExponential, -c.Unary(OpKind::kAbs, x)));
  return Smallest(c, x, 0) + curve;
}

}  // namespace

Activated hardswish(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  return c.Finish({x * Largest(c, Smallest(c, x + 3.0, 0), 6) / 6.0});
}
Activated hardswish_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  const Value inside =
      c.Select(c.Compare("LT", x, c.Constant(3, x.element())), g * (x / 3.0 + 0.5), g);
  return c.Finish(
      {c.Select(c.Compare("LE", x, c.Constant(-3, x.element())), Zero(c, g), inside)});
}
Activated hardsigmoid(const Lowering& call) {
  Composer c(call);
  return c.Finish({Largest(c, Smallest(c, Computed(c, 0) + 3.0, 0), 6) / 6.0});
}
Activated hardsigmoid_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  const Value inside = And(c, c.Compare("GT", x, c.Constant(-3, x.element())),
                           c.Compare("LT", x, c.Constant(3, x.element())));
  return c.Finish({c.Select(inside, g / 6.0, Zero(c, g))});
}
Activated mish(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  return c.Finish({x * c.Unary(OpKind::kTanh, SoftPlus(c, x))});
}
Activated mish_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  const Value t = c.Unary(OpKind::kTanh, SoftPlus(c, x));
  return c.Finish({g * (t + x * Sigmoid(c, x) * (1.0 - t * t))});
}
Activated log_sigmoid(const Lowering& call) {
  Composer c(call);
  return c.Finish({-SoftPlus(c, -Computed(c, 0))});
}
Activated log_sigmoid_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  return c.Finish({g * Sigmoid(c, -x)});
}
Activated softshrink(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0), bound = Computed(c, 1);
  // NaN stays.
  const Value below = c.Select(c.Compare("LT", x, -bound), x + bound, x * 0.0);
  return c.Finish({c.Select(c.Compare("GT", x, bound), x - bound, below)});
}
Activated hardshrink(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  return c.Finish({c.Select(Within(c, x, Computed(c, 1)), Zero(c, x), x)});
}
Activated shrink_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  return c.Finish({c.Select(Within(c, x, Computed(c, 2)), Zero(c, g), g)});
}
Activated threshold(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  return c.Finish({c.Select(c.Compare("LE", x, Computed(c, 1)), Computed(c, 2), x)});
}
// x, weight
Activated prelu(const Lowering& call) {
  Composer c(call);
  const Value x = Computed(c, 0);
  return c.Finish({c.Select(c.Compare("GT", x, Zero(c, x)), x, x * Computed(c, 1))});
}
// gradient, x, weight; results are those of x and of the weight where it is used.
Activated prelu_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  const Value above = c.Compare("GT", x, Zero(c, x));
  return c.Finish(
      {c.Select(above, g, g * Computed(c, 2)), c.Select(above, Zero(c, g), g * x)});
}
// The halves of what is given.
Activated glu(const Lowering& call) {
  Composer c(call);
  return c.Finish({Computed(c, 0) * Sigmoid(c, Computed(c, 1))});
}
// gradient and the halves. Attribute 0: the dimension along which there are two.
Activated glu_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), a = Computed(c, 1);
  const Value s = Sigmoid(c, Computed(c, 2));
  return c.Finish({Concatenate(c, {g * s, g * a * s * (1.0 - s)}, c.attribute(0))});
}
// Operand 1: how far from 0 and 1 it stays, if it is to.
Activated logit(const Lowering& call) {
  Composer c(call);
  Value x = Computed(c, 0);
  if (c.has(1)) {
    const Value low = Computed(c, 1);
    x = c.Binary(OpKind::kMinimum, c.Binary(OpKind::kMaximum, x, low), 1.0 - low);
  }
  return c.Finish({c.Unary(OpKind::kLog, x / (1.0 - x))});
}
Activated logit_backward(const Lowering& call) {
  Composer c(call);
  const Value g = Computed(c, 0), x = Computed(c, 1);
  const Value low = c.has(2) ? Computed(c, 2) : Zero(c, x);
  const Value outside = Or(c, c.Compare("LT", x, low), c.Compare("GT", x, 1.0 - low));
  const Value there = c.has(2) ? Zero(c, g) : c.Constant(NAN, g.element());
  return c.Finish({c.Select(outside, there, g / (x * (1.0 - x)))});
}

}  // namespace tilewright::torch_lower::lowerings
