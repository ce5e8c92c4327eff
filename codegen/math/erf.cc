// The error function, its complement and its inverse.
#include <array>

#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// P(a^2) of erf(a) = a + a P for |a| <= 1; doubles.
V ErfTail(V a) {
  return Poly(a * a,
              {0x1.06eba8214db69p-3, -0x1.812746b037a25p-2, 0x1.ce2f21a045ce4p-4,
               -0x1.b82ce3138588dp-6, 0x1.565bcd3976efp-8, -0x1.c02dbccd50498p-11,
               0x1.f9a450526346dp-14, -0x1.f4ecc3790d81ep-17, 0x1.bb82dce38332bp-20,
               -0x1.70bde8751bf2dp-23, 0x1.7bf8069ccbebdp-26, -0x1.7b1a3ccd136edp-28,
               0x1.acaa7d2a9a4a5p-30, -0x1.f45f6429e0cedp-33});
}

V SmallErf(V a) { return Fma(a, ErfTail(a), a); }

// e^(-a^2) factor, with what the square's rounding lost; a is at most 28 (11 of a float),
// or anything where the result is not `positive` but 0.
V ExpOfMinusSquare(V a, V factor, V positive) {
  V square = a * a;
  V lost = Fma(a, a, -square);
  return ExpOfSmallSum(-square, -lost, 0, factor, positive);
}

// erfc(a) is 0 beyond `last`; what computes it need not see infinities. Clamps a, or says
// where the result is positive: an instruction either way.
V ClampForErfc(V* a, double clamp, double last) {
  if (a->has_slow_underflow()) return ~(*a > last);
  *a = AtMost(*a, clamp);
  return V();
}

// erfc(a) for a >= 0: e^(-a^2) G(t) / (a + 4), t = (a - 4) / (a + 4), where
// G / (a + 4) is the scaled complementary error function; doubles.
V PositiveErfc(V a) {
  V positive = ClampForErfc(&a, 28.0, 0x1.b39dc41e48bfcp4);
  V sum = a + 4.0;
  V inverse = 1.0 / sum;
  V t = (a - 4.0) * inverse;
  t = Fma(Fma(-t, sum, a - 4.0), inverse, t);
  V slope =
      Poly(t, {-0x1.f3fe31ecb49cp-1,   0x1.8be202d26c758p-1,   -0x1.14eacb1ad025dp-1,
               0x1.52cac2370e5c1p-2,   -0x1.645fd8a4c5748p-3,  0x1.38dbd2c963e52p-4,
               -0x1.b00c0526fd28cp-6,  0x1.908f46d3b682fp-8,   -0x1.269b5e918ae2ap-12,
               -0x1.dd282838a2a6dp-12, 0x1.72ce35335dc5fp-13,  -0x1.e81b7ac00cbdbp-19,
               -0x1.3c7e96062ebb7p-16, 0x1.3b3dfa5598b24p-18,  0x1.8086b8e8579c4p-20,
               -0x1.c8074b1dadd17p-21, -0x1.75e080a2b4b8cp-24, 0x1.0c55532c78ad4p-23,
               0x1.5218cc06a917p-27,   -0x1.e16bd98026428p-27, -0x1.8827c0dc5367cp-29});
  V start = a.Fp(0x1.18932bf08e154p+0);
  V g = Fma(slope, t, start);
  // g / (a + 4), with what g, the sum and the quotient lost.
  V factor = g * inverse;
  V residual =
      Fma(-factor, a - (sum - 4.0), Fma(-factor, sum, g)) + Fma(slope, t, start - g);
  return ExpOfMinusSquare(a, Fma(residual, inverse, factor), positive);
}

}  // namespace

