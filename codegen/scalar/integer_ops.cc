// Integer and boolean operations. Nothing here traps or is poison.
#include "codegen/scalar/emit_context.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {
namespace {

V Less(const EmitContext& c, V a, V b) {
  return ir::IsSigned(c.type) ? a < b : UnsignedLess(a, b);
}
V Smaller(const EmitContext& c, V a, V b) { return Select(Less(c, b, a), b, a); }
V Larger(const EmitContext& c, V a, V b) { return Select(Less(c, a, b), b, a); }

V Smallest(V like) {
  return like.With(
      llvm::ConstantInt::get(like.type(), llvm::APInt::getSignedMinValue(like.width())));
}

// Quotient towards zero, for y != 0 and no overflow.
//
// Up to 32 bits the correctly rounded floating quotient truncates to the exact
// one: a quotient that is no integer is further from the next integer than
// half a unit in the last place (1/|y| against |x/y| * 2^-53, or 2^-24 for 16
// bits). CPUs have vector division for floats only.
V Quotient(V x, V y, bool is_signed) {
  llvm::IRBuilderBase& b = x.builder();
  int width = x.width();
  if (width == 64) {
    return x.With(is_signed ? b.CreateSDiv(x.get(), y.get())
                            : b.CreateUDiv(x.get(), y.get()));
  }
  if (width < 32) {
    x = is_signed ? SextTo(x, 32) : ZextTo(x, 32);
    y = is_signed ? SextTo(y, 32) : ZextTo(y, 32);
    is_signed = true;
  }
  llvm::Type* type = width < 32 ? b.getFloatTy() : b.getDoubleTy();
  if (x.lanes() != 0) type = llvm::FixedVectorType::get(type, x.lanes());
  auto convert = [&](V v) {
    return v.With(is_signed ? b.CreateSIToFP(v.get(), type)
                            : b.CreateUIToFP(v.get(), type));
  };
  V ratio = convert(x) / convert(y);
  V quotient = x.With(is_signed ? b.CreateFPToSI(ratio.get(), x.type())
                                : b.CreateFPToUI(ratio.get(), x.type()));
  return width < 32 ? TruncTo(quotient, width) : quotient;
}

// Whether y is one number, known now, by which any x can be divided: LLVM then
// multiplies instead.
bool IsHarmlessConstant(V y) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(y.get());
  if (constant != nullptr && y.lanes() != 0) constant = constant->getSplatValue();
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
  return number != nullptr && !number->isZero() && !number->isMinusOne();
}

struct Division {
  V by_zero;
  V quotient;  // of x / 1 where y is zero or x / y overflows
  V remainder;
};

Division Divide(const EmitContext& c) {
  Division result;
  bool is_signed = !c.is_unsigned();
  result.by_zero = Eq(c.y, 0);
  if (IsHarmlessConstant(c.y)) {
    result.quotient = c.x.With(is_signed ? c.b.CreateSDiv(c.x.get(), c.y.get())
                                         : c.b.CreateUDiv(c.x.get(), c.y.get()));
    result.remainder = c.x - result.quotient * c.y;
    return result;
  }
  V unsafe = result.by_zero;
  if (is_signed) unsafe = unsafe | (Eq(c.y, -1) & Eq(c.x, Smallest(c.x)));
  V divisor = Select(unsafe, c.y.Int(1), c.y);
  result.quotient = Quotient(c.x, divisor, is_signed);
  result.remainder = c.x - result.quotient * divisor;
  return result;
}

// Shift amounts are unsigned; those of the width and more are cut off apart.
V InRange(V amount) { return UnsignedLess(amount, amount.Int(amount.width())); }

// The width itself need not be a value of the type (i2: 2 is -2, unsigned 2).
V SafeAmount(V amount) { return Select(InRange(amount), amount, amount.Int(0)); }

}  // namespace

