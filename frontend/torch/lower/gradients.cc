// Gradients of elementwise functions, and what has more than two operands.
#include <cmath>

#include "frontend/torch/lower/elementwise.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Made = absl::StatusOr<std::vector<ir::ValueId>>;

// Operands 0 and 1: the gradient of the result, and what the function had or gave.
template <typename Function>
Made Gradient(const Lowering& call, Function function) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  return c.Finish(
      {function(c, c.Convert(c.operand(0), compute), c.Convert(c.operand(1), compute))});
}

Value Zero3(Composer& c, Value like) { return c.Constant(0, like.element()); }

}  // namespace

Made sigmoid_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value y) {
    return g * Conjugate(c, (1.0 - y) * y);
  });
}
Made tanh_backward(const Lowering& call) {
  return Gradient(
      call, [](Composer& c, Value g, Value y) { return g * Conjugate(c, 1.0 - y * y); });
}
Made silu_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    const Value s = Sigmoid(c, x);
    return g * s * (x * (1.0 - s) + 1.0);
  });
}
Made gelu_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    const Value cdf = (c.Unary(OpKind::kErf, x * M_SQRT1_2) + 1.0) * 0.5;
    const Value pdf =
        c.Unary(OpKind::kExponential, x * x * -0.5) * (M_2_SQRTPI * M_SQRT1_2 * 0.5);
    return g * (cdf + x * pdf);
  });
}
Made gelu_tanh_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    constexpr double kBeta = M_SQRT2 * M_2_SQRTPI * 0.5;
    const Value t = c.Unary(OpKind::kTanh, (x + x * x * x * 0.044715) * kBeta);
    const Value left = (t + 1.0) * 0.5;
    const Value right =
        x * 0.5 * (1.0 - t * t) * ((x * x * (3 * 0.044715) + 1.0) * kBeta);
    return g * (left + right);
  });
}
// Operand 2: the threshold.
Made threshold_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    return c.Select(c.Compare("LE", x, c.Convert(c.operand(2), x.element())), Zero3(c, g),
                    g);
  });
}
// Operands 2 to 4: alpha, scale, input_scale. Attribute 0: whether 1 is the result.
Made elu_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    const Value alpha = c.operand(2), scale = c.operand(3), input_scale = c.operand(4);
    const Value below = c.attribute(0) != 0
                            ? g * input_scale * (x + alpha * scale)
                            : g * input_scale * (alpha * scale) *
                                  c.Unary(OpKind::kExponential, x * input_scale);
    return c.Select(c.Compare("LE", x, Zero3(c, x)), below, g * scale);
  });
}
// Operand 2: the slope.
Made leaky_relu_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    return c.Select(c.Compare("GT", x, Zero3(c, x)), g, g * c.operand(2));
  });
}
// Operands 2 and 3: beta, threshold.
Made softplus_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    const Value scaled = x * c.operand(2);
    return c.Select(c.Compare("GT", scaled, c.operand(3)), g, g * Sigmoid(c, scaled));
  });
}
// Operands 2 and 3: the bounds.
Made hardtanh_backward(const Lowering& call) {
  return Gradient(call, [](Composer& c, Value g, Value x) {
    const Value inside = c.Binary(OpKind::kAnd, c.Compare("GT", x, c.operand(2)),
                                  c.Compare("LT", x, c.operand(3)));
    return c.Select(inside, g, Zero3(c, g));
  });
}

// condition, self, other. Attribute 0: the common type.
Made where(const Lowering& call) {
  Composer c(call);
  const ElementType common = c.result().element;
  return c.Finish(
      {c.Select(c.Convert(c.operand(0), ElementType::kI1),
                c.Convert(c.operand(1), common), c.Convert(c.operand(2), common))});
}
// start, end, weight: from the nearer end, as PyTorch does.
Made lerp(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const Value start = c.Convert(c.operand(0), compute);
  const Value end = c.Convert(c.operand(1), compute);
  const Value weight = c.Convert(c.operand(2), compute);
  const Value size = c.Unary(OpKind::kAbs, weight);
  const Value near_start = c.Compare("LT", size, c.Constant(0.5, size.element()));
  return c.Finish({c.Select(near_start, start + weight * (end - start),
                            end - (end - start) * (1.0 - weight))});
}
// self + value * a * b
Made addcmul(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const auto operand = [&](int i) { return c.Convert(c.operand(i), compute); };
  return c.Finish({operand(0) + operand(3) * operand(1) * operand(2)});
}
// self + value * (a / b)
Made addcdiv(const Lowering& call) {
  Composer c(call);
  const ElementType compute = ComputeType(c.result().element);
  const auto operand = [&](int i) { return c.Convert(c.operand(i), compute); };
  return c.Finish({operand(0) + operand(3) * operand(1) / operand(2)});
}
// self, lowest, highest; NaN stays.
Made clamp(const Lowering& call) {
  Composer c(call);
  const ElementType type = c.result().element;
  Value x = c.Convert(c.operand(0), type);
  if (c.has(1)) x = c.Binary(OpKind::kMaximum, x, c.Convert(c.operand(1), type));
  if (c.has(2)) x = c.Binary(OpKind::kMinimum, x, c.Convert(c.operand(2), type));
  return c.Finish({x});
}
// self, mask, value
Made masked_fill(const Lowering& call) {
  Composer c(call);
  const ElementType type = c.result().element;
  return c.Finish({c.Select(c.operand(1), c.Convert(c.operand(2), type), c.operand(0))});
}
Made fill(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.operand(0)});
}
// Attributes: whether it is conjugated, and negated, on the way.
Made copy(const Lowering& call) {
  Composer c(call);
  Value x = c.operand(0);
  if (c.attribute(0) != 0) x = Conjugate(c, x);
  return c.Finish({c.attribute(1) != 0 ? -x : x});
}

}  // namespace tilewright::torch_lower::lowerings
