// Circular and hyperbolic functions of complex numbers, and their inverses.
// The circular ones are the hyperbolic ones turned by a quarter.
#include "codegen/math/complex.h"
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

Z TimesI(Z z) { return Z(-z.im, z.re); }
Z TimesMinusI(Z z) { return Z(z.im, -z.re); }

// factor * e^|x| / 2, which overflows only where the product does.
V HalfExpTimes(V x, V factor) { return ExpOfSum(Abs(x), V(), -1, factor); }

// sinh x and cosh x are e^|x| / 2 from here on.
constexpr double kLarge = 22.0;

}  // namespace

Z Sinh(Z z) {
  SineAndCosine turn = SinCos(z.im);
  V large = Abs(z.re) > kLarge;
  V re = Select(large, CopySign(z.re.Fp(1.0), z.re) * HalfExpTimes(z.re, turn.cosine),
                Sinh(z.re) * turn.cosine);
  V im = Select(large, HalfExpTimes(z.re, turn.sine), Cosh(z.re) * turn.sine);
  V wild = ~(Abs(z.im) < Infinity(z.im));
  re = Select(wild & (Eq(z.re, 0.0) | IsInf(z.re)), z.re, re);
  im = Select(Eq(z.im, 0.0), z.im, im);
  return Z(re, im);
}

Z Cosh(Z z) {
  SineAndCosine turn = SinCos(z.im);
  V large = Abs(z.re) > kLarge;
  V re = Select(large, HalfExpTimes(z.re, turn.cosine), Cosh(z.re) * turn.cosine);
  V im = Select(large, CopySign(z.re.Fp(1.0), z.re) * HalfExpTimes(z.re, turn.sine),
                Sinh(z.re) * turn.sine);
  V wild = ~(Abs(z.im) < Infinity(z.im));
  V zero = FromBits(SignBit(z.re) ^ SignBit(z.im), z.re);
  re = Select(wild & IsInf(z.re), Infinity(z.re), re);
  im = Select(Eq(z.im, 0.0) | (wild & Eq(z.re, 0.0)), zero, im);
  return Z(re, im);
}

// With t = tan y, s = sinh x, b = 1 + t^2:
//   tanh z = (b s cosh x + i t) / (1 + b s^2)
Z Tanh(Z z) {
  V x = Abs(z.re);
  V large = x > kLarge;
  V b = Select(large, 1.0, x);
  V t = Tan(z.im);
  V beta = Fma(t, t, 1.0);
  V s = Sinh(b);
  V denominator = Fma(beta * s, s, 1.0);
  V re = beta * s * Sqrt(Fma(s, s, 1.0)) / denominator;
  V im = t / denominator;
  SineAndCosine turn = SinCos(z.im);
  V far = ExpOfSum(x * -2.0, V(), 2, turn.sine * turn.cosine);
  V wild = ~(Abs(z.im) < Infinity(z.im));
  far = Select(wild & IsInf(x), CopySign(x.Fp(0.0), z.im), far);
  re = CopySign(Select(large, 1.0, re), z.re);
  re = Select(IsNan(z.re), z.re, re);
  im = Select(large, far, im);
  im = Select(IsNan(z.re), z.re, im);
  re = Select(wild & ~IsInf(x), Select(Eq(x, 0.0), z.re, z.im - z.im), re);
  return Z(re, Select(Eq(z.im, 0.0), z.im, im));
}

Z Sin(Z z) { return TimesMinusI(Sinh(TimesI(z))); }
Z Cos(Z z) { return Cosh(TimesI(z)); }
Z Tan(Z z) { return TimesMinusI(Tanh(TimesI(z))); }

