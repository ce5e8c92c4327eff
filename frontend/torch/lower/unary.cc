// Functions of one operand. Attributes: none, unless it is said.
#include <cmath>
#include <limits>

#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Result = absl::StatusOr<std::vector<ir::ValueId>>;

// Computed in the result's type, in f32 where that has 16 bits.
template <typename Function>
Result Unary(const Lowering& call, Function function) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.result().element));
  return c.Finish({function(c, x)});
}

template <OpKind kind>
Result Plain(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) { return c.Unary(kind, x); });
}

// Nothing but copied where there is nothing to round.
template <OpKind kind>
Result Rounding(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return ir::IsFloat(x.element()) ? c.Unary(kind, x) : x;
  });
}

Value Truncated(Composer& c, Value x) {
  return c.Select(c.Compare("LT", x, c.Constant(0, x.element())),
                  c.Unary(OpKind::kCeil, x), c.Unary(OpKind::kFloor, x));
}

// Of complex numbers, part by part: infinity times 0 is not to be among them.
Value Scaled(Composer& c, Value x, double by) {
  if (!ir::IsComplex(x.element())) return x * by;
  return c.Binary(OpKind::kComplex, c.Unary(OpKind::kReal, x) * by,
                  c.Unary(OpKind::kImag, x) * by);
}

// Computed in the operand's own type; a truth value.
template <typename Function>
Result Predicate(const Lowering& call, Function function) {
  Composer c(call);
  return c.Finish({function(c, c.operand(0))});
}

}  // namespace

Result abs(const Lowering& call) {
  Composer c(call);
  const Value x = c.Convert(c.operand(0), ComputeType(c.operand(0).element()));
  if (!ir::IsInteger(x.element()) && !ir::IsFloat(x.element()) &&
      !ir::IsComplex(x.element())) {
    return c.Finish({x});
  }
  if (ir::IsUnsigned(x.element())) return c.Finish({x});
  return c.Finish({c.Unary(OpKind::kAbs, x)});
}
Result acos(const Lowering& call) { return Plain<OpKind::kAcos>(call); }
Result acosh(const Lowering& call) { return Plain<OpKind::kAcosh>(call); }
Result asin(const Lowering& call) { return Plain<OpKind::kAsin>(call); }
Result asinh(const Lowering& call) { return Plain<OpKind::kAsinh>(call); }
Result atan(const Lowering& call) { return Plain<OpKind::kAtan>(call); }
Result atanh(const Lowering& call) { return Plain<OpKind::kAtanh>(call); }
Result bitwise_not(const Lowering& call) { return Plain<OpKind::kNot>(call); }
Result ceil(const Lowering& call) { return Rounding<OpKind::kCeil>(call); }
Result cos(const Lowering& call) { return Plain<OpKind::kCosine>(call); }
Result cosh(const Lowering& call) { return Plain<OpKind::kCosh>(call); }
Result erf(const Lowering& call) { return Plain<OpKind::kErf>(call); }
Result erfc(const Lowering& call) { return Plain<OpKind::kErfc>(call); }
Result exp(const Lowering& call) { return Plain<OpKind::kExponential>(call); }
Result exp2(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return c.Binary(OpKind::kPower, c.Constant(2, x.element()), x);
  });
}
Result expm1(const Lowering& call) { return Plain<OpKind::kExponentialMinusOne>(call); }
Result floor(const Lowering& call) { return Rounding<OpKind::kFloor>(call); }
Result frac(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) { return x - Truncated(c, x); });
}
Result log(const Lowering& call) { return Plain<OpKind::kLog>(call); }
Result log10(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return Scaled(c, c.Unary(OpKind::kLog, x), 1 / M_LN10);
  });
}
Result log1p(const Lowering& call) { return Plain<OpKind::kLogPlusOne>(call); }
Result log2(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return Scaled(c, c.Unary(OpKind::kLog, x), 1 / M_LN2);
  });
}
Result logical_not(const Lowering& call) {
  return Predicate(call, [](Composer& c, Value x) {
    return c.Compare("EQ", x, c.Constant(0, x.element()));
  });
}
Result neg(const Lowering& call) { return Plain<OpKind::kNegate>(call); }
Result reciprocal(const Lowering& call) {
  return Unary(call, [](Composer&, Value x) { return 1.0 / x; });
}
Result round(const Lowering& call) { return Rounding<OpKind::kRoundNearestEven>(call); }
Result rsqrt(const Lowering& call) { return Plain<OpKind::kRsqrt>(call); }
Result sgn(const Lowering& call) { return sign(call); }
Result sigmoid(const Lowering& call) { return Plain<OpKind::kLogistic>(call); }
Result sign(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    if (!ir::IsBool(x.element()) && !ir::IsUnsigned(x.element())) {
      // Of NaN, PyTorch gives 0.
      const Value nan = c.Compare("NE", x, x);
      return c.Select(nan, c.Constant(0, x.element()), c.Unary(OpKind::kSign, x));
    }
    return c.Convert(c.Compare("NE", x, c.Constant(0, x.element())), x.element());
  });
}
Result silu(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return x / (c.Unary(OpKind::kExponential, -x) + 1.0);
  });
}
Result sin(const Lowering& call) { return Plain<OpKind::kSine>(call); }
Result sinh(const Lowering& call) { return Plain<OpKind::kSinh>(call); }
Result sqrt(const Lowering& call) { return Plain<OpKind::kSqrt>(call); }
Result tan(const Lowering& call) { return Plain<OpKind::kTan>(call); }
Result tanh(const Lowering& call) { return Plain<OpKind::kTanh>(call); }
Result trunc(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return ir::IsFloat(x.element()) ? Truncated(c, x) : x;
  });
}

