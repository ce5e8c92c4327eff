// Complex functions against the C library's in long double, measured against
// the absolute value of the result, and the special values of Annex G.
#include <complex>
#include <cstring>
#include <random>

#include "gtest/gtest.h"
#include "tests/codegen/scalar/harness.h"

namespace tilewright::codegen {
namespace {

using ir::ElementType;
using ir::OpKind;
using Wide = std::complex<long double>;

struct Function {
  OpKind kind;
  Wide (*reference)(const Wide&);
  double span;   // parts are up to this size
  bool annex_g;  // special values are those of Annex G
};

Wide Expm1(const Wide& z) {
  long double half = std::sin(z.imag() / 2);
  return Wide(std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half,
              std::exp(z.real()) * std::sin(z.imag()));
}
Wide Log1p(const Wide& z) {
  long double u = z.real() * (2 + z.real()) + z.imag() * z.imag();
  if (u < -0.5L) return std::log(1.0L + z);
  return Wide(std::log1p(u) / 2, std::arg(1.0L + z));
}

const Function kFunctions[] = {
    {OpKind::kExponential, [](const Wide& z) { return std::exp(z); }, 80, true},
    {OpKind::kExponentialMinusOne, Expm1, 2, false},
    {OpKind::kLog, [](const Wide& z) { return std::log(z); }, 4, true},
    {OpKind::kLogPlusOne, Log1p, 1, false},
    {OpKind::kSqrt, [](const Wide& z) { return std::sqrt(z); }, 1000, true},
    {OpKind::kRsqrt, [](const Wide& z) { return 1.0L / std::sqrt(z); }, 1000, false},
    {OpKind::kCbrt, [](const Wide& z) { return std::pow(z, 1.0L / 3); }, 10, false},
    {OpKind::kSine, [](const Wide& z) { return std::sin(z); }, 20, true},
    {OpKind::kCosine, [](const Wide& z) { return std::cos(z); }, 20, true},
    {OpKind::kTan, [](const Wide& z) { return std::tan(z); }, 4, true},
    {OpKind::kTanh, [](const Wide& z) { return std::tanh(z); }, 4, true},
    {OpKind::kSinh, [](const Wide& z) { return std::sinh(z); }, 40, true},
    {OpKind::kCosh, [](const Wide& z) { return std::cosh(z); }, 40, true},
    {OpKind::kAsin, [](const Wide& z) { return std::asin(z); }, 3, true},
    {OpKind::kAcos, [](const Wide& z) { return std::acos(z); }, 3, true},
    {OpKind::kAtan, [](const Wide& z) { return std::atan(z); }, 3, true},
    {OpKind::kAsinh, [](const Wide& z) { return std::asinh(z); }, 3, true},
    {OpKind::kAcosh, [](const Wide& z) { return std::acosh(z); }, 3, true},
    {OpKind::kAtanh, [](const Wide& z) { return std::atanh(z); }, 3, true},
    {OpKind::kLogistic, [](const Wide& z) { return 1.0L / (1.0L + std::exp(-z)); }, 2,
     false},
    {OpKind::kSign, [](const Wide& z) { return std::abs(z) == 0 ? z : z / std::abs(z); },
     1000, false},
};

template <typename T>
std::vector<std::complex<T>> RunUnary(OpKind kind, std::vector<std::complex<T>> in) {
  ElementType type = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;
  size_t count = in.size();
  while (in.size() % 4 != 0) in.push_back(1);
  absl::StatusOr<Kernel> kernel =
      Kernel::Make({{kind}, {type}, type}, 4, Numerics::kIeee);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<std::complex<T>> out(in.size());
  kernel->Run({in.data()}, out.data(), static_cast<int64_t>(in.size()));
  out.resize(count);
  return out;
}

template <typename T>
void CheckFunction(const Function& function) {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> uniform(-function.span, function.span);
  std::uniform_real_distribution<double> size(-30, 0);
  std::vector<std::complex<T>> in;
  for (int i = 0; i < 20000; ++i) {
    double scale = i % 4 == 0 ? std::exp2(size(random)) : 1;
    double other = i % 3 == 0 ? std::exp2(size(random)) : scale;
    in.push_back({static_cast<T>(uniform(random) * scale),
                  static_cast<T>(uniform(random) * other)});
  }
  std::vector<std::complex<T>> got = RunUnary<T>(function.kind, in);
  double worst = 0;
  std::complex<T> at;
  for (size_t i = 0; i < in.size(); ++i) {
    Wide want = function.reference(Wide(in[i].real(), in[i].imag()));
    long double norm = std::abs(want);
    if (!(norm < std::numeric_limits<T>::max() / 4)) continue;
    int exponent = std::max(std::ilogb(norm), std::numeric_limits<T>::min_exponent);
    long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
    Wide error = Wide(got[i].real(), got[i].imag()) - want;
    double ulp = static_cast<double>(std::abs(error) / unit);
    if (!(ulp <= worst)) {
      worst = ulp;
      at = in[i];
    }
  }
  EXPECT_LE(worst, 8) << "at " << at;
  std::printf("| %s | complex<f%zu> | %.2f |\n", ir::Name(function.kind).data(),
              8 * sizeof(T), worst);
}

class ComplexMath : public testing::TestWithParam<Function> {};

TEST_P(ComplexMath, OfFloatsIsWithinEightUlp) { CheckFunction<float>(GetParam()); }
TEST_P(ComplexMath, OfDoublesIsWithinEightUlp) { CheckFunction<double>(GetParam()); }

// NaN matches NaN, an infinity itself, a zero a zero of the same sign.
template <typename T>
bool Alike(T got, long double want) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isinf(want)) return got == want;
  if (want == 0) return got == 0 && std::signbit(got) == std::signbit(want);
  return std::fabs(got / want - 1) < 1e-5;
}

