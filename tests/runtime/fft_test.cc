#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "runtime/routines/routines.h"

namespace tilewright::runtime {
namespace {

using ir::AttributeName;
using ir::Dims;
using ir::ElementType;
using Complex = std::complex<double>;

std::vector<Complex> Numbers(int64_t count) {
  std::vector<Complex> numbers(count);
  uint32_t seed = 7;
  auto next = [&seed] {
    seed = seed * 1664525 + 1013904223;
    return static_cast<double>(seed >> 8) / (1 << 23) - 1;
  };
  for (Complex& number : numbers) number = {next(), next()};
  return numbers;
}

// By the definition, scaled as IFFT is when `inverse`.
std::vector<Complex> Definition(const std::vector<Complex>& x, bool inverse) {
  int64_t n = static_cast<int64_t>(x.size());
  std::vector<Complex> y(n);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) {
      double angle = 2 * std::numbers::pi * static_cast<double>(j * k % n) / n;
      y[k] += x[j] * std::polar(1.0, inverse ? angle : -angle);
    }
    if (inverse) y[k] /= static_cast<double>(n);
  }
  return y;
}

template <typename T>
constexpr ElementType kTypeOf = ElementType::kF64;
template <>
constexpr ElementType kTypeOf<float> = ElementType::kF32;
template <>
constexpr ElementType kTypeOf<Complex> = ElementType::kC128;
template <>
constexpr ElementType kTypeOf<std::complex<float>> = ElementType::kC64;

template <typename In, typename Out>
std::vector<Out> RunFft(std::string kind, Dims length, Dims in_dims, Dims out_dims,
                        const std::vector<In>& x,
                        const RoutineThreads& threads = {1, RunSerially}) {
  plan::RoutineStep step;
  step.routine = "fft";
  step.attributes.Set(AttributeName::kFftType, kind);
  step.attributes.Set(AttributeName::kFftLength, length);
  step.operand_types = {{kTypeOf<In>, in_dims}};
  step.result_types = {{kTypeOf<Out>, out_dims}};
  std::vector<Out> y(step.result_types[0].num_elements(), Out(77));
  const void* operand = x.data();
  void* result = y.data();
  absl::Status status = RunRoutine(step, absl::MakeConstSpan(&operand, 1),
                                   absl::MakeSpan(&result, 1), threads);
  EXPECT_TRUE(status.ok()) << status;
  return y;
}

// One line, of `n` elements on its real side where it has one.
template <typename In, typename Out>
std::vector<Out> RunLine(const std::string& kind, int64_t n, const std::vector<In>& x) {
  const int64_t out = kind == "RFFT" ? n / 2 + 1 : n;
  return RunFft<In, Out>(kind, {n}, {static_cast<int64_t>(x.size())}, {out}, x);
}

template <typename T>
void ExpectClose(const std::vector<T>& got, const std::vector<Complex>& want,
                 double error) {
  double largest = 0;
  for (const Complex& value : want) largest = std::max(largest, std::abs(value));
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_LE(std::abs(Complex(got[i]) - want[i]), error * largest) << i;
  }
}

// 2 to 5, other small primes, powers, products, large primes.
constexpr int64_t kLengths[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,   11,  13,  16,
                                17, 25, 30, 31, 37, 64, 97, 121, 128, 210, 331, 1024};

TEST(Fft, EveryLengthAgreesWithTheDefinition) {
  for (int64_t n : kLengths) {
    std::vector<Complex> x = Numbers(n);
    for (bool inverse : {false, true}) {
      std::vector<Complex> want = Definition(x, inverse);
      ExpectClose(RunLine<Complex, Complex>(inverse ? "IFFT" : "FFT", n, x), want, 1e-13);
      std::vector<std::complex<float>> narrow(x.begin(), x.end());
      ExpectClose(RunLine<std::complex<float>, std::complex<float>>(
                      inverse ? "IFFT" : "FFT", n, narrow),
                  want, 1e-6);
    }
  }
}

