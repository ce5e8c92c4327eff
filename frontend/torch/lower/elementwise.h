// What lowerings of elementwise functions share.
#pragma once

#include "frontend/torch/lower/movement.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower {

// An operand in the type that the result is computed in: f32 where it has 16 bits.
inline Value Computed(Composer& c, size_t operand) {
  return c.Convert(c.operand(operand), ComputeType(c.result().element));
}
// An operand, for each element of the result.
inline Value Parameter(Composer& c, size_t operand, ElementType type) {
  return c.Broadcast(c.Convert(c.operand(operand), type), c.result().shape);
}
inline Value Conjugate(Composer& c, Value x) {
  if (!ir::IsComplex(x.element())) return x;
  return c.Binary(OpKind::kComplex, c.Unary(OpKind::kReal, x),
                  -c.Unary(OpKind::kImag, x));
}
inline Value Exp(Composer& c, Value x) { return c.Unary(OpKind::kExponential, x); }
inline Value Log(Composer& c, Value x) { return c.Unary(OpKind::kLog, x); }
inline Value Sigmoid(Composer& c, Value x) { return 1.0 / (Exp(c, -x) + 1.0); }
inline Value Largest(Composer& c, Value x, double bound) {
  return c.Binary(OpKind::kMinimum, x, c.Constant(bound, x.element()));
}
inline Value Smallest(Composer& c, Value x, double bound) {
  return c.Binary(OpKind::kMaximum, x, c.Constant(bound, x.element()));
}
// Where x is `kept`, and a number elsewhere.
inline Value Where(Composer& c, Value kept, Value x, double other) {
  return c.Select(kept, x, c.Broadcast(c.Constant(other, x.element()), x.shape()));
}

}  // namespace tilewright::torch_lower
