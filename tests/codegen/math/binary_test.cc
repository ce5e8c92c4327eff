// Power, arc tangent of two arguments and remainder against MPFR, and their
// special cases.
#include <cmath>
#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "tests/codegen/math/reference.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;

template <typename T>
constexpr ElementType kTypeOf = sizeof(T) == 4 ? ElementType::kF32 : ElementType::kF64;

template <typename T>
std::vector<T> RunBinary(OpKind kind, std::vector<T> x, std::vector<T> y) {
  size_t count = x.size();
  while (x.size() % 8 != 0) {
    x.push_back(1);
    y.push_back(1);
  }
  TestOp op{{kind}, {kTypeOf<T>, kTypeOf<T>}, kTypeOf<T>};
  absl::StatusOr<Kernel> kernel = Kernel::Make(op, 8, Numerics::kIeee);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<T> out(x.size());
  kernel->Run({x.data(), y.data()}, out.data(), static_cast<int64_t>(x.size()));
  out.resize(count);
  return out;
}

template <typename T>
std::vector<T> Specials() {
  T tiny = std::numeric_limits<T>::denorm_min();
  T huge = std::numeric_limits<T>::max();
  std::vector<T> values = {0,           1,      2, 3,       T(0.5),     T(0.3),
                           T(1.5),      T(2.5), 7, 1000,    huge,       tiny,
                           T(INFINITY), T(NAN), 4, T(1e30), T(16777215)};
  size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

// Random numbers of all sizes; the second operand within `spread` powers of two
// of the first, so that quotients and powers are not all trivial.
template <typename T>
void Random(int count, int exponents, int spread, std::vector<T>* x, std::vector<T>* y) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> mantissa(1, 2);
  for (int i = 0; i < count; ++i) {
    int e = static_cast<int>(random() % (2 * exponents)) - exponents;
    int d = static_cast<int>(random() % (2 * spread)) - spread;
    x->push_back(static_cast<T>(std::ldexp(mantissa(random), e)));
    y->push_back(static_cast<T>(std::ldexp(mantissa(random), e + d)));
    if (random() & 1) x->back() = -x->back();
    if (random() & 1) y->back() = -y->back();
  }
}

template <typename T>
double WorstUlp(OpKind kind, const std::vector<T>& x, const std::vector<T>& y,
                int (*reference)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)) {
  std::vector<T> got = RunBinary(kind, x, y);
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    Mp want;
    reference(want.get(), Mp(x[i]).get(), Mp(y[i]).get(), MPFR_RNDN);
    double ulp = UlpError(got[i], want, kTypeOf<T>);
    EXPECT_LE(ulp, 3) << x[i] << ", " << y[i] << " gave " << got[i];
    if (ulp > 3) return ulp;
    worst = std::max(worst, ulp);
  }
  return worst;
}

template <typename T>
class BinaryMath : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(BinaryMath, Reals);

TYPED_TEST(BinaryMath, PowerIsWithinThreeUlp) {
  using T = TypeParam;
  std::vector<T> x, y;
  std::mt19937_64 random(9);
  double span = sizeof(T) == 4 ? 60 : 500;
  std::uniform_real_distribution<double> log(-span, span), exponent(-2.2, 2.2);
  for (int i = 0; i < 20000; ++i) {
    x.push_back(static_cast<T>(std::exp2(log(random))));
    y.push_back(static_cast<T>(exponent(random)));
  }
  std::uniform_real_distribution<double> near(0.9, 1.1), large(-6000, 6000);
  for (int i = 0; i < 20000; ++i) {
    x.push_back(static_cast<T>(near(random)));
    y.push_back(static_cast<T>(large(random)));
  }
  for (int i = 0; i < 2000; ++i) {
    x.push_back(-static_cast<T>(std::exp2(log(random) / 20)));
    y.push_back(static_cast<T>(static_cast<int>(exponent(random) * 10)));
  }
  double worst = WorstUlp(OpKind::kPower, x, y, mpfr_pow);
  std::printf("| stablehlo.power | f%zu | %.2f |\n", 8 * sizeof(T), worst);
}

// All pairs; the same infinities, zeros with their signs and NaNs as C's.
template <typename T>
void CheckSpecials(OpKind kind, double (*reference)(double, double)) {
  std::vector<T> x, y;
  for (T a : Specials<T>()) {
    for (T b : Specials<T>()) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  std::vector<T> got = RunBinary(kind, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    T want = static_cast<T>(reference(x[i], y[i]));
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(got[i])) << x[i] << ", " << y[i] << " gave " << got[i];
    } else if (want == 0 || std::isinf(want)) {
      EXPECT_EQ(got[i], want) << x[i] << ", " << y[i];
      EXPECT_EQ(std::signbit(got[i]), std::signbit(want)) << x[i] << ", " << y[i];
    } else {
      EXPECT_LE(std::fabs(got[i] / want - 1), 4 * std::numeric_limits<T>::epsilon())
          << x[i] << ", " << y[i] << " gave " << got[i] << " not " << want;
    }
  }
}

TYPED_TEST(BinaryMath, PowerHasTheSpecialCasesOfC) {
  CheckSpecials<TypeParam>(OpKind::kPower, std::pow);
}

TYPED_TEST(BinaryMath, ArcTangentIsWithinThreeUlp) {
  std::vector<TypeParam> x, y;
  Random(20000, sizeof(TypeParam) == 4 ? 100 : 900, 12, &x, &y);
  double worst = WorstUlp(OpKind::kAtan2, x, y, mpfr_atan2);
  std::printf("| stablehlo.atan2 | f%zu | %.2f |\n", 8 * sizeof(TypeParam), worst);
}

TYPED_TEST(BinaryMath, ArcTangentHasTheSpecialCasesOfC) {
  CheckSpecials<TypeParam>(OpKind::kAtan2, std::atan2);
}

TYPED_TEST(BinaryMath, RemainderIsExactForEveryQuotient) {
  using T = TypeParam;
  std::vector<T> x, y;
  Random(20000, sizeof(T) == 4 ? 60 : 450, 4, &x, &y);
  Random(20000, sizeof(T) == 4 ? 60 : 450, 60, &x, &y);
  Random(20000, sizeof(T) == 4 ? 60 : 500, sizeof(T) == 4 ? 66 : 520, &x, &y);
  for (T a : Specials<T>()) {
    for (T b : Specials<T>()) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  x.push_back(std::numeric_limits<T>::max());
  y.push_back(std::numeric_limits<T>::denorm_min() * 3);
  std::vector<T> got = RunBinary(OpKind::kRemainder, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    T want = std::fmod(x[i], y[i]);
    bool same = std::isnan(want) ? std::isnan(got[i])
                                 : std::memcmp(&want, &got[i], sizeof(T)) == 0;
    ASSERT_TRUE(same) << x[i] << " mod " << y[i] << " gave " << got[i] << " not " << want;
  }
}

TYPED_TEST(BinaryMath, NextAfterIsTheNeighbour) {
  using T = TypeParam;
  std::vector<T> x, y;
  for (T a : Specials<T>()) {
    for (T b : Specials<T>()) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  std::vector<T> got = RunBinary(OpKind::kNextAfter, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    T want = std::nextafter(x[i], y[i]);
    bool same = std::isnan(want) ? std::isnan(got[i])
                                 : std::memcmp(&want, &got[i], sizeof(T)) == 0;
    EXPECT_TRUE(same) << x[i] << " towards " << y[i] << " gave " << got[i];
  }
}

}  // namespace
}  // namespace tilewright::codegen