TEST(Fft, RealTransformsAreHalfOfTheComplexOnes) {
  for (int64_t n : kLengths) {
    std::vector<Complex> x = Numbers(n);
    std::vector<double> real(n);
    for (int64_t i = 0; i < n; ++i) x[i] = real[i] = x[i].real();
    std::vector<Complex> spectrum = RunLine<double, Complex>("RFFT", n, real);
    ExpectClose(spectrum, Definition(x, false), 1e-13);
    // What must be real is taken as real.
    spectrum[0].imag(5);
    if (n % 2 == 0) spectrum[n / 2].imag(-3);
    ExpectClose(RunLine<Complex, double>("IRFFT", n, spectrum), x, 1e-13);
  }
}

TEST(Fft, LinesOfABatchDoNotMixAndAreEqualToASingleOne) {
  constexpr int64_t kN = 24;
  for (int64_t batch : {1, 2, 4, 5, 8, 11, 17, 33}) {
    std::vector<Complex> x = Numbers(kN * batch);
    x[0] = std::nan("");
    std::vector<Complex> all =
        RunFft<Complex, Complex>("FFT", {kN}, {batch, kN}, {batch, kN}, x);
    for (int64_t b = 1; b < batch; ++b) {
      std::vector<Complex> line(x.begin() + b * kN, x.begin() + (b + 1) * kN);
      EXPECT_EQ((RunLine<Complex, Complex>("FFT", kN, line)),
                std::vector<Complex>(all.begin() + b * kN, all.begin() + (b + 1) * kN));
    }
  }
}

// Long enough to be cut into rows and columns when they are alone: of small factors, of
// unequal ones, and a prime.
constexpr int64_t kLongLengths[] = {4096, 4620, 5000, 8191, 16384};

TEST(Fft, ALongLineIsWhatItIsInABatch) {
  constexpr int64_t kBatch = 20;
  for (int64_t n : kLongLengths) {
    std::vector<Complex> x = Numbers(n * kBatch);
    const std::vector<Complex> line(x.begin(), x.begin() + n);
    const std::vector<std::complex<float>> narrow(line.begin(), line.end());
    for (const char* kind : {"FFT", "IFFT"}) {
      std::vector<Complex> want =
          RunFft<Complex, Complex>(kind, {n}, {kBatch, n}, {kBatch, n}, x);
      want.resize(n);
      ExpectClose(RunLine<Complex, Complex>(kind, n, line), want, 1e-14);
      ExpectClose(RunLine<std::complex<float>, std::complex<float>>(kind, n, narrow),
                  want, 1e-6);
    }
  }
}

TEST(Fft, ALongRealLineIsTheRealPartOfAComplexOne) {
  for (int64_t n : kLongLengths) {
    std::vector<Complex> x = Numbers(n);
    std::vector<double> real(n);
    for (int64_t i = 0; i < n; ++i) x[i] = real[i] = x[i].real();
    std::vector<Complex> want = RunLine<Complex, Complex>("FFT", n, x);
    want.resize(n / 2 + 1);
    std::vector<Complex> spectrum = RunLine<double, Complex>("RFFT", n, real);
    ExpectClose(spectrum, want, 1e-14);
    ExpectClose(RunLine<Complex, double>("IRFFT", n, spectrum), x, 1e-14);
  }
}

TEST(Fft, SinglePrecisionIsGoodForSevenDigitsOfRealLinesToo) {
  for (int64_t n : kLengths) {
    std::vector<Complex> x = Numbers(n);
    std::vector<float> real(n);
    for (int64_t i = 0; i < n; ++i) {
      real[i] = static_cast<float>(x[i].real());
      x[i] = real[i];
    }
    std::vector<std::complex<float>> spectrum =
        RunLine<float, std::complex<float>>("RFFT", n, real);
    ExpectClose(spectrum, Definition(x, false), 1e-6);
    ExpectClose(RunLine<std::complex<float>, float>("IRFFT", n, spectrum), x, 1e-6);
  }
}