Z IntegerAbs(const EmitContext& c) {
  return c.is_unsigned() ? c.x : Select(c.x < 0, -c.x, c.x);
}
Z IntegerSign(const EmitContext& c) {
  V nonzero = MaskToInt(Ne(c.x, 0), c.x.width());
  return c.is_unsigned() ? nonzero : Select(c.x < 0, -1, nonzero);
}
Z IntegerMinimum(const EmitContext& c) { return Smaller(c, c.x, c.y); }
Z IntegerMaximum(const EmitContext& c) { return Larger(c, c.x, c.y); }
Z IntegerClamp(const EmitContext& c) { return Smaller(c, Larger(c, c.y, c.x), c.z); }

Z IntegerCompare(const EmitContext& c) {
  switch (c.op.a) {
    case kEq:
      return Eq(c.x, c.y);
    case kNe:
      return Ne(c.x, c.y);
    case kGe:
      return ~Less(c, c.x, c.y);
    case kGt:
      return Less(c, c.y, c.x);
    case kLe:
      return ~Less(c, c.y, c.x);
    default:
      return Less(c, c.x, c.y);
  }
}

Z IntegerDivide(const EmitContext& c) {
  Division d = Divide(c);
  return Select(d.by_zero, -1, d.quotient);
}
Z IntegerRemainder(const EmitContext& c) {
  Division d = Divide(c);
  return Select(d.by_zero, c.x, d.remainder);
}

// The upper half of the double-width product. There is no vector product of 64
// bits by 64 to 128, so that one is put together from products of halves.
Z IntegerMulhi(const EmitContext& c) {
  const int width = c.x.width();
  if (width < 64) {
    const auto widen = [&](V v) {
      return c.is_unsigned() ? ZextTo(v, 2 * width) : SextTo(v, 2 * width);
    };
    return TruncTo(Lshr(widen(c.x) * widen(c.y), width), width);
  }
  const V low_mask = c.x.Int(0xFFFFFFFF);
  const V x0 = c.x & low_mask, x1 = Lshr(c.x, 32);
  const V y0 = c.y & low_mask, y1 = Lshr(c.y, 32);
  // Each sum is at most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
  const V middle = x1 * y0 + Lshr(x0 * y0, 32);
  const V other_middle = x0 * y1 + (middle & low_mask);
  const V high = x1 * y1 + Lshr(middle, 32) + Lshr(other_middle, 32);
  if (c.is_unsigned()) return high;
  // A negative number was taken for itself plus 2^64.
  return high - (Ashr(c.x, 63) & c.y) - (Ashr(c.y, 63) & c.x);
}

// By repeated squaring, modulo 2^width. A negative exponent leaves what an
// integer can hold: 1 for base 1, the sign for base -1, else 0.
Z IntegerPower(const EmitContext& c) {
  V base = c.x;
  V result = c.x.Int(1);
  int bits = c.is_unsigned() ? c.x.width() : c.x.width() - 1;
  for (int i = 0; i < bits; ++i) {
    V bit = Ne(c.y & c.y.Int(int64_t{1} << i), 0);
    result = Select(bit, result * base, result);
    if (i + 1 < bits) base = base * base;
  }
  if (c.is_unsigned()) return result;
  V odd = Ne(c.y & 1, 0);
  V reciprocal = Select(Eq(c.x, 1), c.x.Int(1), c.x.Int(0));
  reciprocal = Select(Eq(c.x, -1), Select(odd, c.x.Int(-1), c.x.Int(1)), reciprocal);
  return Select(c.y < 0, reciprocal, result);
}

Z IntegerShiftLeft(const EmitContext& c) {
  return Select(InRange(c.y), Shl(c.x, SafeAmount(c.y)), 0);
}
Z IntegerShiftRightLogical(const EmitContext& c) {
  return Select(InRange(c.y), Lshr(c.x, SafeAmount(c.y)), 0);
}
Z IntegerShiftRightArithmetic(const EmitContext& c) {
  V most = c.y.Int(c.y.width() - 1);
  return Ashr(c.x, Select(InRange(c.y), c.y, most));
}

Z IntegerPopcnt(const EmitContext& c) {
  return c.x.With(c.b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, c.x.get()));
}
Z IntegerCountLeadingZeros(const EmitContext& c) {
  return c.x.With(
      c.b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, c.x.get(), c.b.getFalse()));
}

}  // namespace tilewright::codegen
