// Functions of two operands. Attribute 0 is the type to which PyTorch converts both.
#include "frontend/torch/lower/composer.h"
#include "frontend/torch/lower/indices.h"
#include "frontend/torch/lower/operations.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using OrValues = absl::StatusOr<std::vector<ir::ValueId>>;

struct Both {
  Value a, b;
};

// First as the common type has them, then as it is computed with.
Both Promoted(Composer& c) {
  const auto common = static_cast<ElementType>(c.attribute(0));
  const auto promoted = [&](Value x) {
    return c.Convert(c.Convert(x, common), ComputeType(common));
  };
  return {promoted(c.operand(0)), promoted(c.operand(1))};
}

// The same of products and quotients, where a number is as exact as it is computed with.
Both Scaled2(Composer& c) {
  auto [a, b] = Promoted(c);
  if (c.operand(1).rank() == 0) b = c.Convert(c.operand(1), b.element());
  return {a, b};
}

// As a number of the common type, of which each step of a division is one on CPU.
Value Rounded2(Composer& c, Value x) {
  return c.Convert(c.Convert(x, static_cast<ElementType>(c.attribute(0))), x.element());
}

template <OpKind kind>
OrValues Plain2(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  return c.Finish({c.Binary(kind, a, b)});
}

OrValues Compared(const Lowering& call, absl::string_view direction) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  return c.Finish({c.Compare(direction, a, b)});
}

// Of truth values, whatever the operands' types.
template <OpKind kind>
OrValues Logical(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Binary(kind, c.Convert(c.operand(0), ElementType::kI1),
                            c.Convert(c.operand(1), ElementType::kI1))});
}

Value Zero2(Composer& c, Value like) { return c.Constant(0, like.element()); }

// a + alpha * b, with alpha (operand 2) in the type that is computed with.
OrValues Sum2(const Lowering& call, OpKind kind, bool swapped) {
  Composer c(call);
  auto [a, b] = Promoted(c);
  if (swapped) std::swap(a, b);
  if (c.has(2)) b = b * c.Convert(c.operand(2), b.element());
  if (ir::IsBool(a.element())) {
    return c.Finish({c.Binary(kind == OpKind::kAdd ? OpKind::kOr : OpKind::kXor, a, b)});
  }
  return c.Finish({c.Binary(kind, a, b)});
}

// Whether a quotient that is cut off lies above the one that is rounded down: something
// is left over, of the other sign than the divisor's.
Value IsAboveFloor(Composer& c, Value remainder, Value b) {
  const Value zero = Zero2(c, b);
  const Value differs =
      c.Binary(OpKind::kXor, c.Compare("LT", remainder, zero), c.Compare("LT", b, zero));
  return c.Binary(OpKind::kAnd, c.Compare("NE", remainder, zero), differs);
}

// What integers are divided by: not by zero, or nobody reads the results.
Value Divisor(Composer& c, Value b) {
  if (ir::IsInteger(b.element())) {
    c.Require(c.Compare("EQ", b, Zero2(c, b)), c.Number(0, ElementType::kI64),
              {.code = index_rules::kRuntimeError, .message = "ZeroDivisionError"});
  }
  return b;
}

// The remainder with the divisor's sign.
Value FloorRemainder(Composer& c, Value a, Value b) {
  const Value remainder = c.Binary(OpKind::kRemainder, a, b);
  return c.Select(IsAboveFloor(c, remainder, b), remainder + b, remainder);
}

}  // namespace

