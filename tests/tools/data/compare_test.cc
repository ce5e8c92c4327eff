#include "tools/data/compare.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tilewright::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <typename T>
std::vector<uint8_t> Bytes(const std::vector<T>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string DifferenceOf(std::vector<double> got, std::vector<double> want, double rtol) {
  TensorType type{ElementType::kF64, {static_cast<int64_t>(want.size())}};
  std::vector<uint8_t> g = Bytes(got), w = Bytes(want);
  return Difference({&type, g}, {&type, w}, rtol);
}

std::string Close(std::vector<float> actual, std::vector<float> expected, int64_t max_ulp,
                  int64_t min_ulp = 0) {
  TensorType type{ElementType::kF32, {static_cast<int64_t>(actual.size())}};
  std::vector<uint8_t> a = Bytes(actual), e = Bytes(expected);
  Expectation expectation;
  expectation.kind = Expectation::Kind::kClose;
  expectation.min_ulp = min_ulp;
  expectation.max_ulp = max_ulp;
  return CheckExpectation(expectation, {&type, a}, {&type, e});
}

TEST(ToleranceFor, IsThatOfTheCoarsestFloatingType) {
  EXPECT_EQ(ToleranceFor({ElementType::kF64, ElementType::kI32}), 1e-10);
  EXPECT_EQ(ToleranceFor({ElementType::kF64, ElementType::kC64}), 2e-5);
  EXPECT_EQ(ToleranceFor({ElementType::kF32, ElementType::kF16}), 2e-3);
  EXPECT_EQ(ToleranceFor({ElementType::kF16, ElementType::kBF16}), 2e-2);
  EXPECT_EQ(ToleranceFor({ElementType::kF8E5M2, ElementType::kF32}), 2e-2);
  EXPECT_EQ(ToleranceFor({ElementType::kI32}), 0);
}

TEST(Difference, IsRelativeToTheLargestExpectedMagnitude) {
  EXPECT_THAT(DifferenceOf({100, 0.5}, {100, 0}, 1e-2), IsEmpty());
  EXPECT_THAT(DifferenceOf({100, 1.5}, {100, 0}, 1e-2),
              HasSubstr("1 of 2 differ; at [1]"));
  EXPECT_THAT(DifferenceOf({0.5}, {0}, 1e-2), Not(IsEmpty()));
}

TEST(Compare, AddsBothTolerancesAndTellsTheWorstElement) {
  const TensorType type{ElementType::kF64, {2, 2}};
  const std::vector<uint8_t> got = Bytes<double>({1.5, 10, -3, 12}),
                             want = Bytes<double>({1, 10, -4, 10});
  const TensorView g{&type, got}, w{&type, want};
  EXPECT_FALSE(Compare(g, w, {.relative = 0.1, .absolute = 1}).has_value());
  EXPECT_FALSE(Compare(g, w, {.absolute = 2}).has_value());
  const std::optional<Mismatch> mismatch = Compare(g, w, {.absolute = 0.75});
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(mismatch->differing, 2);
  EXPECT_EQ(mismatch->elements, 4);
  EXPECT_EQ(mismatch->index, "[1, 1]");
  EXPECT_EQ(mismatch->got, "12");
  EXPECT_EQ(mismatch->expected, "10");
}

TEST(Compare, OfIntegersTellsTheOneThatIsFurthestOff) {
  const TensorType type{ElementType::kI32, {3}};
  const std::vector<uint8_t> got = Bytes<int32_t>({1, 5, -9}),
                             want = Bytes<int32_t>({2, 5, 4});
  const std::optional<Mismatch> mismatch = Compare({&type, got}, {&type, want}, {});
  ASSERT_TRUE(mismatch.has_value());
  EXPECT_EQ(MismatchText(*mismatch), "2 of 3 differ; at [2] got -9, expected 4");
}

TEST(Compare, SaysWhereNothingThatIsExpectedIsFinite) {
  EXPECT_THAT(DifferenceOf({1}, {kInfinity}, 1e-2), HasSubstr("zero or not finite"));
}

TEST(Difference, IntegersAreEqualUnlessTheyHaveAToleranceOfTheirOwn) {
  TensorType type{ElementType::kI32, {2}};
  std::vector<uint8_t> got = Bytes<int32_t>({-98, 0}), want = Bytes<int32_t>({-100, 1});
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 1e9), HasSubstr("2 of 2 differ"));
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 0, 0.02), IsEmpty());
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 0, 0.015),
              HasSubstr("1 of 2 differ; at [0] got -98, expected -100"));
  type.element = ElementType::kU64;
  type.dims = {1};
  got = Bytes<uint64_t>({~uint64_t{0}});
  want = Bytes<uint64_t>({~uint64_t{0} - 1});
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 0, 0), Not(IsEmpty()));
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 0, 1e-15), IsEmpty());
  type = {ElementType::kI1, {1}};
  got = {1}, want = {0};
  EXPECT_THAT(Difference({&type, got}, {&type, want}, 1e9, 1e9), Not(IsEmpty()));
}

