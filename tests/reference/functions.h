// Real functions in long double, and how accurate a kernel's have to be.
#pragma once

#include "ir/op_kind.h"
#include "support/numerics.h"
#include "tests/reference/element.h"

namespace tilewright::reference {

// What is known of a function's neighbourhood.
enum class Shape : uint8_t {
  kMonotone,   // in each operand, on either side of zero: extremes are at the corners
  kLipschitz,  // as far apart as the operands at most, and by 2
  kOther,      // nothing is said of operands that are not exact
};

struct Function {
  long double (*value)(const long double* x) = nullptr;
  Shape shape = Shape::kMonotone;
  // Rounded once, in f32 or f64; else a function, with an error.
  bool is_rounded = false;
};

// Null where the operation is none of real numbers in their own type.
const Function* FindFunction(ir::OpKind kind);

// The error of a function's value that is allowed (docs/accuracy.md) in the type that
// `type` is computed in, before it is rounded to that.
long double AllowedError(ir::OpKind kind, ElementType type, const long double* x,
                         long double value, Numerics numerics);

}  // namespace tilewright::reference
