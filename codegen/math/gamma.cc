// The logarithm of the gamma function and its derivative, and a Bessel
// function; on doubles.
#include "codegen/math/functions.h"

namespace tilewright::codegen {
namespace {

// lgamma(2 + u) / (u (u + 1)) for |u| <= 1.
V LgammaCore(V u) {
  return Poly(u, {0x1.b0ee6072093cep-2,   -0x1.9ae6509ea109ep-4,  0x1.0e0c9df2935fap-5,
                  -0x1.95ce223a9d3c5p-7,  0x1.4797485392d45p-8,   -0x1.145121f947593p-9,
                  0x1.dfebcfa042015p-11,  -0x1.a96a40443876ep-12, 0x1.7ed73016c7ea3p-13,
                  -0x1.5c86adbc6316ap-14, 0x1.402f7ff56c866p-15,  -0x1.28513a6ce653p-16,
                  0x1.13db565a4ba2fp-17,  -0x1.022068da1ae75p-18, 0x1.e649b0e290504p-20,
                  -0x1.cb78add4f0e7cp-21, 0x1.a8ba957afeda3p-22,  -0x1.8e4ad5f8ff45p-23,
                  0x1.c17995d8b654p-24,   -0x1.c6718db2f1383p-25, 0x1.7a4a5b145907bp-28,
                  -0x1.3a0c98c5c3e53p-36, 0x1.1a4ef10df2b93p-26,  -0x1.42c6b83c6a53cp-27,
                  -0x1.2df60abca07fep-28, 0x1.67d4e0cc244c6p-29,  0x1.b43f60e9f1599p-30,
                  -0x1.ce7581ccf031bp-31});
}

}  // namespace

// For a = |x|:
//   a < 1:  lgamma(1 + a) - log a;   up to 3: by polynomial;
//   a < 8:  lgamma(a - n) + log((a - 1) ... (a - n)), a - n in [2, 3);
//   above:  Stirling's series.
// Negative x: log(pi / (a |sin pi a|)) - lgamma(a); infinite at 0, -1, ...
V Lgamma(V x) {
  V a = Abs(x);
  V below_one = a < 1.0;
  V shift = AtLeast(Floor(AtMost(a, 8.0)) - 2.0, 0.0);
  V y = a - shift;
  V product = x.Fp(1.0);
  for (int i = 1; i <= 5; ++i) {
    product = product * Select(shift >= i, a - i, 1.0);
  }
  V u = Select(below_one, a - 1.0, y - 2.0);
  V core = u * Select(below_one, a, y - 1.0) * LgammaCore(u);
  V large = a >= 8.0;
  V log = Log(Select(below_one | large, a, product));
  V inverse = 1.0 / a;
  V series =
      inverse * Poly(inverse * inverse,
                     {0x1.5555555555555p-4, -0x1.6c16c16c14acp-9, 0x1.a01a017e666b8p-11,
                      -0x1.38134df27fb14p-11, 0x1.b92c834e0e6c9p-11,
                      -0x1.ef96558fe9e67p-10, 0x1.4c2f69804939p-8});
  V stirling = Fma(a - 0.5, log - 1.0, series + 0x1.acfe390c97d69p-2);
  V positive = Select(large, stirling, core + Select(below_one, -log, log));
  // Below one log a cancels out of the reflection.
  SineAndCosine turn = SinCosPi(a - RoundEven(a));
  V sine = Abs(turn.sine);
  V reflected =
      Log(kPi / (sine * Select(below_one, 1.0, a))) - Select(below_one, core, positive);
  V pole = Eq(sine, 0.0) | IsInf(x);
  reflected = Select(pole, Infinity(x), reflected);
  V result = Select(x < 0.0, reflected, positive);
  result = Select(Eq(a, Infinity(x)), a, result);
  return Select(IsNan(x), x, result);
}

// For a = x, or 1 - x where x < 0:
//   a < 1:  psi(1 + a) - 1/a;   a < 2: by polynomial about its zero;
//   a < 8:  psi(a - n) + 1/(a - 1) + ... + 1/(a - n);   above: its series.
// psi(x) = psi(1 - x) - pi / tan(pi x); NaN at 0, -1, ... and -infinity.
V Digamma(V x) {
  V negative = x < 0.0;
  V a = Select(negative, 1.0 - x, x);
  V below_one = a < 1.0;
  V shift = AtLeast(Floor(AtMost(a, 8.0)) - 1.0, 0.0);
  V y = Select(below_one, a + 1.0, a - shift);
  // The sum of reciprocals as one fraction.
  V numerator = Select(below_one, x.Fp(-1.0), x.Fp(0.0));
  V denominator = Select(below_one, a, 1.0);
  for (int i = 1; i <= 6; ++i) {
    V counts = shift >= i;
    V term = a - i;
    numerator = Select(counts, Fma(numerator, term, denominator), numerator);
    denominator = Select(counts, denominator * term, denominator);
  }
  V from_zero = (y - 0x1.762d86356be3fp0) - 0x1.b86a722197829p-54;
  V core = from_zero *
           Poly(y - 1.5,
                {0x1.e6f0cbb873617p-1,   -0x1.b1cb63005ee97p-2,  0x1.eca189b8e69e8p-3,
                 -0x1.2feeeb98a7b7ep-3,  0x1.8512e5908c43bp-4,   -0x1.fb442029f3741p-5,
                 0x1.4de9a9f5f5ac4p-5,   -0x1.b9f8b128f11e2p-6,  0x1.256478bdfea4ep-6,
                 -0x1.863561f8b9a6ap-7,  0x1.03bfbab8afae9p-7,   -0x1.5a06d5530194cp-8,
                 0x1.cd48725e17da1p-9,   -0x1.336aec9d8882bp-9,  0x1.97a3f0721a93p-10,
                 -0x1.0fcedfacd3f7ep-10, 0x1.7df47c1f05011p-11,  -0x1.fc47260670a4p-12,
                 0x1.c8e495e57bd77p-13,  -0x1.33fd7fe3dcf9bp-13, 0x1.17e073db397efp-12,
                 -0x1.729f589ec07c5p-13});
  V small = core + numerator / denominator;
  V inverse = 1.0 / a;
  V w = inverse * inverse;
  V tail = w * Poly(w, {0x1.5555555555555p-4, -0x1.111111110991fp-7, 0x1.041040c75a9a9p-8,
                        -0x1.1110b48930859p-8, 0x1.f0387f6962c19p-8,
                        -0x1.532699bf04618p-6, 0x1.04c7f004d21aap-4});
  V large = Log(a) - (inverse * 0.5 + tail);
  V result = Select(a >= 8.0, large, small);
  SineAndCosine turn = SinCosPi(x - RoundEven(x));
  V reflected = result - kPi * turn.cosine / turn.sine;
  V pole = Eq(x, RoundEven(x)) & (x <= 0.0);
  result = Select(negative, reflected, result);
  result = Select(pole, Nan(x), result);
  return Select(IsNan(x), x, result);
}

// e^-|x| I1(x): up to 8 a series of positive terms, above sqrt(|x|) times it is
// a polynomial in 1/|x|.
V BesselI1e(V x) {
  V a = Abs(x);
  V b = AtMost(a, 8.0);
  V small =
      b * Exp(-b) *
      Poly(b * b, {0x1p-1, 0x1.ffffffffffffbp-5, 0x1.55555555555e9p-9,
                   0x1.c71c71c71afd4p-15, 0x1.6c16c16c33b57p-21, 0x1.845c8a0a49893p-28,
                   0x1.27e4fb9da819ep-35, 0x1.522a410bed43ap-43, 0x1.2c978065bc88p-51,
                   0x1.ab7ef5e906ffdp-60, 0x1.f19eb01cd663ap-69, 0x1.e0e4fa78d873bp-78,
                   0x1.9590fa31c3616p-87, 0x1.da4c0aafcaef1p-97, 0x1.0cb582a197569p-105});
  V u = 16.0 / AtLeast(a, 8.0) - 1.0;
  V large =
      Poly(u, {0x1.8ebe783a8403p-2,    -0x1.3f796198ee632p-7,  -0x1.cbc54df1e3a34p-13,
               -0x1.f89c23060d28ap-17, -0x1.ec8e116b65439p-20, -0x1.76137f02636efp-22,
               -0x1.ad8be5b443b4bp-24, -0x1.727a5c2fc0787p-25, -0x1.91cd7899c3afbp-26,
               -0x1.2189813f65d6p-27,  0x1.d4b4d1434e40ap-28,  0x1.e2088fbeeb1d2p-27,
               0x1.841295476bc1dp-28,  -0x1.0614c69fec442p-27, -0x1.e68a2ff228f35p-28,
               0x1.d332a83faa47cp-29,  0x1.523dd35a5ad2ap-28,  -0x1.82d949d19a491p-30,
               -0x1.46c7fc5d310dbp-29, 0x1.16a23262da982p-31,  0x1.8e7ac1ceb4cc2p-31,
               -0x1.1f9edc631ee1ap-33, -0x1.c6d7a12993eb9p-34, 0x1.28a08e760c808p-36}) /
      Sqrt(a);
  return CopySign(Select(a > 8.0, large, small), x);
}

}  // namespace tilewright::codegen
