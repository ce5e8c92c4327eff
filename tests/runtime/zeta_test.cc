// zeta and polygamma against sums of many terms in long double.
#include <cmath>
#include <limits>

#include "tests/runtime/program_harness.h"

namespace tilewright::runtime {
namespace {

// Two hundred terms, then Euler and Maclaurin's formula.
long double SumFrom(long double s, long double q) {
  constexpr long double kBernoulli[] = {1.0L / 12, -1.0L / 720, 1.0L / 30240};
  constexpr int kTerms = 200;
  const long double a = q + kTerms;
  long double rest = std::pow(a, 1 - s) / (s - 1) + std::pow(a, -s) / 2;
  long double factors = s;
  long double power = std::pow(a, -s - 1);
  for (int j = 0; j < 3; ++j) {
    rest += kBernoulli[j] * factors * power;
    factors *= (s + 2 * j + 1) * (s + 2 * j + 2);
    power /= a * a;
  }
  for (int k = kTerms - 1; k >= 0; --k) rest += std::pow(q + k, -s);
  return rest;
}

struct Argument {
  double first, second;
};

std::vector<double> RunBinary(const std::string& operation, ElementType type,
                              const std::vector<Argument>& arguments) {
  const int64_t n = static_cast<int64_t>(arguments.size());
  const std::string tensor = Type(type, {n});
  Array x({type, {n}}), y({type, {n}});
  for (int64_t i = 0; i < n; ++i) {
    x.SetReal(i, arguments[i].first);
    y.SetReal(i, arguments[i].second);
  }
  const std::string text =
      Main(absl::StrCat("%x: ", tensor, ", %y: ", tensor), tensor,
           absl::StrCat("%r = chlo.", operation, " %x, %y : ", tensor, ", ", tensor,
                        " -> ", tensor, "\nreturn %r : ", tensor));
  const absl::StatusOr<std::vector<Array>> outputs = RunText(text, {x, y});
  EXPECT_TRUE(outputs.ok()) << outputs.status();
  std::vector<double> values(n);
  for (int64_t i = 0; i < n && outputs.ok(); ++i) values[i] = (*outputs)[0].Real(i);
  return values;
}

// Of `want`, which is no zero.
double Ulps(double got, long double want, int digits) {
  const long double unit = std::ldexp(1.0L, std::ilogb(want) - digits + 1);
  return static_cast<double>(std::fabs(got - want) / unit);
}

std::vector<Argument> PositiveArguments() {
  std::vector<Argument> arguments;
  for (double s : {1.0009765625, 1.25, 1.5, 2.0, 2.75, 4.0, 7.5, 16.0, 40.0}) {
    for (double q : {0.0078125, 0.25, 0.75, 1.0, 1.5, 2.0, 3.125, 9.0, 31.5, 1000.0}) {
      arguments.push_back({s, q});
    }
  }
  return arguments;
}

TEST(Zeta, OfPositiveNumbersIsWithinFourUlp) {
  const std::vector<Argument> arguments = PositiveArguments();
  const std::vector<double> doubles = RunBinary("zeta", ElementType::kF64, arguments);
  const std::vector<double> floats = RunBinary("zeta", ElementType::kF32, arguments);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto [s, q] = arguments[i];
    const long double want = SumFrom(s, q);
    EXPECT_LE(Ulps(doubles[i], want, 53), 4) << s << ", " << q;
    const long double largest = std::numeric_limits<float>::max();
    if (want < 1e-37L || want > largest) continue;
    EXPECT_LE(Ulps(floats[i], want, 24), 0.51) << s << ", " << q;
  }
}

// Far below zero too, where terms on both sides of it count.
TEST(Zeta, OfNegativeNumbersIsTheSumOfAllTerms) {
  std::vector<Argument> arguments;
  for (double s : {2.0, 3.0, 4.0, 5.0, 12.0}) {
    for (double q : {-0.25, -0.75, -1.5, -7.375, -20.5, -150.125}) {
      arguments.push_back({s, q});
    }
  }
  const std::vector<double> got = RunBinary("zeta", ElementType::kF64, arguments);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto [s, q] = arguments[i];
    long double want = 0;
    long double size = 0;
    long double from = q;
    for (; from < 0; ++from) {
      want += std::pow(from, -static_cast<long double>(s));
      size += std::pow(-from, -static_cast<long double>(s));
    }
    want += SumFrom(s, from);
    size += SumFrom(s, from);
    EXPECT_LE(std::fabs(got[i] - want), 8 * 0x1p-53L * size * (1 + s)) << s << ", " << q;
  }
}

TEST(Zeta, NeitherOverflowsNorVanishesEarly) {
  const std::vector<double> got = RunBinary("zeta", ElementType::kF64,
                                            {{1.5, 1e300},
                                             {1.0001, 1e-300},
                                             {1e300, 2.0},
                                             {300.0, 1.0},
                                             {3.0, INFINITY},
                                             {2.0, 1e160}});
  EXPECT_NEAR(got[0] / 2e-150, 1, 1e-13);
  EXPECT_GT(got[1], 1e299);
  EXPECT_EQ(got[2], 0);
  EXPECT_EQ(got[3], 1);
  EXPECT_EQ(got[4], 0);
  EXPECT_NEAR(got[5] / 1e-160, 1, 1e-13);
}

TEST(Polygamma, IsAFactorialTimesZeta) {
  std::vector<Argument> arguments;
  for (double n : {1.0, 2.0, 3.0, 6.0, 11.0, 30.0}) {
    for (double x : {0.25, 1.0, 1.75, 6.0, 25.0}) arguments.push_back({n, x});
  }
  const std::vector<double> got = RunBinary("polygamma", ElementType::kF64, arguments);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto [n, x] = arguments[i];
    const long double size = std::tgamma(static_cast<long double>(n) + 1);
    const long double sign = std::fmod(n, 2.0) == 0 ? -1 : 1;
    EXPECT_LE(Ulps(got[i], sign * size * SumFrom(n + 1, x), 53), 5) << n << ", " << x;
  }
}

TEST(Polygamma, OfOrderZeroIsDigamma) {
  const std::vector<Argument> arguments = {{0, 0.5}, {0, 1}, {0, 7.25}, {0, -1.5}};
  const std::vector<double> got = RunBinary("polygamma", ElementType::kF64, arguments);
  EXPECT_NEAR(got[0], -1.9635100260214235, 1e-15);
  EXPECT_NEAR(got[1], -0.5772156649015329, 1e-15);
  EXPECT_NEAR(got[2], 1.910453526883736, 1e-15);
  EXPECT_NEAR(got[3], 0.7031566406452432, 1e-15);
}

}  // namespace
}  // namespace tilewright::runtime