namespace {

// The polynomial in u of the lane's piece: coefficients by power, and by piece.
template <size_t powers>
V ByPieces(const std::array<std::array<float, 8>, powers>& coefficients, V piece, V u) {
  V sum = Lookup(piece, coefficients.back());
  for (size_t power = powers - 1; power > 0; --power) {
    sum = Fma(sum, u, Lookup(piece, coefficients[power - 1]));
  }
  return sum;
}

// erf(a) / a for a in [0, 4), a polynomial for each half: by power, and by half. The
// constants are near floats: kCentre of the first half is chosen for that.
constexpr float kCentre = 0x1.fff08p-3;
constexpr std::array<std::array<float, 8>, 7> kErfByHalves = {{
    {0x1.1af5a8p+0, 0x1.e57d08p-1, 0x1.7a06a6p-1, 0x1.20ad26p-1, 0x1.c67388p-2,
     0x1.745486p-2, 0x1.3b1414p-2, 0x1.11119cp-2},
    {-0x1.72fc82p-3, -0x1.a0cc4ap-2, -0x1.9b1436p-2, -0x1.2b096cp-2, -0x1.8d75cp-3,
     -0x1.0e5a1p-3, -0x1.83c16ep-4, -0x1.234654p-4},
    {-0x1.5768aep-2, -0x1.9a8cb6p-4, 0x1.5a9ea4p-4, 0x1.d355d8p-4, 0x1.44099cp-4,
     0x1.846deap-5, 0x1.dcc70cp-6, 0x1.36b06cp-6},
    {0x1.acc75cp-4, 0x1.5acb24p-3, 0x1.0fc1acp-4, -0x1.c000dap-7, -0x1.a1e286p-6,
     -0x1.0a0ceep-6, -0x1.236acp-7, -0x1.4b3e1p-8},
    {0x1.6ca1aep-4, -0x1.977e22p-6, -0x1.daebp-5, -0x1.425ec8p-6, 0x1.7d082ap-9,
     0x1.388a54p-8, 0x1.566c52p-9, 0x1.5ad72ap-10},
    {-0x1.1e8bbcp-5, -0x1.31dfd4p-5, 0x1.09958ep-7, 0x1.e76efap-7, 0x1.cf2908p-9,
     -0x1.6f26f4p-11, -0x1.78e68ep-11, -0x1.76ebcp-12},
    {-0x1.2626ep-6, 0x1.d5813ap-7, 0x1.45f41cp-7, -0x1.b53fb2p-9, -0x1.b545dap-9,
     -0x1.b42522p-11, 0x1.0f2334p-11, 0x1.498f7ep-12},
}};

V SingleErf(V x) {
  V a = Abs(x);
  // The low bits of the sum are the half's number.
  constexpr double kShift = 0x1.8p22;
  V from_first = a - kCentre;
  V shifted = from_first + kShift;
  V u = from_first - (shifted - kShift);
  V slope = ByPieces(kErfByHalves, Bits(shifted), u);
  // From 3.9 on erf is 1. NaN stays.
  return CopySign(Select(a > 3.9, 1.0, a * slope), x);
}

}  // namespace

V Erf(V x) {
  if (x.is_f32()) return SingleErf(x);
  V a = Abs(x);
  V large = 1.0 - PositiveErfc(a);
  return CopySign(Select(a < 1.0, SmallErf(a), large), x);
}

namespace {

// The scaled complementary error function e^(a^2) erfc(a) for a in [0, 11): a polynomial
// for each half of an octave of a + 1, by power and piece, around kCentres, which are
// chosen as kCentre is. A piece's number is the exponent of a + 1 and the first bit of
// its mantissa, modulo 8: the first is 6, and 5 does not occur.
constexpr std::array<float, 8> kCentres = {0x1.794p+0, 0x1.3ecp+1, 0x1.f9cp+1, 0x1.7f6p+2,
                                           0x1.23ap+3, 0,          0x1.ebp-3,  0x1.82p-1};
constexpr std::array<std::array<float, 8>, 8> kScaledErfcByPieces = {{
    {0x1.4dc6bp-2, 0x1.b13928p-3, 0x1.1bd9ap-3, 0x1.7c9dbep-4, 0x1.f8279ep-5, 0,
     0x1.8e59d8p-1, 0x1.02d164p-1},
    {-0x1.577782p-3, -0x1.3287fcp-4, -0x1.0f5bacp-5, -0x1.ef0be8p-7, -0x1.b56446p-8, 0,
     -0x1.82b956p-1, -0x1.76f662p-2},
    {0x1.42d1bap-4, 0x1.9c72e8p-6, 0x1.f9c19p-8, 0x1.3df0b6p-9, 0x1.794edap-11, 0,
     0x1.31a2bep-1, 0x1.d5e61p-3},
    {-0x1.199cdep-5, -0x1.096012p-7, -0x1.cc24cp-10, -0x1.937ca2p-12, -0x1.43ae86p-14, 0,
     -0x1.a1edf4p-2, -0x1.07c74p-3},
    {0x1.ccbb2ep-7, 0x1.47f2dcp-9, 0x1.98917ap-12, 0x1.f9cd92p-15, 0x1.136f92p-17, 0,
     0x1.fef18cp-3, 0x1.0f029ep-4},
    {-0x1.666996p-8, -0x1.8741a8p-11, -0x1.65ebap-14, -0x1.39d306p-17, -0x1.d0158p-21, 0,
     -0x1.1d89bap-3, -0x1.0266cp-5},
    {0x1.16816ap-9, 0x1.d3838cp-13, 0x1.49b396p-16, 0x1.923b2cp-20, 0x1.add05p-24, 0,
     0x1.2ea176p-4, 0x1.d6e51ep-7},
    {-0x1.6b1cdap-11, -0x1.fe368p-15, -0x1.fbe272p-19, -0x1.e14b7p-23, -0x1.8d807ep-27, 0,
     -0x1.1841e8p-5, -0x1.987d1p-8},
}};

V SingleErfc(V x) {
  V a = Abs(x);
  V some = ClampForErfc(&a, 10.99, 0x1.41bbf6p3);
  V piece = Lshr(Bits(a + 1.0), 22);
  V scaled = ByPieces(kScaledErfcByPieces, piece, a - Lookup(piece, kCentres));
  V positive = ExpOfMinusSquare(a, scaled, some);
  return Select(x < 0.0, 2.0 - positive, positive);
}

}  // namespace