// Step by step, from the last, by three workers in turn.
void RunBackwards(int64_t steps, RoutineThreads::Body body) {
  for (int64_t s = steps - 1; s >= 0; --s) body(s, s + 1, static_cast<int>(s % 3));
}

TEST(Fft, WhoTransformsALineDoesNotShow) {
  for (const auto& [n, batch] : {std::pair<int64_t, int64_t>{96, 77}, {5000, 1}}) {
    const std::vector<Complex> x = Numbers(n * batch);
    const std::vector<std::complex<float>> narrow(x.begin(), x.end());
    const auto run = [&, n = n, batch = batch](const RoutineThreads& threads) {
      return RunFft<std::complex<float>, std::complex<float>>(
          "FFT", {n}, {batch, n}, {batch, n}, narrow, threads);
    };
    EXPECT_EQ(run({1, RunSerially}), run({3, RunBackwards}));
  }
}

TEST(Fft, NeighbouringLinesAreTransformedAsOthersAre) {
  // Columns of a matrix, more than lanes and a rest, against rows of its transpose.
  constexpr int64_t kRows = 30, kColumns = 37;
  const std::vector<Complex> x = Numbers(kRows * kColumns);
  std::vector<std::complex<float>> matrix(x.begin(), x.end()), transposed(x.size());
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      transposed[j * kRows + i] = matrix[i * kColumns + j];
    }
  }
  const auto both = [](Dims dims, const std::vector<std::complex<float>>& values) {
    return RunFft<std::complex<float>, std::complex<float>>("FFT", dims, dims, dims,
                                                            values);
  };
  const std::vector<std::complex<float>> got = both({kRows, kColumns}, matrix);
  const std::vector<std::complex<float>> other = both({kColumns, kRows}, transposed);
  std::vector<Complex> want(x.size());
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      want[i * kColumns + j] = other[j * kRows + i];
    }
  }
  ExpectClose(got, want, 1e-6);
}

TEST(Fft, SeveralDimensionsAreTransformedOneAfterTheOther) {
  // One impulse: every coefficient is a product of roots of unity.
  Dims dims = {2, 3, 4, 5};
  std::vector<Complex> x(120);
  x[60 + 1 * 20 + 2 * 5 + 3] = 1;
  std::vector<Complex> y = RunFft<Complex, Complex>("FFT", {3, 4, 5}, dims, dims, x);
  for (int i = 0; i < 60; ++i) {
    EXPECT_EQ(y[i], Complex(0));
    double twiddles = 1.0 * (i / 20) / 3 + 2.0 * (i / 5 % 4) / 4 + 3.0 * (i % 5) / 5;
    EXPECT_LE(std::abs(y[60 + i] - std::polar(1.0, -2 * std::numbers::pi * twiddles)),
              1e-13);
  }
}

TEST(Fft, RealTransformsOfSeveralDimensionsInvertEachOther) {
  Dims real = {2, 5, 6, 7};
  Dims half = {2, 5, 6, 4};
  std::vector<Complex> numbers = Numbers(420);
  std::vector<float> x(420);
  for (int i = 0; i < 420; ++i) x[i] = static_cast<float>(numbers[i].real());
  std::vector<std::complex<float>> spectrum =
      RunFft<float, std::complex<float>>("RFFT", {5, 6, 7}, real, half, x);
  std::vector<float> back =
      RunFft<std::complex<float>, float>("IRFFT", {5, 6, 7}, half, real, spectrum);
  for (int i = 0; i < 420; ++i) ASSERT_NEAR(back[i], x[i], 1e-6);
}

TEST(Fft, EmptyTensorsStayEmpty) {
  EXPECT_TRUE((RunFft<Complex, Complex>("FFT", {0}, {3, 0}, {3, 0}, {}).empty()));
  EXPECT_TRUE((RunFft<Complex, Complex>("FFT", {4}, {0, 4}, {0, 4}, {}).empty()));
  EXPECT_TRUE((RunFft<double, Complex>("RFFT", {0}, {2, 0}, {2, 0}, {}).empty()));
}

}  // namespace
}  // namespace tilewright::runtime