OrValues add(const Lowering& call) { return Sum2(call, OpKind::kAdd, false); }
OrValues sub(const Lowering& call) { return Sum2(call, OpKind::kSubtract, false); }
OrValues rsub(const Lowering& call) { return Sum2(call, OpKind::kSubtract, true); }
OrValues mul(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Scaled2(c);
  return c.Finish(
      {c.Binary(ir::IsBool(a.element()) ? OpKind::kAnd : OpKind::kMultiply, a, b)});
}
OrValues div(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Scaled2(c);
  return c.Finish({a / b});
}
OrValues div_floor(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  if (ir::IsFloat(a.element())) {
    // As Python divides: what is left over is taken off before the division.
    const Value zero = Zero2(c, b), left = c.Binary(OpKind::kRemainder, a, b);
    const Value whole = Rounded2(c, Rounded2(c, a - left) / b);
    const Value quotient =
        c.Select(IsAboveFloor(c, left, b), Rounded2(c, whole - 1.0), whole);
    const Value floor = c.Unary(OpKind::kFloor, quotient);
    const Value above =
        c.Compare("GT", quotient - floor, c.Constant(0.5, quotient.element()));
    const Value nearest = c.Select(above, Rounded2(c, floor + 1.0), floor);
    // A zero has the quotient's sign.
    const Value signed_zero = a / b * 0.0;
    const Value found = c.Select(c.Compare("EQ", quotient, zero), signed_zero, nearest);
    return c.Finish({c.Select(c.Compare("EQ", b, zero), a / b, found)});
  }
  Divisor(c, b);
  if (ir::IsUnsigned(a.element())) return c.Finish({a / b});
  const Value quotient = a / b;
  const Value remainder = c.Binary(OpKind::kRemainder, a, b);
  return c.Finish({c.Select(IsAboveFloor(c, remainder, b), quotient - 1.0, quotient)});
}
OrValues div_trunc(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  if (!ir::IsFloat(a.element())) return c.Finish({a / Divisor(c, b)});
  const Value quotient = Rounded2(c, a / b);
  return c.Finish(
      {c.Select(c.Compare("LT", quotient, Zero2(c, quotient)),
                c.Unary(OpKind::kCeil, quotient), c.Unary(OpKind::kFloor, quotient))});
}
OrValues fmod(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  return c.Finish({c.Binary(OpKind::kRemainder, a, Divisor(c, b))});
}
OrValues remainder(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  return c.Finish({FloorRemainder(c, a, Divisor(c, b))});
}
OrValues pow(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  // Attribute 1: an exponent that is known, as cases are, or none (-1).
  switch (c.attribute(1)) {
    case 0:
      return c.Finish({c.Constant(1, a.element())});
    case 1:
      return c.Finish({a});
    case 2:
      return c.Finish({a * a});
    case 3:
      return c.Finish({a * a * a});
    case 4:  // 1/2
      return c.Finish({c.Unary(OpKind::kSqrt, a)});
    case 5:  // -1/2
      return c.Finish({c.Unary(OpKind::kRsqrt, a)});
    case 6:  // -1
      return c.Finish({1.0 / a});
    default:
      return c.Finish({c.Binary(OpKind::kPower, a, b)});
  }
}
OrValues atan2(const Lowering& call) { return Plain2<OpKind::kAtan2>(call); }
OrValues copysign(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  const Value size = c.Unary(OpKind::kAbs, a);
  // -0 is told by what it divides.
  const Value zero = Zero2(c, b);
  const Value negative_zero =
      c.Binary(OpKind::kAnd, c.Compare("EQ", b, zero), c.Compare("LT", 1.0 / b, zero));
  const Value negative = c.Binary(OpKind::kOr, c.Compare("LT", b, zero), negative_zero);
  return c.Finish({c.Select(negative, -size, size)});
}
OrValues maximum(const Lowering& call) { return Plain2<OpKind::kMaximum>(call); }
OrValues minimum(const Lowering& call) { return Plain2<OpKind::kMinimum>(call); }
OrValues fmax(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  const Value of_numbers =
      c.Select(c.Compare("NE", b, b), a, c.Binary(OpKind::kMaximum, a, b));
  return c.Finish({c.Select(c.Compare("NE", a, a), b, of_numbers)});
}
OrValues fmin(const Lowering& call) {
  Composer c(call);
  const auto [a, b] = Promoted(c);
  const Value of_numbers =
      c.Select(c.Compare("NE", b, b), a, c.Binary(OpKind::kMinimum, a, b));
  return c.Finish({c.Select(c.Compare("NE", a, a), b, of_numbers)});
}

OrValues eq(const Lowering& call) { return Compared(call, "EQ"); }
OrValues ne(const Lowering& call) { return Compared(call, "NE"); }
OrValues lt(const Lowering& call) { return Compared(call, "LT"); }
OrValues le(const Lowering& call) { return Compared(call, "LE"); }
OrValues gt(const Lowering& call) { return Compared(call, "GT"); }
OrValues ge(const Lowering& call) { return Compared(call, "GE"); }

OrValues bitwise_and(const Lowering& call) { return Plain2<OpKind::kAnd>(call); }
OrValues bitwise_or(const Lowering& call) { return Plain2<OpKind::kOr>(call); }
OrValues bitwise_xor(const Lowering& call) { return Plain2<OpKind::kXor>(call); }
OrValues logical_and(const Lowering& call) { return Logical<OpKind::kAnd>(call); }
OrValues logical_or(const Lowering& call) { return Logical<OpKind::kOr>(call); }
OrValues logical_xor(const Lowering& call) { return Logical<OpKind::kXor>(call); }

}  // namespace tilewright::torch_lower::lowerings
