// Arithmetic, exponentials, logarithms, roots and powers of complex numbers.
#include "codegen/math/complex.h"

#include "codegen/math/double_double.h"
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// 1 for an infinity, else 0, with the sign.
V InfinityAsOne(V x) { return CopySign(Select(IsInf(x), x.Fp(1.0), x.Fp(0.0)), x); }

// The exponent of a positive double, -1022 and 1023 at the ends.
V ExponentOf(V x) {
  V field = Lshr(Bits(x), 52) & 0x7ff;
  return AtMost(AtLeast(field - 1023, -1022), 1023);
}

// x * 2^-e for e in the exponent range, without a power beyond it.
V DownBy(V x, V e) { return Ldexp(x, -e); }

// a^2 + b^2 + c for moderate a, b, the cancellation of large parts exact.
V SumOfSquaresAnd(V a, V b, V c) {
  DoubleDouble aa = TwoProduct(a, a);
  DoubleDouble bb = TwoProduct(b, b);
  DoubleDouble first = TwoSum(aa.high, c);
  DoubleDouble second = TwoSum(first.high, bb.high);
  return second.high + ((aa.low + bb.low) + (first.low + second.low));
}

}  // namespace

Z operator+(Z a, Z b) { return Z(a.re + b.re, a.im + b.im); }
Z operator-(Z a, Z b) { return Z(a.re - b.re, a.im - b.im); }
Z operator-(Z a) { return Z(-a.re, -a.im); }
Z Scale(Z a, Arg factor) { return Z(a.re * factor, a.im * factor); }
Z Multiply(Z a, Z b) { return Z(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
Z Choose(V mask, Z a, Z b) {
  return Z(Select(mask, a.re, b.re), Select(mask, a.im, b.im));
}

// Numerator and denominator are brought near one by powers of two.
Z Divide(Z a, Z b) {
  bool f32 = a.re.is_f32();
  Z n(ToF64(a.re), ToF64(a.im));
  Z d(ToF64(b.re), ToF64(b.im));
  Z q;
  if (f32) {
    // Squares of floats and their quotients fit into doubles.
    V norm = Fma(d.re, d.re, d.im * d.im);
    q = Z(Fma(n.re, d.re, n.im * d.im) / norm, Fma(n.im, d.re, -(n.re * d.im)) / norm);
  } else {
    V up = ExponentOf(Larger(Abs(n.re), Abs(n.im)));
    V down = ExponentOf(Larger(Abs(d.re), Abs(d.im)));
    Z m(DownBy(n.re, up), DownBy(n.im, up));
    Z e(DownBy(d.re, down), DownBy(d.im, down));
    V norm = Fma(e.re, e.re, e.im * e.im);
    q = Z(Fma(m.re, e.re, m.im * e.im) / norm, Fma(m.im, e.re, -(m.re * e.im)) / norm);
    // At most 1023 + 1022; below what Ldexp takes all vanishes anyway.
    V shift = AtLeast(up - down, -2044);
    q = Z(Ldexp(q.re, shift), Ldexp(q.im, shift));
  }
  // What Annex G recovers where both parts came out as NaN.
  V lost = IsNan(q.re) & IsNan(q.im);
  V infinity = Infinity(n.re);
  V zero_below = Eq(d.re, 0.0) & Eq(d.im, 0.0) & ~(IsNan(n.re) & IsNan(n.im));
  V signed_infinity = CopySign(infinity, d.re);
  V infinite_above =
      (IsInf(n.re) | IsInf(n.im)) & (Abs(d.re) < infinity) & (Abs(d.im) < infinity);
  V infinite_below =
      (IsInf(d.re) | IsInf(d.im)) & (Abs(n.re) < infinity) & (Abs(n.im) < infinity);
  Z above(InfinityAsOne(n.re), InfinityAsOne(n.im));
  Z below(InfinityAsOne(d.re), InfinityAsOne(d.im));
  Z large(infinity * (above.re * d.re + above.im * d.im),
          infinity * (above.im * d.re - above.re * d.im));
  Z small(0.0 * (n.re * below.re + n.im * below.im),
          0.0 * (n.im * below.re - n.re * below.im));
  Z fixed = Choose(zero_below, Scale(n, signed_infinity),
                   Choose(infinite_above, large, Choose(infinite_below, small, q)));
  q = Choose(lost | infinite_below, fixed, q);
  return f32 ? Z(ToF32(q.re), ToF32(q.im)) : q;
}

V Absolute(Z z) {
  V a = Larger(Abs(z.re), Abs(z.im));
  V b = Smaller(Abs(z.re), Abs(z.im));
  V e = ExponentOf(a);
  V x = DownBy(a, e);
  V y = DownBy(b, e);
  V result = Ldexp(Sqrt(Fma(x, x, y * y)), e);
  result = Select(IsNan(z.re) | IsNan(z.im), Nan(a), result);
  return Select(IsInf(z.re) | IsInf(z.im), Infinity(a), result);
}

// Near one from |z|^2 - 1, which is exact to twice the precision; elsewhere
// scaled by a power of two.
V LogAbsolute(Z z) {
  V a = Larger(Abs(z.re), Abs(z.im));
  V b = Smaller(Abs(z.re), Abs(z.im));
  V near = (a >= 0.5) & (a < 2.0);
  V exponent = ExponentOf(a);
  // Of subnormals too the exponent, by way of a number that is none.
  V tiny = a < 0x1p-1022;
  V lift = Select(tiny, a.Fp(0x1p100), a.Fp(1.0));
  exponent = Select(tiny, ExponentOf(a * lift), exponent);
  exponent = Select(near, exponent.Int(0), exponent);
  V x = DownBy(a * lift, exponent);
  V y = DownBy(b * lift, exponent);
  V u = SumOfSquaresAnd(x, y, a.Fp(-1.0));
  V magic = a.Fp(0x1.8p52);
  V k = FromBits(exponent + Bits(magic), a) - magic;
  k = k - Select(tiny, a.Fp(100.0), a.Fp(0.0));
  V result = Fma(k, 0x1.62e42fefa39efp-1, Log1p(u) * 0.5);
  result = Select(Eq(a, 0.0), -Infinity(a), result);
  result = Select(IsNan(z.re) | IsNan(z.im), Nan(a), result);
  return Select(IsInf(z.re) | IsInf(z.im), Infinity(a), result);
}

Z Exp(Z z) {
  SineAndCosine turn = SinCos(z.im);
  Z result(ExpOfSum(z.re, V(), 0, turn.cosine), ExpOfSum(z.re, V(), 0, turn.sine));
  V infinity = Infinity(z.re);
  V wild = ~(Abs(z.im) < infinity);
  // e^-inf is zero in any direction, e^inf infinite.
  result.re = Select(wild & Eq(z.re, infinity), infinity, result.re);
  result.re = Select(Eq(z.re, -infinity) & wild, 0.0, result.re);
  result.im = Select(Eq(z.re, -infinity) & wild, 0.0, result.im);
  result.im = Select(Eq(z.im, 0.0), z.im, result.im);
  return result;
}

Z Expm1(Z z) {
  SineAndCosine turn = SinCos(z.im);
  V half = SinCos(z.im * 0.5).sine;
  Z result = Exp(z);
  // e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y / 2)
  V near = Fma(Expm1(z.re), turn.cosine, half * half * -2.0);
  result.re = Select(Abs(z.re) < 2.0, near, result.re - 1.0);
  result.re = Select(Eq(z.im, 0.0), Expm1(z.re), result.re);
  return result;
}

Z Log(Z z) { return Z(LogAbsolute(z), Atan2(z.im, z.re)); }

Z Log1p(Z z) {
  V a = Larger(Abs(z.re), Abs(z.im));
  V big = a > 0x1p100;
  V u = SumOfSquaresAnd(Select(big, 1.0, z.re), Select(big, 1.0, z.im),
                        Select(big, 1.0, z.re * 2.0));
  Z shifted(z.re + 1.0, z.im);
  V near = Log1p(u) * 0.5;
  // Around -1 the shift is exact, and |1 + z|^2 - 1 would not be.
  V by_norm = (a < 0x1p100) & (u > -0.5);
  return Z(Select(by_norm, near, LogAbsolute(shifted)), Atan2(z.im, shifted.re));
}

// With t = sqrt((|x| + |z|) / 2): t + i y / 2t on the right, |y| / 2t + i t on
// the left.
Z Sqrt(Z z) {
  V a = Larger(Abs(z.re), Abs(z.im));
  V e = Shl(Ashr(ExponentOf(a), 1), 1);
  Z s(DownBy(z.re, e), DownBy(z.im, e));
  V x = Abs(s.re);
  V t = Sqrt((x + Sqrt(Fma(x, x, s.im * s.im))) * 0.5);
  V other = Abs(s.im) * 0.5 / t;
  V left = SignBit(z.re) < 0;
  V half = Ashr(e, 1);
  Z result(Ldexp(Select(left, other, t), half),
           CopySign(Ldexp(Select(left, t, other), half), z.im));
  V zero = Eq(z.re, 0.0) & Eq(z.im, 0.0);
  result = Choose(zero, Z(Abs(z.re), z.im), result);
  V infinity = Infinity(z.re);
  Z right_end(infinity, Select(IsNan(z.im), z.im, CopySign(z.im.Fp(0.0), z.im)));
  Z left_end(Select(IsNan(z.im), z.im, z.im.Fp(0.0)), CopySign(infinity, z.im));
  result = Choose(Eq(z.re, infinity), right_end, result);
  result = Choose(Eq(z.re, -infinity), left_end, result);
  return Choose(IsInf(z.im), Z(infinity, z.im), result);
}

Z Rsqrt(Z z) { return Divide(Z(z.re.Fp(1.0), z.re.Fp(0.0)), Sqrt(z)); }

Z Cbrt(Z z) {
  V size = Cbrt(Absolute(z));
  SineAndCosine turn = SinCos(Atan2(z.im, z.re) / 3.0);
  Z result(size * turn.cosine, size * turn.sine);
  return Choose(Eq(z.re, 0.0) & Eq(z.im, 0.0), z, result);
}

// z^w = e^(w log z); 0^0 is 1, and 0^w is 0 for real parts above zero.
Z Pow(Z z, Z w) {
  Z one(z.re.Fp(1.0), z.re.Fp(0.0));
  Z zero(z.re.Fp(0.0), z.re.Fp(0.0));
  Z result = Exp(Multiply(w, Log(z)));
  result = Choose(Eq(z.re, 0.0) & Eq(z.im, 0.0) & (w.re > 0.0), zero, result);
  return Choose(Eq(w.re, 0.0) & Eq(w.im, 0.0), one, result);
}

Z Sign(Z z) {
  V e = ExponentOf(Larger(Abs(z.re), Abs(z.im)));
  Z s(DownBy(z.re, e), DownBy(z.im, e));
  V size = Sqrt(Fma(s.re, s.re, s.im * s.im));
  Z result(s.re / size, s.im / size);
  return Choose(Eq(z.re, 0.0) & Eq(z.im, 0.0), z, result);
}

// 1 / (1 + e^-z), from the side on which the power does not overflow.
Z Logistic(Z z) {
  V left = z.re < 0.0;
  Z one(z.re.Fp(1.0), z.re.Fp(0.0));
  Z e = Exp(Choose(left, z, -z));
  return Divide(Choose(left, e, one), e + one);
}

}  // namespace tilewright::codegen
