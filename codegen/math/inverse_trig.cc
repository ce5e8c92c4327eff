// Arc functions, on doubles.
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p0;
constexpr double kHalfPiLow = 0x1.1a62633145c07p-54;

// (asin(s) - s) / s^3 in z = s^2 <= 1/4.
V ArcSineTail(V z) {
  return Poly(z, {0x1.5555555555578p-3, 0x1.333333332dfb5p-4, 0x1.6db6db722268ep-5,
                  0x1.f1c71a8f5d699p-6, 0x1.6e8bdf752f0f9p-6, 0x1.1c49e65efc57bp-6,
                  0x1.ca2073f521795p-7, 0x1.757e6a7e3963p-7, 0x1.616343f0f136p-7,
                  0x1.e3bc996dbdf9cp-9, 0x1.64451d20f4fc7p-6, -0x1.58e697ce41552p-6,
                  0x1.0b8e09ef05a22p-5});
}

// For |x| <= 1/2 the arc sine of |x|; beyond, half the angle to 1.
struct ArcSineParts {
  V beyond;
  V angle;
};
ArcSineParts SplitArcSine(V x) {
  V a = Abs(x);
  V beyond = a > 0.5;
  V half = (1.0 - a) * 0.5;
  V z = Select(beyond, half, a * a);
  V s = Select(beyond, Sqrt(half), a);  // NaN where |x| > 1
  return {beyond, Fma(s * z, ArcSineTail(z), s)};
}

// The angle of the point (b, a) for a, b >= 0, not both zero or infinite.
V FirstQuadrantAngle(V a, V b) {
  V low = a <= b * 0x1.a827999fcef32p-2;  // tan(pi/8)
  V high = a > b * 0x1.3504f333f9de6p1;   // tan(3 pi/8)
  // atan(a / b) = pi/4 + atan((a - b) / (a + b)) = pi/2 - atan(b / a).
  V numerator = Select(low, a, Select(high, -b, a - b));
  V denominator = Select(low, b, Select(high, a, a + b));
  V t = numerator / denominator;
  V z = t * t;
  V p = Poly(z, {-0x1.5555555555554p-2, 0x1.999999999964fp-3, -0x1.2492492475827p-3,
                 0x1.c71c71b751977p-4, -0x1.745d14ba69b2ep-4, 0x1.3b136e37134p-4,
                 -0x1.110c730aae4a1p-4, 0x1.e171ff943befep-5, -0x1.ab7d6119c3324p-5,
                 0x1.70ec63d169a5cp-5, -0x1.1234dca8b2badp-5, 0x1.f1da1415120c5p-7});
  V offset = Select(low, t.Fp(0.0), Select(high, t.Fp(kHalfPi), t.Fp(kHalfPi / 2)));
  V offset_low =
      Select(low, t.Fp(0.0), Select(high, t.Fp(kHalfPiLow), t.Fp(kHalfPiLow / 2)));
  return offset + (t + Fma(t * z, p, offset_low));
}

}  // namespace

V Asin(V x) {
  ArcSineParts s = SplitArcSine(x);
  V far = kHalfPi - (s.angle * 2.0 - kHalfPiLow);
  return CopySign(Select(s.beyond, far, s.angle), x);
}

V Acos(V x) {
  ArcSineParts s = SplitArcSine(x);
  V negative = x < 0.0;
  V twice = s.angle * 2.0;
  V far = Select(negative, kPi - (twice - kPiLow), twice);
  V near = kHalfPi - (CopySign(s.angle, x) - kHalfPiLow);
  return Select(s.beyond, far, near);
}

V Atan(V x) { return CopySign(FirstQuadrantAngle(Abs(x), x.Fp(1.0)), x); }

V Atan2(V y, V x) {
  V a = Abs(y);
  V b = Abs(x);
  // Directions of corners and of the origin are those of C.
  V corner = IsInf(x) & IsInf(y);
  V origin = Eq(a, 0.0) & Eq(b, 0.0);
  a = Select(corner, 1.0, a);
  b = Select(corner | origin, 1.0, b);
  V big = (a > 0x1p1000) | (b > 0x1p1000);
  V scale = Select(big, a.Fp(0x1p-10), a.Fp(1.0));
  V angle = FirstQuadrantAngle(a * scale, b * scale);
  V left = SignBit(x) < 0;
  angle = Select(left, kPi - (angle - kPiLow), angle);
  return CopySign(Select(IsNan(x) | IsNan(y), x + y, angle), y);
}

}  // namespace tilewright::codegen