namespace {

// The parts of arc sine and arc cosine, after Hull, Fairgrieve and Tang. With
// x = |re|, y = |im|, r = |z + 1|, s = |z - 1| and a = (r + s) / 2:
//   asin = atan2(x, root) + i log(a + sqrt(a^2 - 1)),
//   acos = atan2(root, re) - i ...,   root = sqrt((a + x) (a - x)),
// where a - x and a - 1 come without cancellation.
struct ArcParts {
  V x, y;
  V root;
  V log;
  V big;
};

ArcParts SplitArc(Z z) {
  ArcParts parts;
  parts.x = Abs(z.re);
  parts.y = Abs(z.im);
  parts.big = ~(Larger(parts.x, parts.y) < 0x1p500);
  V x = Select(parts.big, 2.0, parts.x);
  V y = Select(parts.big, 2.0, parts.y);
  V right = x + 1.0;
  V left = Abs(x - 1.0);
  V square = y * y;
  V r = Sqrt(Fma(right, right, square));
  V s = Sqrt(Fma(left, left, square));
  V a = (r + s) * 0.5;
  V p = square / (r + right);
  V q_below = s + left;
  V q = Select(Eq(q_below, 0.0), 0.0, square / q_below);
  V with_sum = (p + q_below) * 0.5;
  V with_quotient = (p + q) * 0.5;
  V inside = x <= 1.0;
  V a_minus_x = Select(inside, with_sum, with_quotient);
  V a_minus_1 = Select(inside, with_quotient, with_sum);
  parts.root = Sqrt((a + x) * a_minus_x);
  V log = Log1p(a_minus_1 + Sqrt(a_minus_1 * (a + 1.0)));
  V far = LogAbsolute(Z(parts.x, parts.y)) + 0x1.62e42fefa39efp-1;
  parts.log = Select(parts.big, far, log);
  return parts;
}

}  // namespace

Z Asin(Z z) {
  ArcParts parts = SplitArc(z);
  V angle = Atan2(parts.x, Select(parts.big, parts.y, parts.root));
  angle = Select(Eq(parts.x, 0.0), 0.0, angle);  // whatever y is
  return Z(CopySign(angle, z.re), CopySign(parts.log, z.im));
}

Z Acos(Z z) {
  ArcParts parts = SplitArc(z);
  V angle = Atan2(Select(parts.big, parts.y, parts.root), z.re);
  angle = Select(Eq(parts.x, 0.0), 0x1.921fb54442d18p0, angle);
  return Z(angle, FromBits(Bits(CopySign(parts.log, z.im)) ^ Bits(z.re.Fp(-0.0)), z.re));
}

// atanh z = log1p(4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, (1 - x)(1 + x) - y^2) / 2
Z Atanh(Z z) {
  V x = Abs(z.re);
  V big = ~(Larger(x, Abs(z.im)) < 0x1p500);
  V near_x = Select(big, 2.0, x);
  V near_y = Select(big, 2.0, z.im);
  V away = 1.0 - near_x;
  V square = near_y * near_y;
  V re = Log1p(near_x * 4.0 / Fma(away, away, square)) * 0.25;
  V im = Atan2(near_y * 2.0, away * (near_x + 1.0) - square) * 0.5;
  V nan = x + z.im;
  re = Select(big, Select(IsNan(nan) & ~IsInf(x) & ~IsInf(z.im), nan, 0.0), re);
  re = Select(Eq(x, 0.0), 0.0, re);
  V quarter = CopySign(x.Fp(0x1.921fb54442d18p0), z.im);
  im = Select(big, Select(IsNan(nan) & ~IsInf(z.im), nan, quarter), im);
  return Z(CopySign(re, z.re), im);
}

Z Asinh(Z z) { return TimesMinusI(Asin(TimesI(z))); }
Z Atan(Z z) { return TimesMinusI(Atanh(TimesI(z))); }

Z Acosh(Z z) {
  Z w = Acos(z);
  return Z(Abs(w.im), CopySign(w.re, z.im));
}

// -i log(w), w = (x + i y) / sqrt(x^2 + y^2): the arc tangent of y / x or what is
// left of a right angle by that of x / y, plus the multiple of pi that takes it to
// the angle of w. That needs w's direction only, from factors of length one.
Z Atan2(Z y, Z x) {
  Z u = Sign(x + TimesI(y));
  Z v = Sign(x + TimesMinusI(y));
  Z root = Sqrt(Multiply(u, v));
  Z w = Multiply(u, Z(root.re, -root.im));
  V steep = Absolute(y) > Absolute(x);
  Z arc = Atan(Divide(Choose(steep, x, y), Choose(steep, y, x)));
  arc = Choose(steep, Z(kPi / 2 - arc.re, -arc.im), arc);
  V turns = RoundEven((Atan2(w.im, w.re) - arc.re) / kPi);
  return Z(Fma(turns, arc.re.Fp(kPi), arc.re), arc.im);
}

}  // namespace tilewright::codegen
