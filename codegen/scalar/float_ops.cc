// Floating operations that are no functions of analysis: comparisons, rounding
// to integers, remainder, neighbours.
#include "codegen/scalar/emit_context.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

namespace tilewright::codegen {
namespace {

// NaN wins over everything, and -0 is below +0.
V Minimum(V a, V b) {
  return a.With(
      a.builder().CreateBinaryIntrinsic(llvm::Intrinsic::minimum, a.get(), b.get()));
}
V Maximum(V a, V b) {
  return a.With(
      a.builder().CreateBinaryIntrinsic(llvm::Intrinsic::maximum, a.get(), b.get()));
}

// One step of a remainder: r - trunc(r / y) y. The quotient has at most 53
// significant bits and is off by at most one unit in its last place, so what is
// left is a multiple of ulp(q) ulp(y) that fits the format: the fma is exact.
// It may be on the other side of zero by less than |y|.
V RemainderStep(V r, V y) { return Fma(-Trunc(r / y), y, r); }

// |x| mod |y| for finite x and nonzero finite y.
V PositiveRemainder(V x, V y, bool from_f32) {
  V r = x;
  if (from_f32) {
    // Doubles that hold floats: quotients below 2^277, 52 bits a step.
    for (int i = 0; i < 6; ++i) r = RemainderStep(r, y);
  } else {
    // Quotients below 2^2098: first modulo y 2^2048, y 2^1536, ... (a multiple
    // of y each), so that no quotient overflows.
    V scaled[5] = {y};
    for (int i = 1; i < 5; ++i) scaled[i] = scaled[i - 1] * 0x1p512;
    for (int i = 4; i >= 0; --i) {
      V fits = scaled[i] <= x;
      V divisor = Select(fits, scaled[i], 1.0);
      V reduced = r;
      for (int step = 0; step < (i == 4 ? 1 : 10); ++step) {
        reduced = RemainderStep(reduced, divisor);
      }
      r = Select(fits, reduced, r);
    }
    r = Select(y <= x, r, x);
  }
  return Select(r < 0.0, r + y, r);
}

}  // namespace

V TotalOrderKey(V x) {
  V bits = Bits(x);
  V flip = Ashr(bits, x.width() - 1);
  return bits ^ Lshr(flip, 1);
}

Z FloatMinimum(const EmitContext& c) { return Minimum(c.x, c.y); }
Z FloatMaximum(const EmitContext& c) { return Maximum(c.x, c.y); }
Z FloatClamp(const EmitContext& c) { return Minimum(Maximum(c.x, c.y), c.z); }

Z FloatCompare(const EmitContext& c) {
  V x = c.x;
  V y = c.y;
  if (c.op.b == kTotalOrder) {
    x = TotalOrderKey(x);
    y = TotalOrderKey(y);
  }
  switch (c.op.a) {
    case kEq:
      return Eq(x, y);
    case kNe:
      return Ne(x, y);
    case kGe:
      return x >= y;
    case kGt:
      return x > y;
    case kLe:
      return x <= y;
    default:
      return x < y;
  }
}

// -1, 1, and the operand itself where it is a zero or NaN.
Z FloatSign(const EmitContext& c) {
  return Select(Abs(c.x) > 0.0, CopySign(c.x.Fp(1.0), c.x), c.x);
}

Z FloatIsFinite(const EmitContext& c) {
  return Abs(c.x) < c.x.With(llvm::ConstantFP::getInfinity(c.x.type()));
}

// The fraction decides, so that the largest number below one half stays below.
Z FloatRoundAfz(const EmitContext& c) {
  V whole = Trunc(c.x);
  V away = whole + CopySign(c.x.Fp(1.0), c.x);
  V rounded = Select(Abs(c.x - whole) >= 0.5, away, whole);
  return CopySign(Select(IsInf(c.x), c.x, rounded), c.x);
}

Z FloatRemainder(const EmitContext& c) {
  bool from_f32 = c.x.is_f32();
  V x = ToF64(Abs(c.x));
  V y = ToF64(Abs(c.y));
  V infinity = x.With(llvm::ConstantFP::getInfinity(x.type()));
  V defined = (x < infinity) & (y > 0.0);
  V r = PositiveRemainder(x, y, from_f32);
  r = Select(Eq(y, infinity), x, r);
  r = Select(defined, r, x.With(llvm::ConstantFP::getNaN(x.type())));
  if (from_f32) r = ToF32(r);  // exact
  return CopySign(r, c.x);
}

// A neighbour in the operand's own type, found in its memory form.
Z FloatNextAfter(const EmitContext& c) {
  V x(c.b, Encode(c.b, c.options, c.operands[0]), c.options);
  V y(c.b, Encode(c.b, c.options, c.operands[1]), c.options);
  if (x.is_float()) {
    x = Bits(x);
    y = Bits(y);
  }
  V sign = x.With(llvm::ConstantInt::get(x.type(), llvm::APInt::getSignMask(x.width())));
  V zero = Eq(c.x, 0.0);
  V outwards = Ne(MaskToInt(c.x < c.y, 8), MaskToInt(c.x < 0.0, 8));
  V stepped = Select(outwards, x + 1, x - 1);
  stepped = Select(zero, (y & sign) | 1, stepped);
  V result = Select(Eq(c.x, c.y), y, stepped);
  if (ir::Info(c.type).specials == ir::SpecialValues::kNanNegZero) {
    result = Select(Eq(result, sign), 0, result);  // there is no -0
  }
  V storage =
      c.x.With(llvm::Constant::getNullValue(StorageType(c.b, c.type, c.x.lanes())));
  Lanes decoded = Decode(c.b, c.options, c.type, FromBits(result, storage).get());
  V value(c.b, decoded.re, c.options);
  return Select(IsNan(c.x) | IsNan(c.y), c.x + c.y, value);
}

// Rounds the mantissa to nearest even, then makes infinities and zeros of what
// lies outside the smaller exponent range: there are no subnormals in it.
Z FloatReducePrecision(const EmitContext& c) {
  // Types of 8 bits have no room for infinities: their values as floats do.
  ir::ElementType type = ir::Info(c.type).bits == 8 ? ir::ElementType::kF32 : c.type;
  const ir::ElementTypeInfo& info = ir::Info(type);
  int64_t exponent_bits = c.op.a;
  int64_t mantissa_bits = c.op.b;
  V original(c.b, type == c.type ? Encode(c.b, c.options, c.operands[0]) : c.x.get(),
             c.options);
  V storage = original;
  if (original.is_float()) original = Bits(original);
  V x = original;
  V sign_mask =
      x.With(llvm::ConstantInt::get(x.type(), llvm::APInt::getSignMask(x.width())));
  V sign = x & sign_mask;
  V exponent_mask = x.Int(((int64_t{1} << info.exponent_bits) - 1) << info.mantissa_bits);
  if (mantissa_bits < info.mantissa_bits) {
    int64_t drop = info.mantissa_bits - mantissa_bits;
    V odd = Lshr(x, x.Int(drop)) & 1;
    x = (x + odd + x.Int((int64_t{1} << (drop - 1)) - 1)) & x.Int(-(int64_t{1} << drop));
  }
  if (exponent_bits < info.exponent_bits) {
    int64_t bias = (int64_t{1} << (info.exponent_bits - 1)) - 1;
    int64_t reduced = (int64_t{1} << (exponent_bits - 1)) - 1;
    V exponent = x & exponent_mask;
    V over = exponent > x.Int((bias + reduced) << info.mantissa_bits);
    V under = exponent <= x.Int((bias - reduced) << info.mantissa_bits);
    x = Select(over, exponent_mask | sign, x);
    x = Select(under, sign, x);
  }
  // Without mantissa bits there is no NaN either: it becomes an infinity.
  V nan = mantissa_bits == 0 ? exponent_mask | sign : original;
  V result = Select(IsNan(c.x), nan, x);
  Lanes decoded = Decode(c.b, c.options, type, FromBits(result, storage).get());
  return V(c.b, decoded.re, c.options);
}

}  // namespace tilewright::codegen