V Erfc(V x) {
  if (x.is_f32()) return SingleErfc(x);
  V positive = PositiveErfc(Abs(x));
  V large = Select(x < 0.0, 2.0 - positive, positive);
  // Within one, (1 - x) - x P does not cancel.
  return Select(Abs(x) < 1.0, Fma(-x, ErfTail(x), 1.0 - x), large);
}

namespace {

// For a in [0, 1], complement = 1 - a: the centre in w = -log(1 - a^2), the tail in
// sqrt(w). Polynomials to 2^-25 each; what w is wrong by hardly shows.
V SingleErfInv(V a, V complement) {
  V w = -LogOfNormal(complement * (a + 1.0));
  V u = w - 2.509375;
  V centre = a * Poly(u, {0x1.80f3ep+0, 0x1.f8f54ep-3, -0x1.14121cp-8, -0x1.4640e6p-10,
                          0x1.c9676ep-13, -0x1.5a191p-18, -0x1.cca488p-19, 0x1.f6632ap-22,
                          0x1.8263fep-26, -0x1.2e0e9p-27});
  V v = Sqrt(w) - 3.125;
  V tail = Poly(v, {0x1.7aa774p+1, 0x1.011494p+0, 0x1.7271c8p-8, -0x1.7d07fcp-9,
                    0x1.094d3ep-10, -0x1.f86192p-13, -0x1.af40fap-16, 0x1.6b9bfp-15});
  return Select(w > 5.0, tail, centre);
}

// A first approximation to 2^-30, and one step of Halley's method, which makes it
// whole.
V DoubleErfInv(V a, V complement) {
  V w = -Log(complement * (a + 1.0));
  V u = AtMost(w, 6.25) - 3.125;
  V centre =
      a * Poly(u, {0x1.a755e7c89c22dp+0, 0x1.ebd80d870b404p-3, -0x1.8b6c34f697b87p-8,
                   -0x1.84572650432e4p-11, 0x1.879c975ef9566p-13, -0x1.d1e252210e1fp-17,
                   -0x1.6eacf99979145p-20, 0x1.c798a06d484f7p-22, -0x1.f0fdeb6c8a9a4p-26,
                   -0x1.277aa6f5bb746p-28, 0x1.1c1e654e8619p-30, -0x1.11f14b92ce5adp-35,
                   -0x1.b6f3a29f60d23p-37, 0x1.449f7b226ad09p-40});
  V v = Sqrt(AtMost(AtLeast(w, 6.0), 38.0)) - 4.25;
  V tail = Poly(v, {0x1.05e6fcf48a955p+2, 0x1.028df3c2cdc27p+0, 0x1.752b2282f14ecp-11,
                    -0x1.3d66f2d6ec8dep-11, 0x1.b369bff9843dcp-13, -0x1.e4ddf461051dp-15,
                    0x1.dfe1568b62e9fp-17, -0x1.b3463fc47da07p-19, 0x1.8e7886967907ep-21,
                    -0x1.b3ca1454ef9a2p-24, -0x1.2c81654cb959fp-24, 0x1.83381a626780cp-25,
                    -0x1.0648f69c7b43p-27});
  V y = Select(w > 6.25, tail, centre);
  // f / f' with f = erf(y) - a, from the side that does not cancel.
  V error = Select(a < 0.5, SmallErf(y) - a, complement - Erfc(y));
  V square = y * y;
  V step = ExpOfSum(square, Fma(y, y, -square), 0, error) * 0x1.c5bf891b4ef6bp-1;
  return y - step / Fma(y, step, 1.0);
}

}  // namespace

V ErfInv(V x) {
  V a = Abs(x);
  V complement = 1.0 - a;
  V y = x.is_f64() ? DoubleErfInv(a, complement) : SingleErfInv(a, complement);
  y = Select(Eq(a, 1.0), Infinity(x), y);
  return CopySign(Select(a <= 1.0, y, Nan(x)), x);
}

}  // namespace tilewright::codegen
