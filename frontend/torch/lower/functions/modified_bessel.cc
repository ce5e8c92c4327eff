// Modified Bessel functions of the second kind. Up to 2 they are what a logarithm leaves
// (DLMF 10.31), by x^2 / 2 - 1; beyond, what is left of exp(-x) / sqrt(x), by 4 / x - 1.
#include "frontend/torch/lower/functions/expansion.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

// K0(x) + log(x / 2) I0(x)
constexpr double kK0[] = {-0.2676636966169514,    0.3442898999246285,
                          0.0359799365153615,     0.001264615411446926,
                          2.286212103119452e-05,  2.5347910790261494e-07,
                          1.904516377220209e-09,  1.0349695257633625e-11,
                          4.2598161427910826e-14, 1.3744654358807508e-16};
// x (K1(x) - log(x / 2) I1(x))
constexpr double kK1[] = {
    0.7626501136694739,     -0.3531559607765449,     -0.12261118082265715,
    -0.006975723859639864,  -0.0001730288957513052,  -2.4334061415659684e-06,
    -2.213387630734726e-08, -1.4114883926335278e-10, -6.666901694199329e-13,
    -2.427449850519366e-15, -7.023863479386288e-18};
// sqrt(x) exp(x) K0(x)
constexpr double kFarK0[] = {
    1.2201515410329777,      -0.0314481013119645,    0.0015698838857300533,
    -0.00012849549581627802, 1.39498137188765e-05,   -1.8317555227191195e-06,
    2.766813639445015e-07,   -4.660489897687948e-08, 8.574034017414225e-09,
    -1.6975345093890614e-09, 3.5773972814003283e-10, -7.957489244477396e-11,
    1.8559491149549264e-11,  -4.514597883374519e-12, 1.1403405882073441e-12,
    -2.9800969231481784e-13, 8.032890775068375e-14,  -2.2275133267462965e-14,
    6.340076476276646e-15,   -1.848593377920907e-15, 5.5120559994043335e-16,
    -1.6782311257549006e-16, 5.2103917776435543e-17, -1.6475805939842632e-17,
    5.3004337711773354e-18};
// sqrt(x) exp(x) K1(x)
constexpr double kFarK1[] = {
    1.3603130952422213,      0.10392373657681724,     -0.002857816859622779,
    0.00019521551847135162,  -1.936197974166083e-05,  2.406484947837217e-06,
    -3.5019606030878126e-07, 5.7410841254500495e-08,  -1.0345762465678097e-08,
    2.0150497551970347e-09,  -4.1903547593419254e-10, 9.218315187605315e-11,
    -2.129967838427791e-11,  5.139639673482343e-12,   -1.2891739609498229e-12,
    3.348419666052243e-13,   -8.976705182010146e-14,  2.4771544242195988e-14,
    -7.0198370892147685e-15, 2.038703166239861e-15,   -6.057047270643018e-16,
    1.8380935752430455e-16,  -5.689462849193648e-17,  1.7940510478863572e-17,
    -5.7567444820733025e-18};

// The power series of I0, and of I1(x) / (x / 2), in x^2 / 4 up to 1 (DLMF 10.25.2).
Value SmallI(Composer& c, int order, Value square) {
  std::vector<double> coefficients;
  double coefficient = 1;
  for (int k = 1; k <= 13; ++k) {
    coefficients.push_back(coefficient);
    coefficient /= static_cast<double>(k) * (k + order);
  }
  return PowerSeries(c, square, coefficients);
}

Computation SecondModified(const Lowering& call, int order, bool scaled) {
  Composer c(call);
  const Value x = Precise(c), log = Log(c, x * 0.5);
  const Value i = SmallI(c, order, x * x * 0.25), t = x * x * 0.5 - 1.0;
  Value near = order == 0 ? Expansion(c, t, kK0) - log * i
                          : Expansion(c, t, kK1) / x + log * i * (x * 0.5);
  Value far = order == 0 ? Expansion(c, 4.0 / x - 1.0, kFarK0)
                         : Expansion(c, 4.0 / x - 1.0, kFarK1);
  far = far / Sqrt(c, x);
  if (scaled) near = near * Exp(c, x);
  if (!scaled) far = far * Exp(c, -x);
  const Value is_near = c.Compare("LE", x, c.Constant(2, x.element()));
  return c.Finish({Instead(c, Equal(c, x, 0), kInfinity, c.Select(is_near, near, far))});
}

}  // namespace

Computation modified_bessel_k0(const Lowering& call) {
  return SecondModified(call, 0, false);
}
Computation modified_bessel_k1(const Lowering& call) {
  return SecondModified(call, 1, false);
}
Computation scaled_modified_bessel_k0(const Lowering& call) {
  return SecondModified(call, 0, true);
}
Computation scaled_modified_bessel_k1(const Lowering& call) {
  return SecondModified(call, 1, true);
}

}  // namespace tilewright::torch_lower::lowerings
