// Special functions of one operand: error functions, entropy, modified Bessel functions
// of the first kind.
#include "frontend/torch/lower/functions/expansion.h"

namespace tilewright::torch_lower::lowerings {
namespace {

using Computation = absl::StatusOr<std::vector<ir::ValueId>>;

// exp(-x) I0(x) of x in [0, 8], by x / 4 - 1.
constexpr double kBesselNear[] = {
    0.33839763720473803,    -0.3046826723431984,     0.17162090152220877,
    -0.09490109704804764,   0.04930528423967071,     -0.02373741480589947,
    0.010546460394594998,   -0.004324309995050576,   0.0016394756169413357,
    -0.0005763755745385824, 0.00018850288509584165,  -5.754195010082104e-05,
    1.6448448070728896e-05, -4.4167383584587505e-06, 1.1173875391201037e-06,
    -2.670793853940612e-07, 6.046995022541919e-08,   -1.300025009986248e-08,
    2.6598237246823866e-09, -5.189795601635263e-10,  9.675809035373237e-11,
    -1.726826291441556e-11, 2.95505266312964e-12,    -4.856446783111929e-13,
    7.676185498604936e-14,  -1.1685332877993451e-14, 1.715391285555133e-15,
    -2.431279846547955e-16, 3.3307945188222384e-17,  -4.4153416464793395e-18};
// sqrt(x) exp(-x) I0(x) of x from 8 on, by 16 / x - 1.
constexpr double kBesselFar[] = {
    0.4022452055070544,      0.0033691164782556943,   6.889758346916825e-05,
    2.8913705208347567e-06,  2.0489185894690638e-07,  2.266668990498178e-08,
    3.3962320257083865e-09,  4.94060238822497e-10,    1.1889147107846439e-11,
    -3.1499165279632416e-11, -1.3215811840447713e-11, -1.7941785315068062e-12,
    7.180124451383666e-13,   3.8527783827421426e-13,  1.54008621752141e-14,
    -4.150569347287222e-14,  -9.554846698828307e-15,  3.8116806693526224e-15,
    1.7725601330565263e-15,  -3.425485619677219e-16,  -2.8276239805165836e-16,
    3.461222867697461e-17,   4.46562142029676e-17,    -4.830504485944182e-18,
    -7.233180487874754e-18};
// (1 + 2 x) erfcx(x) of x from 0 on, by (x - 3.75) / (x + 3.75).
constexpr double kErfcx[] = {
    1.1775789345674017,     -0.004590054580646478,   -0.08424913336651792,
    0.05920993999819189,    -0.026658668435305753,   0.009074997670705265,
    -0.002413163540417608,  0.0004907758365258086,   -6.916973302501207e-05,
    4.13902798607301e-06,   7.74038306619849e-07,    -2.1886401049234397e-07,
    1.076499946567091e-08,  4.521959811218287e-09,   -7.754400208831351e-10,
    -6.318088340886684e-11, 2.86879501093067e-11,    1.9455868545777347e-13,
    -9.65469674843344e-13,  3.25254814814874e-14,    3.3478119482868056e-14,
    -1.864562880419313e-15, -1.2507950530688648e-15, 7.418235256624044e-17,
    5.068148904796111e-17};
// x / y where y = ndtr(x) - 1/2 is in [-3/8, 3/8], by 128/9 y^2 - 1.
constexpr double kQuantileMiddle[] = {
    2.75626240773562,       0.2762559100066958,     0.030207156709674277,
    0.004124957243077576,   0.000626201371068278,   0.00010112940123524067,
    1.7007480612069465e-05, 2.9431496228783427e-06, 5.202354291607284e-07,
    9.347554480275329e-08,  1.701559969437519e-08,  3.1303632648441214e-09,
    5.809730753368261e-10,  1.0862533348615106e-10, 2.04385966455798e-11,
    3.866716242507591e-12,  7.350256475202629e-13,  1.4030836200438666e-13,
    2.688310341937328e-14,  5.1679344407063756e-15, 9.964365188597695e-16,
    1.9264240320283895e-16, 3.7334957521841835e-17};
// z (z - log(z) / z + x) where ndtr(x) = exp(-z^2 / 2) and z is in [2, 8], by 1 / z.
constexpr double kQuantileTail[] = {
    1.0323738340148971,      0.07255464837448264,     -0.001044276659135336,
    -0.00011057060922319904, 5.264914442301038e-05,   -1.6126373143885156e-05,
    4.24074817680432e-06,    -1.035141917428997e-06,  2.464825866558015e-07,
    -5.918235741573259e-08,  1.4585713938895267e-08,  -3.706647235699129e-09,
    9.67966568445924e-10,    -2.5822724711374293e-10, 7.002080033211766e-11,
    -1.923711457746276e-11,  5.3451947625850664e-12,  -1.5005386530215092e-12,
    4.2525805368601176e-13,  -1.2157759092208812e-13, 3.503610653766156e-14,
    -1.016977628033468e-14,  2.9712387491616964e-15,  -8.732286753112015e-16,
    2.5802053530051287e-16,  -7.661633112480508e-17,  2.2853938553279492e-17,
    -6.845828980221878e-18};
// The same of z in [8, 40].
constexpr double kQuantileFarTail[] = {
    0.9403940828842694,      0.01797714885093382,     0.0007204861229618141,
    -0.00015515924440180946, 2.766990183752755e-05,   -5.2871863320761524e-06,
    1.1257975486215228e-06,  -2.63130441947549e-07,   6.598571696792872e-08,
    -1.7454474989197393e-08, 4.813437226308787e-09,   -1.3723843993819895e-09,
    4.020765183199371e-10,   -1.2049092786599042e-10, 3.680244733303348e-11,
    -1.1425423829283465e-11, 3.5973396421448492e-12,  -1.1466389375188485e-12,
    3.694619836156521e-13,   -1.2019329832370284e-13, 3.943780055458432e-14,
    -1.3040352009872962e-14, 4.341972684971495e-15,   -1.4548813696997361e-15,
    4.903082054921738e-16,   -1.6611190668680022e-16, 5.655056658683605e-17,
    -1.933810755377832e-17,  6.64028039001422e-18};

// exp(-|x|) I0(x)
Value ScaledBessel0(Composer& c, Value x) {
  const Value size = Absolute(c, x);
  const Value near = Expansion(c, size * 0.25 - 1.0, kBesselNear);
  const Value large = Smallest(c, size, 8);
  const Value far =
      Expansion(c, 16.0 / large - 1.0, kBesselFar) / c.Unary(OpKind::kSqrt, large);
  return c.Select(Less(c, size, 8), near, far);
}

// exp(x^2) erfc(x)
Value ScaledErfc(Composer& c, Value x) {
  const Value size = Absolute(c, x);
  const Value t = 1.0 - 7.5 / (size + 3.75);
  const Value positive = Expansion(c, t, kErfcx) / (size * 2.0 + 1.0);
  return c.Select(Less(c, x, 0), Exp(c, x * x) * 2.0 - positive, positive);
}

// -x where ndtr(x) = q < 1/8.
Value Tail(Composer& c, Value q) {
  const Value z = c.Unary(OpKind::kSqrt, Log(c, q) * -2.0);
  const Value inverse = 1.0 / z;
  // `from` and `to`: of 1 / z.
  const auto rest = [&](double from, double to, absl::Span<const double> coefficients) {
    const Value t = (inverse * 2.0 - (from + to)) / (to - from);
    return Expansion(c, t, coefficients);
  };
  const Value left = c.Select(Less(c, z, 8), rest(1.0 / 8, 1.0 / 2, kQuantileTail),
                              rest(1.0 / 40, 1.0 / 8, kQuantileFarTail));
  return z - (Log(c, z) + left) * inverse;
}

}  // namespace

Computation i0(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c);
  return c.Finish({Exp(c, Absolute(c, x)) * ScaledBessel0(c, x)});
}
Computation i0e(const Lowering& call) {
  Composer c(call);
  return c.Finish({ScaledBessel0(c, Precise(c))});
}
Computation i1(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c);
  return c.Finish({Exp(c, Absolute(c, x)) * c.Unary(OpKind::kBesselI1e, x)});
}
Computation i1e(const Lowering& call) {
  Composer c(call);
  return c.Finish({c.Unary(OpKind::kBesselI1e, Precise(c))});
}
Computation erfcx(const Lowering& call) {
  Composer c(call);
  return c.Finish({ScaledErfc(c, Precise(c))});
}
Computation log_ndtr(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c), scaled = x * M_SQRT1_2;
  const Value low = Log(c, ScaledErfc(c, -scaled) * 0.5) - scaled * scaled;
  const Value high = c.Unary(OpKind::kLogPlusOne, c.Unary(OpKind::kErfc, scaled) * -0.5);
  return c.Finish({c.Select(Less(c, x, -1), low, high)});
}
Computation ndtri(const Lowering& call) {
  Composer c(call);
  const Value p = Precise(c), y = p - 0.5, rest = 1.0 - p;
  const Value middle = y * Expansion(c, y * y * (128.0 / 9) - 1.0, kQuantileMiddle);
  const Value tail = c.Select(Less(c, y, 0), -Tail(c, p), Tail(c, rest));
  const Value inside = c.Select(Less(c, Absolute(c, y), 0.375), middle, tail);
  const Value infinite = y * kInfinity;
  const Value zero = Zero(c, p);
  const Value at_end = Or(c, c.Compare("EQ", p, zero), c.Compare("EQ", rest, zero));
  return c.Finish({c.Select(at_end, infinite, inside)});
}
Computation entr(const Lowering& call) {
  Composer c(call);
  const Value x = Precise(c), zero = Zero(c, x);
  const Value outside = c.Select(Less(c, x, 0), zero - kInfinity, x);
  return c.Finish({c.Select(c.Compare("GT", x, zero), -x * Log(c, x), outside)});
}

}  // namespace tilewright::torch_lower::lowerings
