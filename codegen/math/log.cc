// Logarithms and what is made of them.
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// x = 2^k (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), for positive normal x.
struct LogParts {
  V f;
  V k;  // floating
  V k_integer;
};

LogParts SplitForLog(V x) {
  bool f64 = x.is_f64();
  V bits = Bits(x);
  // The bits of sqrt(1/2): what is above belongs to the next power of two.
  V offset = bits - bits.Int(f64 ? 0x3fe6a09e667f3bcd : 0x3f3504f3);
  LogParts parts;
  int mantissa = f64 ? 52 : 23;
  parts.k_integer = Ashr(offset, mantissa);
  parts.f = FromBits(bits - Shl(parts.k_integer, mantissa), x) - 1.0;
  // Doubles: 64-bit integers convert through the exponent trick, which every
  // CPU has.
  if (f64) {
    V magic = x.Fp(0x1.8p52);
    parts.k = FromBits(parts.k_integer + Bits(magic), x) - magic;
  } else {
    parts.k = ToFloating(parts.k_integer, x);
  }
  return parts;
}

// k ln2 + log(1 + f) + low.
V LogOfParts(V f, V k, V low) {
  if (f.is_f64()) {
    // With s = f / (2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)).
    V s = f / (f + 2.0);
    V z = s * s;
    V r = PolyTimes(z, {0x1.5555555555555p-1, 0x1.9999999999e06p-2, 0x1.249249242abe7p-2,
                        0x1.c71c725993c3bp-3, 0x1.745cde07596dfp-3, 0x1.3b20b369d3468p-3,
                        0x1.0f5c183a0c937p-3, 0x1.0f695c5208745p-3});
    V half_square = f * f * 0.5;
    V tail = Fma(k, 0x1.ef35793c7673p-45, low ? low : f.Fp(0.0));
    tail = Fma(s, half_square + r, tail);
    return Fma(k, 0x1.62e42fefa38p-1, f - (half_square - tail));
  }
  V square = f * f;
  V p = Poly(f, {0x1.55554ap-2, -0x1.000226p-2, 0x1.99a598p-3, -0x1.5476bcp-3,
                 0x1.226e38p-3, -0x1.0cf37cp-3, 0x1.07d5b4p-3, -0x1.418b3cp-4});
  V tail = square * f * p;
  tail = Fma(k, 0x1.7f7d1cp-20, tail);
  if (low) tail = tail + low;
  V sum = f + Fma(square, -0.5, tail);
  return Fma(k, 0x1.62e4p-1, sum);
}

}  // namespace

V Log(V x) {
  bool f64 = x.is_f64();
  V tiny = x < (f64 ? 0x1p-1022 : 0x1p-126);
  V scaled = Select(tiny, x * (f64 ? 0x1p54 : 0x1p24), x);
  LogParts parts = SplitForLog(scaled);
  V k = Select(tiny, parts.k - (f64 ? 54.0 : 24.0), parts.k);
  V result = LogOfParts(parts.f, k, V());
  // Of infinity: infinity; of NaN and of what is below zero: NaN.
  result = Select(x < Infinity(x), result, x);
  result = Select(x < 0.0, Nan(x), result);
  return Select(Eq(x, 0.0), -Infinity(x), result);
}

V LogOfNormal(V x) {
  LogParts parts = SplitForLog(x);
  return LogOfParts(parts.f, parts.k, V());
}

// log(u + c), u = 1 + x rounded and c what the rounding lost.
V Log1p(V x) {
  V u = x + 1.0;
  V lost = Select(x > 1.0, 1.0 - (u - x), x - (u - 1.0));
  LogParts parts = SplitForLog(u);
  // c / u to first order: 2^-k c (1 - f). Of the largest k it is nothing.
  V k = AtMost(parts.k_integer, x.is_f64() ? 1022 : 126);
  V low = lost * Exp2Int(-k, x);
  low = Fma(-low, parts.f, low);
  V result = LogOfParts(parts.f, parts.k, low);
  result = Select(x < Infinity(x), result, x);
  result = Select(x < -1.0, Nan(x), result);
  result = Select(Eq(x, -1.0), -Infinity(x), result);
  return Select(Eq(x, 0.0), x, result);  // keeps -0
}

V Rsqrt(V x) { return 1.0 / Sqrt(x); }

// log(|x| + sqrt(x^2 + 1)), arranged for small x; above 2^28 it is log(2 |x|),
// with log(a) as log1p(a - 1).
V Asinh(V x) {
  V a = Abs(x);
  V huge = a > 0x1p28;
  V b = AtMost(a, 0x1p28);
  V square = b * b;
  V inner = b + square / (Sqrt(square + 1.0) + 1.0);
  V log = Log1p(Select(huge, a - 1.0, inner));
  log = Select(huge, log + 0x1.62e42fefa39efp-1, log);
  return CopySign(log, x);
}

V Acosh(V x) {
  V huge = x > 0x1p28;
  V t = AtMost(x, 0x1p28) - 1.0;
  V inner = t + Sqrt(Fma(t, t, t * 2.0));
  V log = Log1p(Select(huge, x - 1.0, inner));
  log = Select(huge, log + 0x1.62e42fefa39efp-1, log);
  return Select(x < 1.0, Nan(x), log);
}

V Atanh(V x) {
  V a = Abs(x);
  V result = Log1p(a * 2.0 / (1.0 - a)) * 0.5;
  return CopySign(Select(a > 1.0, Nan(x), result), x);
}

}  // namespace tilewright::codegen