Result relu(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return c.Binary(OpKind::kMaximum, x, c.Constant(0, x.element()));
  });
}
Result gelu(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return x * 0.5 * (c.Unary(OpKind::kErf, x * M_SQRT1_2) + 1.0);
  });
}
Result gelu_tanh(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    const Value inner = (x + x * x * x * 0.044715) * (M_SQRT2 * M_2_SQRTPI * 0.5);
    return x * 0.5 * (c.Unary(OpKind::kTanh, inner) + 1.0);
  });
}
Result isnan(const Lowering& call) {
  return Predicate(call, [](Composer& c, Value x) { return c.Compare("NE", x, x); });
}
Result isinf(const Lowering& call) {
  return Predicate(call, [](Composer& c, Value x) {
    if (!ir::IsFloat(x.element())) return c.Compare("NE", x, x);
    const double infinity = std::numeric_limits<double>::infinity();
    return c.Compare("EQ", c.Unary(OpKind::kAbs, x), c.Constant(infinity, x.element()));
  });
}
// Operands 1 to 3: alpha, scale, input_scale.
Result elu(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    const Value below = c.operand(1) * c.operand(2) *
                        c.Unary(OpKind::kExponentialMinusOne, x * c.operand(3));
    return c.Select(c.Compare("GT", x, c.Constant(0, x.element())), x * c.operand(2),
                    below);
  });
}
// Operand 1: the slope.
Result leaky_relu(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return c.Select(c.Compare("GT", x, c.Constant(0, x.element())), x, x * c.operand(1));
  });
}
// Operands 1 and 2: beta, threshold.
Result softplus(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    const Value scaled = x * c.operand(1);
    const Value curve =
        c.Unary(OpKind::kLogPlusOne, c.Unary(OpKind::kExponential, scaled)) /
        c.operand(1);
    return c.Select(c.Compare("GT", scaled, c.operand(2)), x, curve);
  });
}
// Operands 1 and 2: the bounds.
Result hardtanh(const Lowering& call) {
  return Unary(call, [](Composer& c, Value x) {
    return c.Binary(OpKind::kMinimum, c.Binary(OpKind::kMaximum, x, c.operand(1)),
                    c.operand(2));
  });
}

}  // namespace tilewright::torch_lower::lowerings