TEST(Difference, InfiniteExpectedValuesDoNotWidenTheTolerance) {
  EXPECT_THAT(DifferenceOf({kInfinity, 2}, {kInfinity, 1}, 1e-2), Not(IsEmpty()));
}

TEST(Difference, AllExpectedZeroDemandsZeros) {
  EXPECT_THAT(DifferenceOf({0, -0.0}, {0, 0}, 1e-2), IsEmpty());
  EXPECT_THAT(DifferenceOf({0, 1e-30}, {0, 0}, 1e-2), HasSubstr("all expected are zero"));
}

TEST(Difference, NanMatchesNanOnlyAndInfinityItselfOnly) {
  EXPECT_THAT(DifferenceOf({kNan, -kInfinity}, {kNan, -kInfinity}, 0.1), IsEmpty());
  EXPECT_THAT(DifferenceOf({kNan}, {1}, 0.1), Not(IsEmpty()));
  EXPECT_THAT(DifferenceOf({1}, {kNan}, 0.1), Not(IsEmpty()));
  EXPECT_THAT(DifferenceOf({-kInfinity}, {kInfinity}, 0.1), Not(IsEmpty()));
  EXPECT_THAT(DifferenceOf({1e308}, {kInfinity}, 0.1), Not(IsEmpty()));
  EXPECT_THAT(DifferenceOf({kInfinity}, {1e308}, 10), Not(IsEmpty()));
}

TEST(Difference, IntegersAreExactWhateverTheTolerance) {
  TensorType type{ElementType::kI32, {2}};
  std::vector<uint8_t> a = Bytes<int32_t>({1, 2}), b = Bytes<int32_t>({1, 3});
  EXPECT_THAT(Difference({&type, a}, {&type, b}, 1e9),
              HasSubstr("at [1] got 2, expected 3"));
}

TEST(Difference, TypesAndShapesAreEqual) {
  TensorType row{ElementType::kF32, {1, 2}}, column{ElementType::kF32, {2, 1}};
  std::vector<uint8_t> bytes(8);
  EXPECT_THAT(Difference({&row, bytes}, {&column, bytes}, 1),
              HasSubstr("tensor<2x1xf32>"));
}

TEST(Difference, ComplexNumbersAreComparedByComponent) {
  TensorType type{ElementType::kC64, {1}};
  std::vector<uint8_t> a = Bytes<float>({1, 2}), b = Bytes<float>({1, 2.5f});
  EXPECT_THAT(Difference({&type, a}, {&type, b}, 1e-2), HasSubstr("at [0] (imaginary)"));
}

TEST(ExpectClose, CountsBitPatterns) {
  float up = std::nextafter(1.0f, 2.0f);
  EXPECT_THAT(Close({up}, {1.0f}, 1), IsEmpty());
  EXPECT_THAT(Close({up}, {1.0f}, 0), HasSubstr("1 ULP apart"));
  EXPECT_THAT(Close({1.0f}, {1.0f}, 3, 1), HasSubstr("0 ULP apart"));
}

TEST(ExpectClose, PassesThroughZero) {
  float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_THAT(Close({-0.0f}, {0.0f}, 0), IsEmpty());
  EXPECT_THAT(Close({tiny}, {-tiny}, 2), IsEmpty());
  EXPECT_THAT(Close({tiny}, {-tiny}, 1), Not(IsEmpty()));
}

TEST(ExpectClose, NotFiniteIsCloseToItselfOnly) {
  float infinity = std::numeric_limits<float>::infinity();
  float largest = std::numeric_limits<float>::max();
  EXPECT_THAT(Close({infinity}, {infinity}, 0), IsEmpty());
  EXPECT_THAT(Close({std::nanf("1")}, {-std::nanf("2")}, 0), IsEmpty());
  EXPECT_THAT(Close({largest}, {infinity}, 1000), Not(IsEmpty()));
  EXPECT_THAT(Close({std::nanf("1")}, {1.0f}, 1000), Not(IsEmpty()));
}

TEST(ExpectAlmostEq, ToleranceIsAbsoluteAndWithinOneSign) {
  TensorType type{ElementType::kF64, {1}};
  Expectation expectation;
  expectation.kind = Expectation::Kind::kAlmostEqual;
  expectation.tolerance = 0.1;
  auto check = [&](double actual, double expected) {
    std::vector<uint8_t> a = Bytes<double>({actual}), e = Bytes<double>({expected});
    return CheckExpectation(expectation, {&type, a}, {&type, e});
  };
  EXPECT_THAT(check(1.05, 1), IsEmpty());
  EXPECT_THAT(check(1.2, 1), Not(IsEmpty()));
  EXPECT_THAT(check(-0.01, 0.01), Not(IsEmpty()));
  EXPECT_THAT(check(kInfinity, 1), Not(IsEmpty()));
  EXPECT_THAT(check(kNan, kNan), IsEmpty());
}

}  // namespace
}  // namespace tilewright::tools
