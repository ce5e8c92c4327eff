#include "tests/reference/functions.h"

#include <cmath>
#include <limits>
#include <utility>

namespace tilewright::reference {
namespace {

using ir::OpKind;
using L = long double;

constexpr L kPi = 3.14159265358979323846264338327950288L;
constexpr L kNan = std::numeric_limits<L>::quiet_NaN();

// NaN wins, and -0 is below +0.
L Maximum(L x, L y) {
  if (std::isnan(x) || std::isnan(y)) return kNan;
  if (x == y) return std::signbit(x) ? y : x;
  return x > y ? x : y;
}
L Minimum(L x, L y) { return -Maximum(-x, -y); }

// Zeros and NaN are their own sign.
L Sign(L x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

L Logistic(L x) {
  if (x < 0) return std::exp(x) / (1 + std::exp(x));
  return 1 / (1 + std::exp(-x));
}

// By the asymptotic series, from an argument that recurrence has made large.
L Digamma(L x) {
  if (std::isnan(x) || (x <= 0 && x == std::floor(x))) return kNan;
  if (x < 0) {
    // What is left beside an integer is exact.
    return Digamma(1 - x) - kPi / std::tan(kPi * (x - std::nearbyint(x)));
  }
  L sum = 0;
  for (; x < 24; ++x) sum -= 1 / x;
  const L y = 1 / (x * x);
  const L series =
      y * (1.0L / 12 -
           y * (1.0L / 120 -
                y * (1.0L / 252 -
                     y * (1.0L / 240 - y * (1.0L / 132 - y * (691.0L / 32760))))));
  return sum + std::log(x) - 1 / (2 * x) - series;
}

// Newton's method on erf; near one on erfc, which keeps its digits there.
L ErfInv(L x) {
  if (!(std::fabs(x) < 1)) return std::fabs(x) == 1 ? x * INFINITY : kNan;
  if (x == 0) return x;
  const L a = std::fabs(x);
  const L log = std::log1p(-a * a);
  const L part = 2 / (kPi * 0.147L) + log / 2;
  L y = a < 1e-4L ? a * 0.886226925452758L
                  : std::sqrt(std::sqrt(part * part - log / 0.147L) - part);
  for (int i = 0; i < 6; ++i) {
    const L error = a < 0.5L ? std::erf(y) - a : (1 - a) - std::erfc(y);
    y -= error * std::sqrt(kPi) / 2 * std::exp(y * y);
  }
  return std::copysign(y, x);
}

// I1(x) / exp(|x|) is an integral over a period, for which the trapezoidal rule
// converges faster than any power; of large arguments the asymptotic series.
L BesselI1e(L x) {
  if (std::isnan(x) || x == 0) return x;
  const L a = std::fabs(x);
  if (std::isinf(a)) return std::copysign(0.0L, x);
  L value = 0;
  if (a < 200) {
    constexpr int kPoints = 400;
    for (int k = 0; k < kPoints; ++k) {
      const L angle = kPi * (k + 0.5L) / kPoints;
      value += std::exp(a * (std::cos(angle) - 1)) * std::cos(angle) / kPoints;
    }
    if (a < 0.1L) {  // the terms cancel
      value = 0;
      L term = a / 2;
      for (int k = 1; k < 12; ++k) {
        value += term;
        term *= a * a / 4 / (k * (k + 1.0L));
      }
      value *= std::exp(-a);
    }
  } else {
    L term = 1;
    for (int k = 1; k < 20; ++k) {
      value += term;
      term *= -(4 - (2.0L * k - 1) * (2.0L * k - 1)) / (8 * k * a);
    }
    value /= std::sqrt(2 * kPi * a);
  }
  return std::copysign(value, x);
}

// In double: of f32 and narrower types this is rounded as good as once.
template <typename F>
L InDouble(F f, const L* x) {
  return f(static_cast<double>(x[0]), static_cast<double>(x[1]));
}

#define TW_DOUBLE(expression)                                                 \
  [](const L* operands) -> L {                                                \
    return InDouble([](double x, double y) { return expression; }, operands); \
  }
#define TW_LONG(expression)                   \
  [](const L* operands) -> L {                \
    [[maybe_unused]] const L x = operands[0]; \
    [[maybe_unused]] const L y = operands[1]; \
    return expression;                        \
  }

struct Row {
  OpKind kind;
  Function function;
};

constexpr Shape kMonotone = Shape::kMonotone;
constexpr Shape kOther = Shape::kOther;

constexpr Row kRows[] = {
    // Rounded once, or not at all.
    {OpKind::kAbs, {TW_LONG(std::fabs(x)), kMonotone, true}},
    {OpKind::kCeil, {TW_LONG(std::ceil(x)), kMonotone, true}},
    {OpKind::kFloor, {TW_LONG(std::floor(x)), kMonotone, true}},
    {OpKind::kNegate, {TW_LONG(-x), kMonotone, true}},
    {OpKind::kReal, {TW_LONG(x), kMonotone, true}},
    {OpKind::kConj, {TW_LONG(x), kMonotone, true}},
    {OpKind::kImag, {TW_LONG(0), kMonotone, true}},
    {OpKind::kRoundNearestAfz, {TW_LONG(std::round(x)), kMonotone, true}},
    {OpKind::kRoundNearestEven, {TW_LONG(std::nearbyint(x)), kMonotone, true}},
    {OpKind::kSign, {TW_LONG(Sign(x)), kMonotone, true}},
    {OpKind::kSqrt, {TW_DOUBLE((static_cast<void>(y), std::sqrt(x))), kMonotone, true}},
    {OpKind::kSquare, {TW_DOUBLE((static_cast<void>(y), x* x)), kMonotone, true}},
    {OpKind::kAdd, {TW_DOUBLE(x + y), kMonotone, true}},
    {OpKind::kSubtract, {TW_DOUBLE(x - y), kMonotone, true}},
    {OpKind::kMultiply, {TW_DOUBLE(x * y), kMonotone, true}},
    {OpKind::kDivide, {TW_DOUBLE(x / y), kMonotone, true}},
    {OpKind::kMaximum, {TW_LONG(Maximum(x, y)), kMonotone, true}},
    {OpKind::kMinimum, {TW_LONG(Minimum(x, y)), kMonotone, true}},
    {OpKind::kRemainder, {TW_LONG(std::fmod(x, y)), kOther, true}},
    {OpKind::kClamp, {TW_LONG(Minimum(Maximum(x, y), operands[2])), kMonotone, true}},
    // Functions.
    {OpKind::kCbrt, {TW_LONG(std::cbrt(x)), kMonotone}},
    {OpKind::kCosine, {TW_LONG(std::cos(x)), Shape::kLipschitz}},
    {OpKind::kExponential, {TW_LONG(std::exp(x)), kMonotone}},
    {OpKind::kExponentialMinusOne, {TW_LONG(std::expm1(x)), kMonotone}},
    {OpKind::kLog, {TW_LONG(std::log(x)), kMonotone}},
    {OpKind::kLogPlusOne, {TW_LONG(std::log1p(x)), kMonotone}},
    {OpKind::kLogistic, {TW_LONG(Logistic(x)), kMonotone}},
    {OpKind::kRsqrt, {TW_LONG(1 / std::sqrt(x)), kMonotone}},
    {OpKind::kSine, {TW_LONG(std::sin(x)), Shape::kLipschitz}},
    {OpKind::kTan, {TW_LONG(std::tan(x)), kMonotone}},
    {OpKind::kTanh, {TW_LONG(std::tanh(x)), kMonotone}},
    {OpKind::kAcos, {TW_LONG(std::acos(x)), kMonotone}},
    {OpKind::kAcosh, {TW_LONG(std::acosh(x)), kMonotone}},
    {OpKind::kAsin, {TW_LONG(std::asin(x)), kMonotone}},
    {OpKind::kAsinh, {TW_LONG(std::asinh(x)), kMonotone}},
    {OpKind::kAtan, {TW_LONG(std::atan(x)), kMonotone}},
    {OpKind::kAtanh, {TW_LONG(std::atanh(x)), kMonotone}},
    {OpKind::kBesselI1e, {TW_LONG(BesselI1e(x)), kOther}},
    {OpKind::kCosh, {TW_LONG(std::cosh(x)), kMonotone}},
    {OpKind::kDigamma, {TW_LONG(Digamma(x)), kOther}},
    {OpKind::kErf, {TW_LONG(std::erf(x)), kMonotone}},
    {OpKind::kErfInv, {TW_LONG(ErfInv(x)), kMonotone}},
    {OpKind::kErfc, {TW_LONG(std::erfc(x)), kMonotone}},
    {OpKind::kLgamma, {TW_LONG(std::lgamma(x)), kOther}},
    {OpKind::kSinh, {TW_LONG(std::sinh(x)), kMonotone}},
    {OpKind::kAtan2, {TW_LONG(std::atan2(x, y)), kOther}},
    {OpKind::kPower, {TW_LONG(std::pow(x, y)), kOther}},
};

#undef TW_DOUBLE
#undef TW_LONG

}  // namespace

const Function* FindFunction(OpKind kind) {
  for (const Row& row : kRows) {
    if (row.kind == kind) return &row.function;
  }
  return nullptr;
}

long double AllowedError(OpKind kind, ElementType type, const long double* x,
                         long double value, Numerics numerics) {
  const bool is_gamma = kind == OpKind::kDigamma || kind == OpKind::kLgamma;
  if (is_gamma && x[0] < 0) {
    // Near their zeros the error is small against the terms that cancel.
    if (type == ElementType::kF64) return kUnknownRadius;
    return 3 * UlpOf(type, value) + 0x1p-40L * (1 + std::fabs(x[0]));
  }
  // Where they cross zero it is the reference that has few digits left.
  const long double slack = is_gamma ? 0x1p-58L : 0;
  const int least = kind == OpKind::kBesselI1e ? 4 : 3;
  return (numerics == Numerics::kTpu ? 8 : least) * UlpOf(type, value) + slack;
}

}  // namespace tilewright::reference
