// Functions of one or two real numbers, as straight vector code on floats or
// doubles. All accept every value: NaN gives NaN, infinities and zeros give
// what C's functions give. docs/accuracy.md has the measured errors.
//
// Functions marked "doubles" have no native float form; the table in
// scalar_ops.cc widens. Where such a function asks whether its argument is
// `from_float`, it then saves work that the 29 spare bits make needless.
#pragma once

#include "codegen/math/lane_value.h"

namespace tilewright::codegen {

// pi = kPi + kPiLow, to 107 bits.
inline constexpr double kPi = 0x1.921fb54442d18p1;
inline constexpr double kPiLow = 0x1.1a62633145c07p-53;

// --- exp.cc ---
V Exp(V x);
V Expm1(V x);
V Logistic(V x);  // 1 / (1 + e^-x)
V Tanh(V x);
// factor * e^(high + low) * 2^shift, |low| much smaller than |high|; no factor
// is a factor of 1. Rounds once where the result is subnormal.
V ExpOfSum(V high, V low, int shift, V factor = V());
// The same for high in [-150, 96] (doubles: [-1000, 1400]), and anything where the result
// is not `positive` but 0.
V ExpOfSmallSum(V high, V low, int shift, V factor = V(), V positive = V());
V Sinh(V x);  // doubles
V Cosh(V x);  // doubles

// --- log.cc ---
V Log(V x);
V LogOfNormal(V x);  // positive and normal; of others anything
V Log1p(V x);
V Rsqrt(V x);
V Asinh(V x);  // doubles
V Acosh(V x);  // doubles
V Atanh(V x);  // doubles

// --- power.cc; doubles ---
V Pow(V x, V y, bool from_float);
V Cbrt(V x);

// --- trig.cc ---
V Sin(V x);
V Cos(V x);
V Tan(V x);
struct SineAndCosine {
  V sine;
  V cosine;
};
SineAndCosine SinCos(V x);
// sin and cos of pi r for |r| <= 1/2; doubles.
SineAndCosine SinCosPi(V r);

// --- math_inverse_trig.cc; doubles ---
V Asin(V x);
V Acos(V x);
V Atan(V x);
V Atan2(V y, V x);

// --- erf.cc ---
V Erf(V x);
V Erfc(V x);
V ErfInv(V x);

// --- gamma.cc; doubles ---
V Lgamma(V x);
V Digamma(V x);
V BesselI1e(V x);

}  // namespace tilewright::codegen