TEST_P(ComplexMath, HasTheSpecialValuesOfAnnexG) {
  if (!GetParam().annex_g) GTEST_SKIP() << "Annex G does not say";
  double infinity = INFINITY;
  std::vector<double> parts = {0.0, -0.0, 1, -1, 0.5, -2, infinity, -infinity, NAN};
  std::vector<std::complex<double>> in;
  for (double re : parts) {
    for (double im : parts) in.push_back({re, im});
  }
  std::vector<std::complex<double>> got = RunUnary<double>(GetParam().kind, in);
  for (size_t i = 0; i < in.size(); ++i) {
    Wide want = GetParam().reference(Wide(in[i].real(), in[i].imag()));
    bool finite = std::isfinite(in[i].real()) && std::isfinite(in[i].imag());
    double re = got[i].real(), im = got[i].imag();
    // The sign of a zero or an infinity is unspecified where the direction is.
    if (!finite) {
      bool no_direction = !std::isfinite(in[i].imag()) || !std::isfinite(in[i].real());
      if (no_direction && (want.real() == 0 || std::isinf(want.real())) &&
          (std::isnan(want.imag()) || std::isinf(want.real()) || want.real() == 0)) {
        re = std::copysign(re, static_cast<double>(want.real()));
      }
      if (no_direction && (want.imag() == 0 || std::isinf(want.imag()))) {
        im = std::copysign(im, static_cast<double>(want.imag()));
      }
    }
    EXPECT_TRUE(Alike(re, want.real()) && Alike(im, want.imag()))
        << in[i] << " gave " << got[i] << " not " << want;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, ComplexMath, testing::ValuesIn(kFunctions),
                         [](const testing::TestParamInfo<Function>& info) {
                           return std::string(ir::ShortName(info.param.kind));
                         });

template <typename T>
std::vector<std::complex<T>> RunBinary(OpKind kind, std::vector<std::complex<T>> x,
                                       std::vector<std::complex<T>> y) {
  ElementType type = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;
  absl::StatusOr<Kernel> kernel =
      Kernel::Make({{kind}, {type, type}, type}, 4, Numerics::kIeee);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  std::vector<std::complex<T>> out(x.size());
  kernel->Run({x.data(), y.data()}, out.data(), static_cast<int64_t>(x.size()));
  return out;
}

template <typename T>
void CheckDivision(int span) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<std::complex<T>> x, y;
  for (int i = 0; i < 20000; ++i) {
    int e = static_cast<int>(random() % (2 * span)) - span;
    double a = std::ldexp(1.0, e);
    double b = std::ldexp(1.0, i % 2 ? e + static_cast<int>(random() % 8)
                                     : static_cast<int>(random() % span) - span / 2);
    x.push_back({static_cast<T>(part(random) * a), static_cast<T>(part(random) * a)});
    y.push_back({static_cast<T>(part(random) * b), static_cast<T>(part(random) * b)});
  }
  std::vector<std::complex<T>> got = RunBinary(OpKind::kDivide, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    Wide want = Wide(x[i].real(), x[i].imag()) / Wide(y[i].real(), y[i].imag());
    long double norm = std::abs(want);
    if (!(norm < std::numeric_limits<T>::max() / 4)) continue;
    if (norm < std::numeric_limits<T>::min()) continue;
    Wide error = Wide(got[i].real(), got[i].imag()) - want;
    ASSERT_LE(std::abs(error) / norm, 4 * std::numeric_limits<T>::epsilon())
        << x[i] << " / " << y[i] << " gave " << got[i];
  }
}

TEST(ComplexArithmetic, DivisionNeitherOverflowsNorUnderflowsEarly) {
  CheckDivision<float>(120);
  CheckDivision<double>(1000);
}

