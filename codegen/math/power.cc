// Powers and cube roots, on doubles.
#include "codegen/math/double_double.h"
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// log(x) to about 2^-66, for positive finite x: a power of x with a large
// exponent needs ten bits more than the result has.
DoubleDouble LogInTwoParts(V x) {
  V tiny = x < 0x1p-1022;
  V scaled = Select(tiny, x * 0x1p54, x);
  V bits = Bits(scaled);
  V k_integer = Ashr(bits - bits.Int(0x3fe6a09e667f3bcd), 52);
  V m = FromBits(bits - Shl(k_integer, 52), x);
  V magic = x.Fp(0x1.8p52);
  V k = FromBits(k_integer + Bits(magic), x) - magic;
  k = Select(tiny, k - 54.0, k);
  // s = (m - 1) / (m + 1) and what its rounding lost.
  V f = m - 1.0;
  DoubleDouble g = FastTwoSum(m.Fp(2.0), f);
  V s = f / g.high;
  V s_low = Fma(-s, g.low, Fma(-s, g.high, f)) / g.high;
  // log(m) = 2 s + s^3 (2/3 + z R), z = s^2; the first two terms in two parts.
  V z = s * s;
  V r = Poly(z, {0x1.9999999999995p-2, 0x1.249249249315dp-2, 0x1.c71c71c561efbp-3,
                 0x1.745d183f3fb83p-3, 0x1.3b135f9d117ccp-3, 0x1.1121222477b71p-3,
                 0x1.de239cc4c7066p-4, 0x1.eb8b607aa8fccp-4});
  DoubleDouble z2 = TwoProduct(s, s);
  V z_low = Fma(s * 2.0, s_low, z2.low);
  DoubleDouble cube = TwoProduct(s, z2.high);
  V cube_low = cube.low + Fma(s, z_low, s_low * z);
  DoubleDouble third = TwoProduct(cube.high, x.Fp(0x1.5555555555555p-1));
  V third_low =
      third.low + Fma(cube.high, 0x1.5555555555555p-55, cube_low * 0x1.5555555555555p-1);
  V rest = Fma(cube.high * z, r, third_low + s_low * 2.0);
  // k ln2, the high part exact, then everything from large to small.
  V k_high = k * 0x1.62e42fefa38p-1;
  V k_low = k * 0x1.ef35793c7673p-45;
  DoubleDouble sum = FastTwoSum(s * 2.0, third.high);
  V low = sum.low + rest;
  V large = k_high + sum.high;
  V part = large - k_high;
  V error = (k_high - (large - part)) + (sum.high - part);
  V k_lowest = Fma(k, 0x1.ef35793c7673p-45, -k_low);
  k_lowest = Fma(k, 0x1.f97b57a079a19p-103, k_lowest);
  low = (low + error) + k_low + k_lowest;
  return FastTwoSum(large, low);
}

// a^y for floats that were made doubles, a >= 0; the result is to be a float again: its
// relative error is below 2^-33. A float's subnormals are no subnormal doubles. Loops of
// small steps wait for this: it is one short chain.
V PowOfFloats(V a, V y) {
  // a = 2^k m, sqrt(1/2) <= m < sqrt(2).
  V bits = Bits(a);
  V k_integer = Ashr(bits - bits.Int(0x3fe6a09e667f3bcd), 52);
  V m = FromBits(bits - Shl(k_integer, 52), a);
  V magic = a.Fp(0x1.8p52);
  V k = FromBits(k_integer + Bits(magic), a) - magic;
  // m is 1 where a is zero or infinite.
  V infinity = Infinity(a);
  k = Select(Eq(a, 0.0), -infinity, Select(a < infinity, k, infinity));
  // log2(m) = s P(s^2), s = (m - 1) / (m + 1), to 2^-43; Chebyshev's interpolation.
  V f = m - 1.0;
  V s = f / (f + 2.0);
  V p = PolyInPairs(s * s,
                    {0x1.71547652b8252p1, 0x1.ec709dc53a1cap-1, 0x1.2776c295ae0c7p-1,
                     0x1.a61a2cf9f9e38p-2, 0x1.47959c992a71fp-2, 0x1.21ad2d776d25ap-2});
  // Beyond these the float is 0 or infinity.
  V t = AtMost(AtLeast(y * Fma(s, p, k), -200.0), 200.0);
  Rounded n = RoundSmall(t);
  // 2^r, |r| <= 1/2, to 2^-34; the same.
  V power = PolyInPairs(
      t - n.fp, {0x1.ffffffffa7135p-1, 0x1.62e42fef9cc69p-1, 0x1.ebfbe0aa03df0p-3,
                 0x1.c6b08da70cce3p-5, 0x1.3b29d8bb0b97ep-7, 0x1.5d877598350dep-10,
                 0x1.446c79efd4834p-13, 0x1.00c0e4e15189cp-16});
  return Ldexp(power, n);
}

}  // namespace

