// A thin handle on LLVM values that lets formulas be written as formulas.
//
// The same expression makes scalar or vector code: constants take the type of
// the value they meet. No operation sets fast-math flags, and a multiply and
// an add are fused only where Fma says so.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "codegen/facts/emit_options.h"
#include "llvm/IR/IRBuilder.h"

namespace tilewright::codegen {

class V {
 public:
  V() = default;
  // The options, which outlive the value, are what functions consult where a
  // target has a shorter way or the numerics allow one.
  V(llvm::IRBuilderBase& b, llvm::Value* value, const ScalarOptions& options)
      : b_(&b), options_(&options), value_(value) {}

  llvm::IRBuilderBase& builder() const { return *b_; }
  const ScalarOptions& options() const { return *options_; }
  llvm::Value* get() const { return value_; }
  llvm::Type* type() const { return value_->getType(); }
  explicit operator bool() const { return value_ != nullptr; }

  // Whether results within 8 ULP, with subnormals flushed, are good enough.
  bool relaxed() const;
  // Whether Ldexp takes long where a result underflows to 0; not where it multiplies 0.
  bool has_slow_underflow() const;

  bool is_float() const { return type()->isFPOrFPVectorTy(); }
  bool is_f32() const { return type()->getScalarType()->isFloatTy(); }
  bool is_f64() const { return type()->getScalarType()->isDoubleTy(); }
  // Bits of one lane.
  int width() const { return static_cast<int>(type()->getScalarSizeInBits()); }
  // 0 for a scalar.
  int lanes() const;

  V With(llvm::Value* value) const { return V(*b_, value, *options_); }
  // A constant of this value's type, in every lane.
  V Fp(double constant) const;
  V Int(int64_t constant) const;

 private:
  llvm::IRBuilderBase* b_ = nullptr;
  const ScalarOptions* options_ = nullptr;
  llvm::Value* value_ = nullptr;
};

// A second operand: a value, or a constant that takes the first one's type.
class Arg {
 public:
  Arg(V v) : v_(v) {}       // NOLINT: implicit on purpose
  Arg(double c) : c_(c) {}  // NOLINT
  Arg(int c) : c_(c) {}     // NOLINT
  V As(V like) const {
    if (v_) return v_;
    return like.is_float() ? like.Fp(c_) : like.Int(static_cast<int64_t>(c_));
  }

 private:
  V v_;
  double c_ = 0;
};

// Arithmetic; integers wrap around.
V operator+(V a, Arg b);
V operator-(V a, Arg b);
V operator*(V a, Arg b);
V operator/(V a, Arg b);  // floating only
V operator-(V a);
inline V operator+(double a, V b) { return Arg(a).As(b) + b; }
inline V operator-(double a, V b) { return Arg(a).As(b) - b; }
inline V operator*(double a, V b) { return Arg(a).As(b) * b; }
inline V operator/(double a, V b) { return Arg(a).As(b) / b; }
V Fma(V a, Arg b, Arg c);  // a * b + c, rounded once

// Bitwise, on integers and masks.
V operator&(V a, Arg b);
V operator|(V a, Arg b);
V operator^(V a, Arg b);
V operator~(V a);
V Shl(V a, Arg by);  // by < width
V Lshr(V a, Arg by);
V Ashr(V a, Arg by);

// Masks. Floating comparisons are false on NaN, Ne true; integers are signed.
V operator<(V a, Arg b);
V operator<=(V a, Arg b);
V operator>(V a, Arg b);
V operator>=(V a, Arg b);
V Eq(V a, Arg b);
V Ne(V a, Arg b);
V UnsignedLess(V a, Arg b);
V IsNan(V a);
V IsInf(V a);
V Select(V mask, Arg a, Arg b);  // one of a, b is a value

// The constant limit wins only where it is exceeded, so NaN passes through.
V AtMost(V a, Arg limit);
V AtLeast(V a, Arg limit);

V Infinity(V like);
V Nan(V like);
// b where either is NaN, a where either is.
V Larger(V a, V b);
V Smaller(V a, V b);
V Abs(V a);
V CopySign(V magnitude, Arg sign);
V Sqrt(V a);
V Floor(V a);
V Ceil(V a);
V Trunc(V a);
V RoundEven(V a);

// Bit patterns: integers of the same width and back.
V Bits(V a);
V FromBits(V bits, V like);
// The sign bit alone, as an integer.
V SignBit(V a);

// Conversions between lane types that cannot fail for the values at hand.
V ToF32(V a);  // from double, float
V ToF64(V a);
V ToFloating(V signed_int, V like);
V ZextTo(V a, int bits);
V SextTo(V a, int bits);
V TruncTo(V a, int bits);
V MaskToInt(V mask, int bits);  // 0 or 1

// Rounds to an integer, for |x| <= 2^22 (float) or 2^51 (double); `integer` is
// the same number as an integer of the float's width, `fp` as a float; the low bits of
// `biased`, as many as sign and exponent have, are those of the number and twice the
// exponents' bias. Anything beyond, or NaN, gives an unspecified but defined value.
struct Rounded {
  V fp;
  V integer;
  V biased;
};
Rounded RoundSmall(V x);
Rounded RoundSmallProduct(V x, double factor);  // of x * factor, which is not rounded

// x * 2^n for any n that lies in the exponent range twice over; rounds once.
V Ldexp(V x, V n);
V Ldexp(V x, Rounded n);  // one instruction where the target has it
// 2^n for integers n within the normal exponents.
V Exp2Int(V n, V like);

// c0 + c1 x + c2 x^2 ...
V Poly(V x, std::initializer_list<double> coefficients);
// The same by Estrin's scheme: a chain of few steps, for a few products more.
V PolyInPairs(V x, std::initializer_list<double> coefficients);
// What the table has at each lane's integer modulo 8; of 32-bit integers.
V Lookup(V index, const std::array<float, 8>& table);
// The same times x, plus nothing: x * (c0 + c1 x ...). Kept apart for clarity.
V PolyTimes(V x, std::initializer_list<double> coefficients);

}  // namespace tilewright::codegen
