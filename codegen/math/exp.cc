// The exponential and what is made of it.
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// x = n ln2 + r with |r| <= ln2 / 2.
struct Reduced {
  V r;
  Rounded n;
};

Reduced ReduceExp(V x) {
  bool f64 = x.is_f64();
  Rounded n = RoundSmallProduct(x, 0x1.71547652b82fep0);
  // n times the high part of ln2 is exact.
  V r = Fma(-n.fp, f64 ? 0x1.62e42fefa38p-1 : 0x1.62e4p-1, x);
  return {Fma(-n.fp, f64 ? 0x1.ef35793c7673p-45 : 0x1.7f7d1cp-20, r), n};
}

// (e^r - 1 - r) / r^2 to 2^-31 (float) and 2^-61 of e^r - 1.
V ExpTail(V r) {
  V q =
      r.is_f64()
          ? Poly(r, {0x1p-1, 0x1.5555555555559p-3, 0x1.555555555555ap-5,
                     0x1.111111110f645p-7, 0x1.6c16c16c143e7p-10, 0x1.a01a01b014638p-13,
                     0x1.a01a01b0d464cp-16, 0x1.71ddf7d0538adp-19, 0x1.27e4c565a18ddp-22,
                     0x1.af5fb7557b10cp-26, 0x1.1f95bc075e25p-29})
          : Poly(r, {0x1p-1, 0x1.555556p-3, 0x1.5554f2p-5, 0x1.110fep-7, 0x1.6d4162p-10,
                     0x1.a29382p-13});
  return q;
}

V Expm1OfReduced(V r) { return Fma(r * r, ExpTail(r), r); }

// Beyond these e^x is 0 or infinity; within them n fits Ldexp.
V ClampForExp(V x) {
  return x.is_f64() ? AtMost(AtLeast(x, -746.0), 710.0)
                    : AtMost(AtLeast(x, -104.0), 89.0);
}

// e^r; to 2^-23.3 where that will do.
V PowerOfReduced(V r) {
  if (r.is_f64()) return Expm1OfReduced(r) + 1.0;
  if (r.relaxed()) {
    return Poly(r, {1.0, 0x1.fffff6p-1, 0x1.fffdc4p-2, 0x1.555a6cp-3, 0x1.573a98p-5,
                    0x1.0fa8p-7});
  }
  return Poly(
      r, {1.0, 1.0, 0x1p-1, 0x1.55548ep-3, 0x1.5554d4p-5, 0x1.123c22p-7, 0x1.6d639ep-10});
}

}  // namespace

V Exp(V x) {
  if (!x.has_slow_underflow()) {
    Reduced e = ReduceExp(ClampForExp(x));
    return Ldexp(PowerOfReduced(e.r), e.n);
  }
  // 0 where e^x is at most half the least subnormal: no instruction more, as nothing is
  // clamped from below.
  V zero = x < (x.is_f64() ? -0x1.74910d52d3051p9 : -0x1.9fe368p6);
  Reduced e = ReduceExp(AtMost(x, x.is_f64() ? 710.0 : 89.0));
  return Ldexp(Select(~zero, PowerOfReduced(e.r), 0.0), e.n);
}

V ExpOfSum(V high, V low, int shift, V factor) {
  // A factor or a shift may bring e^high back into range: room on both sides.
  V clamped = high.is_f64() ? AtMost(AtLeast(high, -1000.0), 1400.0)
                            : AtMost(AtLeast(high, -150.0), 96.0);
  return ExpOfSmallSum(clamped, low, shift, factor);
}

V ExpOfSmallSum(V high, V low, int shift, V factor, V positive) {
  Reduced e = ReduceExp(high);
  V power = Expm1OfReduced(low ? e.r + low : e.r);
  power = factor ? Fma(power, factor, factor) : power + 1.0;
  if (shift != 0) e.n = {e.n.fp + shift, e.n.integer + shift, e.n.biased + shift};
  if (positive) power = Select(positive, power, 0.0);
  return Ldexp(power, e.n);
}

// 2^n (e^r - 1) + (2^n - 1), on halves so that n = 128 (1024) does not
// overflow. Below the clamp the result is -1 in any case.
V Expm1(V x) {
  bool f64 = x.is_f64();
  V clamped = f64 ? AtMost(AtLeast(x, -50.0), 710.0) : AtMost(AtLeast(x, -30.0), 89.0);
  Reduced e = ReduceExp(clamped);
  V half = Exp2Int(e.n.integer - 1, x);
  V result = Fma(half, Expm1OfReduced(e.r), half - 0.5) * 2.0;
  return CopySign(result, x);  // keeps -0
}

// With e = e^-|x| neither side overflows, and small results stay subnormal.
V Logistic(V x) {
  if (x.relaxed()) return 1.0 / (Exp(-x) + 1.0);
  V e = Exp(-Abs(x));
  return Select(x < 0.0, e, 1.0) / (e + 1.0);
}

namespace {

// (e^2a - 1) / (e^2a + 1) for floats a >= 0, both halved. With a = n ln2/2 + r and
// q = (e^2r - 1) / 2 the numerator is 2^n q + (2^n - 1) / 2, where nothing cancels, and
// the denominator that and 1. What ln2/2 lacks counts the less the larger n is.
V TanhOfMagnitude(V a) {
  // From here on e^2a is so large that adding 1 changes nothing, and the quotient is 1.
  V clamped = AtMost(a, 0x1.154246p3);
  Rounded n = RoundSmallProduct(clamped, 0x1.715476p1);
  V r = Fma(-n.fp, 0x1.62e43p-2, clamped);
  V q = Fma(r * r,
            Poly(r, {0x1.fffffep-1, 0x1.5554b4p-1, 0x1.5556f4p-2, 0x1.122548p-3,
                     0x1.6b9a3ap-5}),
            r);
  V power = Exp2Int(n.integer, a);
  V numerator = Fma(power, q, Fma(power, 0.5, -0.5));
  return numerator / (numerator + 1.0);
}

}  // namespace

V Tanh(V x) {
  if (x.is_f64()) {
    V t = Expm1(AtMost(Abs(x), 20.0) * 2.0);
    return CopySign(t / (t + 2.0), x);
  }
  if (!x.relaxed()) return CopySign(TanhOfMagnitude(Abs(x)), x);
  // A quotient of polynomials, which from the clamp on is the float below 1.
  V b = AtMost(AtLeast(x, -7.9), 7.9);
  V z = b * b;
  V numerator =
      b * Poly(z, {1.0, 0x1.13781p-3, 0x1.d51b96p-9, 0x1.717e3p-16, 0x1.090e3cp-26});
  return numerator /
         Poly(z, {1.0, 0x1.df115ap-2, 0x1.ad2278p-6, 0x1.66ff9ep-12, 0x1.cda68ep-21});
}

// (e^x - e^-x) / 2; from t = e^x - 1 where that would cancel. With e^x / 2
// taken from the exponent nothing overflows early.
V Sinh(V x) {
  V a = Abs(x);
  V t = Expm1(AtMost(a, 1.0));
  V small = (t + t / (t + 1.0)) * 0.5;
  V half = ExpOfSum(a, V(), -1);
  V large = half - 0.25 / half;
  return CopySign(Select(a < 1.0, small, large), x);
}

V Cosh(V x) {
  V half = ExpOfSum(Abs(x), V(), -1);
  return half + 0.25 / half;
}

}  // namespace tilewright::codegen