TEST(ComplexArithmetic, APartThatFitsIsRightBesideOneThatOverflows) {
  const double most = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::min();
  // Four lanes are run at once.
  const auto got =
      RunBinary<double>(OpKind::kDivide, {{-0.5, most}, {most, 0.25}, {1, 1}, {1, 1}},
                        {{least, 0}, {least, 0}, {1, 0}, {1, 0}});
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(got[0], std::complex<double>(-0.5 / least, infinity));
  EXPECT_EQ(got[1], std::complex<double>(infinity, 0.25 / least));
}

TEST(ComplexArithmetic, ASquareIsZeroWherePartsAreEqualHoweverLarge) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double most = std::numeric_limits<double>::max();
  const std::complex<double> x[] = {
      {most, most}, {-most, most}, {1e155, 2e155}, {most, 1}, {infinity, infinity}};
  std::complex<double> got[5];
  absl::StatusOr<Kernel> kernel = Kernel::Make(
      {{OpKind::kSquare}, {ElementType::kC128}, ElementType::kC128}, 0, Numerics::kIeee);
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  kernel->Run({x}, got, 5);
  EXPECT_EQ(got[0], std::complex<double>(0, infinity));
  EXPECT_EQ(got[1], std::complex<double>(0, -infinity));
  EXPECT_EQ(got[2], std::complex<double>(-infinity, infinity));
  EXPECT_EQ(got[3], std::complex<double>(infinity, infinity));
  EXPECT_TRUE(std::isnan(got[4].real()));
  EXPECT_EQ(got[4].imag(), infinity);
}

// The error of the logarithm grows with the exponent.
TEST(ComplexArithmetic, PowerIsExpOfLog) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> part(-3, 3);
  std::vector<std::complex<double>> x, y;
  for (int i = 0; i < 4000; ++i) {
    x.push_back({part(random), part(random)});
    y.push_back({part(random), part(random)});
  }
  std::vector<std::complex<double>> got = RunBinary(OpKind::kPower, x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    Wide want = std::pow(Wide(x[i].real(), x[i].imag()), Wide(y[i].real(), y[i].imag()));
    Wide error = Wide(got[i].real(), got[i].imag()) - want;
    long double size = std::abs(Wide(y[i].real(), y[i].imag()) *
                                std::log(Wide(x[i].real(), x[i].imag())));
    EXPECT_LE(std::abs(error) / std::abs(want), (4 + 2 * size) * 0x1p-52)
        << x[i] << " ^ " << y[i];
  }
  std::complex<double> zero, one = 1;
  got = RunBinary<double>(OpKind::kPower, {zero, zero, one, zero},
                          {zero, one, zero, std::complex<double>(2, 1)});
  EXPECT_EQ(got[0], one);
  EXPECT_EQ(got[1], zero);
  EXPECT_EQ(got[2], one);
  EXPECT_EQ(got[3], zero);
}

// Conditioned as the arc tangent of the quotient is, which has poles at i and -i.
template <typename T>
void CheckAtan2() {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-3, 3);
  std::vector<std::complex<T>> y, x;
  for (int i = 0; i < 20000; ++i) {
    y.push_back({static_cast<T>(part(random)), static_cast<T>(part(random))});
    x.push_back({static_cast<T>(part(random)), static_cast<T>(part(random))});
  }
  const std::vector<std::complex<T>> got = RunBinary(OpKind::kAtan2, y, x);
  const Wide i(0, 1);
  for (size_t k = 0; k < x.size(); ++k) {
    const Wide a(y[k].real(), y[k].imag()), b(x[k].real(), x[k].imag());
    const Wide want = -i * std::log((b + i * a) / std::sqrt(b * b + a * a));
    const Wide error = Wide(got[k].real(), got[k].imag()) - want;
    const long double condition = 1 + std::abs(a * b) / std::abs(a * a + b * b);
    ASSERT_LE(std::abs(error),
              8 * condition * std::abs(want) * std::numeric_limits<T>::epsilon())
        << y[k] << ", " << x[k] << " gave " << got[k] << " not " << want;
  }
}

TEST(ComplexArithmetic, Atan2IsALogarithm) {
  CheckAtan2<float>();
  CheckAtan2<double>();
}

TEST(ComplexArithmetic, Atan2OfRealNumbersIsTheRealOne) {
  std::vector<std::complex<double>> y, x;
  for (double a : {-2.0, -1.0, 0.0, 0.5, 1.0, 1e-200, 1e150}) {
    for (double b : {-3.0, -1.0, 0.0, 0.25, 1.0, 1e-200, 1e150}) {
      if (a == 0 && b == 0) continue;
      y.push_back(a);
      x.push_back(b);
    }
  }
  const std::vector<std::complex<double>> got = RunBinary(OpKind::kAtan2, y, x);
  for (size_t k = 0; k < x.size(); ++k) {
    EXPECT_NEAR(got[k].real(), std::atan2(y[k].real(), x[k].real()), 1e-15)
        << y[k] << ", " << x[k];
    EXPECT_EQ(got[k].imag(), 0) << y[k] << ", " << x[k];
  }
}

}  // namespace
}  // namespace tilewright::codegen