V Pow(V x, V y, bool from_float) {
  V a = Abs(x);
  V magnitude;
  if (from_float) {
    magnitude = PowOfFloats(a, y);
  } else {
    DoubleDouble log = LogInTwoParts(a);
    DoubleDouble product = TwoProduct(y, log.high);
    V low = Fma(y, log.low, product.low);
    V simple = y * Log(a);  // for zeros and infinities
    V finite = (a > 0.0) & (a < Infinity(x)) & (Abs(simple) < 1000.0);
    magnitude =
        ExpOfSum(Select(finite, product.high, simple), Select(finite, low, 0.0), 0);
  }
  magnitude = Select(Eq(a, 1.0), 1.0, magnitude);
  V infinity = Infinity(x);
  V integral = Eq(Trunc(y), y);
  V half = y * 0.5;
  V odd = integral & Ne(Trunc(half), half) & (Abs(y) < 0x1p53);
  V signed_result =
      FromBits(Bits(magnitude) ^ Select(odd, SignBit(x), SignBit(x).Int(0)), x);
  V undefined = (x < 0.0) & (x > -infinity) & ~integral;
  V result = Select(undefined, Nan(x), signed_result);
  result = Select(IsNan(x) | IsNan(y), x + y, result);
  return Select(Eq(x, 1.0) | Eq(y, 0.0), 1.0, result);
}

V Cbrt(V x) {
  V a = Abs(x);
  V tiny = a < 0x1p-1022;
  V bits = Bits(Select(tiny, a * 0x1p54, a));
  V magic = x.Fp(0x1p52);
  V exponent = FromBits(Lshr(bits, 52) | Bits(magic), x) - magic;
  exponent = exponent - Select(tiny, x.Fp(1077.0), x.Fp(1023.0));
  V mantissa = FromBits((bits & bits.Int(0xfffffffffffff)) | bits.Int(1023LL << 52), x);
  // exponent = 3 q + r.
  V q = Floor(exponent * 0x1.5555555555555p-2 + 0.1);
  V r = exponent - q * 3.0;
  V scale = Select(r > 1.5, x.Fp(4.0), Select(r > 0.5, x.Fp(2.0), x.Fp(1.0)));
  V root = Select(r > 1.5, x.Fp(0x1.965fea53d6e3dp0),
                  Select(r > 0.5, x.Fp(0x1.428a2f98d728bp0), x.Fp(1.0)));
  V m = mantissa * scale;
  V y = root *
        Poly(mantissa, {0x1.0395a3ba4d8e7p-1, 0x1.6fa9c3e300df2p-1, -0x1.33c27ee5cafeep-2,
                        0x1.60822f71c4703p-4, -0x1.5b4e066695b06p-7});
  // 17 bits; Halley's step gives 51, a Newton step with an exact residual all.
  V cube = y * y * y;
  y = y * (cube + m * 2.0) / (cube * 2.0 + m);
  V square = y * y;
  V lost = Fma(y, y, -square);
  V residual = Fma(-square, y, m) - lost * y;
  y = y + residual / (square * 3.0);
  V result = y * Exp2Int(RoundSmall(q).integer, x);
  result = Select((a > 0.0) & (a < Infinity(x)), result, a);
  return CopySign(result, x);
}

}  // namespace tilewright::codegen
