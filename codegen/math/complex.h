// Functions of complex numbers, on doubles: the table in scalar_ops.cc widens
// complex<f32>, which makes most of what follows exact for it. Errors are small
// against the absolute value of the result; infinities, NaNs and signed zeros
// give what C99's Annex G says.
#pragma once

#include "codegen/math/lane_value.h"

namespace tilewright::codegen {

// A complex value, or a real one (im empty).
struct Z {
  V re;
  V im;
  Z() = default;
  Z(V real) : re(real) {}  // NOLINT: a real result is a result
  Z(V real, V imaginary) : re(real), im(imaginary) {}
};

Z operator+(Z a, Z b);
Z operator-(Z a, Z b);
Z operator-(Z a);
Z Scale(Z a, Arg factor);
// By parts, as compilers do without recovery of infinities.
Z Multiply(Z a, Z b);
Z Choose(V mask, Z a, Z b);

// --- complex.cc ---
Z Divide(Z a, Z b);  // floats or doubles; neither overflows nor underflows early
V Absolute(Z z);
V LogAbsolute(Z z);
Z Exp(Z z);
Z Expm1(Z z);
Z Log(Z z);
Z Log1p(Z z);
Z Sqrt(Z z);
Z Rsqrt(Z z);
Z Cbrt(Z z);
Z Pow(Z z, Z w);
Z Sign(Z z);
Z Logistic(Z z);

// --- math_complex_trig.cc ---
Z Sinh(Z z);
Z Cosh(Z z);
Z Tanh(Z z);
Z Sin(Z z);
Z Cos(Z z);
Z Tan(Z z);
Z Asin(Z z);
Z Acos(Z z);
Z Atan(Z z);
Z Asinh(Z z);
Z Acosh(Z z);
Z Atanh(Z z);
Z Atan2(Z y, Z x);

}  // namespace tilewright::codegen
